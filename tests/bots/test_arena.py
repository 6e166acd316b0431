"""The arena: fair deals, honest figures, and one sentence when something is wrong."""

import json
import re
import sys

import pytest

from bots.__main__ import main
from bots.arena.match import Outcome, play
from bots.arena.statistics import by_deal, figures, percentile, share
from bots.arena.tournament import here, on_all_cores, pairings, tournament


def outcome(deal="d", wins=(1.0, 0.0), scores=(20, 10), tickets=(2, 1)):
    return Outcome(deal, wins, scores, tickets, ((0.1, 0.3), (0.2,)))


def test_every_deal_is_played_from_every_seat():
    games = pairings(["a", "b", "c"], "london@1", games=6, seed="s")

    assert [game.bots for game in games[:3]] == [("a", "b", "c"), ("b", "c", "a"), ("c", "a", "b")]
    assert [game.deal for game in games] == ["s/0"] * 3 + ["s/1"] * 3


def test_a_deal_that_was_begun_is_played_from_every_seat():
    assert len(pairings(["a", "b"], "london@1", games=3, seed="s")) == 4


def test_the_same_bots_share_a_deal_evenly():
    """Greedy against itself: what one wins from one seat the other wins from that seat."""
    outcomes = [play(game) for game in pairings(["greedy", "greedy"], "london@1", games=2, seed="s")]

    assert outcomes[0].scores == outcomes[1].scores[::-1]
    assert sum(result.wins[0] for result in outcomes) == 1


def test_processes_on_all_cores_play_the_games_that_one_would():
    games = pairings(["greedy", "random"], "amsterdam@1", games=2, seed="s")
    seen = []

    alone, together = (tournament(games, runner, lambda: seen.append(1)) for runner in (here, on_all_cores))

    def results(outcomes):
        return sorted((result.deal, result.scores, result.tickets, result.wins) for result in outcomes)

    assert results(alone) == results(together)
    assert len(seen) == 4


def test_wilsons_interval_holds_the_share_and_stays_within_bounds():
    half, all_won = share(50, 100), share(100, 100)

    assert (half.low, half.mean, half.high) == pytest.approx((0.404, 0.5, 0.596), abs=0.001)
    assert all_won.high == pytest.approx(1)
    assert all_won.low == pytest.approx(0.963, abs=0.001)


def test_games_of_one_deal_count_as_one_for_the_interval():
    twice = [outcome("a", scores=(10, 0)), outcome("a", scores=(30, 0))]
    other = [outcome("b", scores=(20, 0)), outcome("b", scores=(40, 0))]

    estimate = by_deal([*twice, *other], lambda result: result.scores[0])

    assert estimate.mean == 25
    assert estimate.high - estimate.mean == pytest.approx(1.96 * 50**0.5 / 2**0.5)


def test_figures_are_by_bot_and_draws_count_half():
    first, second = figures(["a", "b"], [outcome("d"), outcome("e", wins=(0.5, 0.5), scores=(7, 7))])

    assert (first.wins.mean, second.wins.mean) == (0.75, 0.25)
    assert (first.score.mean, second.tickets.mean) == (13.5, 1)
    assert (first.thinking_p50, first.thinking_p95) == (0.1, 0.3)


@pytest.mark.parametrize(("percent", "value"), [(50, 5), (95, 10), (1, 1)])
def test_a_percentile_is_one_of_the_values(percent, value):
    assert percentile(list(range(1, 11)), percent) == value


def test_the_command_prints_a_table_and_writes_the_figures(tmp_path, capsys):
    file = tmp_path / "figures.json"
    words = [
        "arena",
        "greedy",
        "random",
        "--ruleset",
        "london",
        "--games",
        "2",
        "--on",
        "here",
        "--json",
        str(file),
    ]

    assert main(words) == 0

    assert "london@1, 2 games" in capsys.readouterr().out
    written = json.loads(file.read_text())
    assert [each["bot"] for each in written["entrants"]] == ["greedy", "random"]
    assert written["entrants"][0]["wins"]["mean"] + written["entrants"][1]["wins"]["mean"] == 1


def test_a_runner_from_elsewhere_can_play_the_games(capsys):
    sent = []

    def elsewhere(games):
        sent.extend(games)
        return here(games)

    assert (
        main(["arena", "greedy", "random", "--games", "2", "--on", "elsewhere"], {"elsewhere": elsewhere})
        == 0
    )

    assert len(sent) == 2
    assert "london@1, 2 games" in capsys.readouterr().out


@pytest.mark.parametrize(
    "words",
    [
        ["greedy", "nobody"],
        ["greedy"] * 5,
        ["nowhere_at_all:Bot"],
        ["greedy", "random", "--ruleset", "atlantis"],
        ["greedy", "random", "--games", "0"],
        ["greedy", "random", "--json", "/nowhere/at/all.json"],
    ],
)
def test_what_cannot_be_played_is_said_in_one_sentence(words, capsys):
    assert main(["arena", *words]) == 2

    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert said.err.endswith(".\n")


def test_the_list_names_every_bot(capsys):
    assert main(["list"]) == 0

    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == [
        "random",
        "greedy",
        "planner",
        "search",
    ]


OWN = """
class Obedient:
    def choose(self, view, options, chance):
        return options[0]


class Faulty:
    def choose(self, view, options, chance):
        return view.no_such_field


class Stubborn:
    def choose(self, view, options, chance):
        return None
"""


@pytest.fixture
def own_bots(tmp_path, monkeypatch):
    """A folder with somebody's own bots; the name of their module."""
    (tmp_path / "arena_own.py").write_text(OWN)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    yield "arena_own"
    sys.modules.pop("arena_own", None)


def test_a_bot_of_your_own_plays_from_the_current_folder_on_all_cores(own_bots, capsys):
    assert main(["arena", f"{own_bots}:Obedient", "random", "--games", "2"]) == 0

    told = capsys.readouterr().out
    assert "london@1, 2 games" in told
    assert "arena_own:Obedient" in " ".join(told.split())


def test_one_bot_alone_meets_greedy(own_bots, tmp_path):
    assert main(["arena", f"{own_bots}:Obedient", "--games", "2", "--on", "here", "--json", "f.json"]) == 0

    entrants = json.loads((tmp_path / "f.json").read_text())["entrants"]
    assert [each["bot"] for each in entrants] == ["arena_own:Obedient", "greedy"]


@pytest.mark.parametrize("runner", ["here", "cores"])
@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("Faulty", r"arena_own:Faulty fails in deal arena/0: AttributeError: .*arena_own.py, line 9\)\."),
        ("Stubborn", r"Stubborn was not offered None \(deal arena/0\)\."),
    ],
)
def test_a_bot_that_fails_ends_the_arena_with_a_sentence(own_bots, runner, name, sentence, capsys):
    assert main(["arena", f"{own_bots}:{name}", "--games", "2", "--on", runner]) == 2

    assert re.fullmatch(sentence, capsys.readouterr().err.strip())
