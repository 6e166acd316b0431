"""The page of the rules library is run, line by line, and each game has its notes."""

import doctest
import re

import pytest

from rules import catalogue
from rules.catalogue import game_folders
from rules.rulebook import RULES
from tests.support.checkout import CHECKOUT

README = CHECKOUT / "rules" / "README.md"


def test_every_example_on_the_page_gives_what_it_says():
    text = re.sub(r"^ *```.*$", "", README.read_text(encoding="utf-8"), flags=re.MULTILINE)
    page = doctest.DocTestParser().get_doctest(text, {}, "README.md", str(README), 0)
    told: list[str] = []

    done = doctest.DocTestRunner().run(page, out=told.append)

    assert done.attempted > 30
    assert done.failed == 0, "".join(told)


def test_the_files_it_names_are_there():
    names = re.findall(r"`([a-z_]+/?[a-z_]*(?:\.py|\.json|/))`", README.read_text(encoding="utf-8"))
    own = {"board.json", "__init__.py"}  # of a game's folder

    assert len(names) > 15
    for name in set(names) - own:
        found = CHECKOUT / "rules" / name
        assert found.exists() or (CHECKOUT / "rules" / "variants" / name).exists(), name


@pytest.mark.parametrize("game", catalogue(), ids=lambda game: game.name)
def test_every_game_says_what_is_special_where_its_board_comes_from_and_what_was_ruled(game):
    (folder,) = (found for found in game_folders() if found.name == game.id)
    notes = (folder / "NOTES.md").read_text(encoding="utf-8")

    assert re.findall(r"^#+ (.*)$", notes, re.MULTILINE) == [
        game.title,
        "What is special",
        "Where the board comes from",
        "Rulings",
    ]
    assert game.board.confidence in notes
    assert set(re.findall(r"[A-Z]+-\d", notes)) <= RULES.keys()
    assert all((folder / link).exists() for link in re.findall(r"\]\(([^)#]+)", notes))


def test_what_the_pages_of_the_games_call_a_ruling_is_marked_as_one_in_the_rulebook():
    """A sentence that begins with `Ruling:`, and what follows it, is ours and not of a printed rulebook."""
    notes = [(folder / "NOTES.md").read_text(encoding="utf-8") for folder in game_folders()]
    ruled = {number for text in notes for number in re.findall(r"[A-Z]+-\d", text.partition("## Rulings")[2])}
    marked = {number for number, text in RULES.items() if "Ruling:" in text}

    assert ruled == marked
