import sys

import pytest

from bots.errors import Trouble
from bots.planner import PlannerBot
from bots.searching.search import SearchBot
from bots.specs import bot_maker

FILES = {
    "runner_fine": "class Fine:\n    def choose(self, view, options, chance):\n        return options[0]\n",
    "runner_broken": "import nothing_of_this_name\n",
    "runner_wrong": "def (:\n",
    "runner_needy": "class Needy:\n    def __init__(self, wish):\n        pass\n",
    "runner_mute": "class Mute:\n    pass\n\n\nNUMBER = 7\n",
}


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    """A folder of somebody's own bots."""
    for name, text in FILES.items():
        (tmp_path / f"{name}.py").write_text(text)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    yield tmp_path
    for name in FILES:
        sys.modules.pop(name, None)


def test_our_own_bots_are_known_by_name_with_their_settings():
    assert isinstance(bot_maker("planner")(), PlannerBot)
    assert isinstance(bot_maker("search:nodes=50")(), SearchBot)


def test_a_class_is_found_in_a_file_of_this_folder_and_made_anew_for_each_game():
    make = bot_maker("runner_fine:Fine")

    assert type(make()).__name__ == "Fine"
    assert make() is not make()


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("plannr", "There is no bot plannr. The bots are random, greedy, planner, search; use MODULE:CLASS"),
        ("search:speed=3", "The bot search knows no setting speed=3"),
        ("nowhere_at_all:Bot", "nowhere_at_all cannot be imported: ModuleNotFoundError"),
        ("runner_broken:Bot", r"ModuleNotFoundError: .*nothing_of_this_name.*runner_broken\.py, line 1"),
        ("runner_wrong:Bot", "runner_wrong cannot be imported: SyntaxError"),
        ("runner_fine:Finer", "There is no class Finer in runner_fine"),
        ("runner_mute:NUMBER", "There is no class NUMBER in runner_mute"),
        ("runner_needy:Needy", r"runner_needy:Needy\(\) fails: TypeError.*wish"),
        ("runner_mute:Mute", r"has no method choose\(view, options, chance\)"),
        (":", "There is no bot :"),
    ],
)
def test_what_cannot_be_made_is_told_in_a_sentence(spec, sentence):
    with pytest.raises(Trouble, match=sentence) as trouble:
        bot_maker(spec)

    assert "\n" not in str(trouble.value)
    assert trouble.value.code == 2
