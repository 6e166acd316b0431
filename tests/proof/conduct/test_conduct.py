"""How people behaved, from the logs of games and of a data set."""

import json
from itertools import pairwise
from math import inf

import pytest

from proof.conduct.__main__ import main
from proof.conduct.blocks import blocks_of, cheapest_way
from proof.conduct.evidence import chance, game_evidence
from proof.conduct.folders import Counted
from proof.conduct.game import Game, Times
from proof.conduct.measures import conduct_of
from proof.conduct.thoughts import alike, spread, thoughts
from rules import ruleset
from rules.paths import RoadMap
from tests.support.exports import sound_entries, sound_export
from tests.support.offline_dataset import sound_dataset

NAMES = {"0": "ada", "1": "bob"}


def game_of(entries=None, seats=2):
    return Game({"game": "a game", "players": NAMES}, entries or sound_entries(seats=seats))


def timed(entries):
    """One event a minute."""
    for number, entry in enumerate(entries):
        entry["at"] = f"2026-01-{1 + number // 1440:02}T{number // 60 % 24:02}:{number % 60:02}:00.000000Z"
    return entries


@pytest.fixture
def folder(tmp_path):
    return str(sound_dataset(tmp_path / "2026-01"))


@pytest.fixture
def export(tmp_path):
    path = tmp_path / "game.ndjson"
    path.write_text("\n".join(sound_export()))
    return path


def test_of_a_game_each_seat_and_each_pair_is_shown_beside_what_is_usual(folder, export, capsys):
    assert main([folder, str(export), "--jobs", "1"]) == 0

    (found,) = json.loads(capsys.readouterr().out)
    assert found["base_games"] == 2
    assert [(pair["seat"], pair["other"]) for pair in found["pairs"]] == [(0, 1), (1, 0)]
    for seat in found["seats"]:
        assert [one["measure"] for one in seat["evidence"]] == ["time_outs", "hand_overs"]
        assert seat["thinking"]["decisions"] > 0
    decisions = sum(seat["thinking"]["decisions"] for seat in found["seats"])
    assert found["seats"][0]["thinking"]["base"]["decisions"] > decisions  # of two other games


def test_two_players_are_followed_over_the_games_of_both():
    counted = Counted()
    for seats in (2, 3, 3):
        counted.add(game_of(seats=seats), ("bob", "ada"))
    counted.add(game_of(), ("ada", "cleo"))

    assert {kind: len(shared) for kind, shared in counted.shared.items()} == {
        ("london@1", 2): 1,
        ("london@1", 3): 2,
    }
    assert {one.pair for shared in counted.shared.values() for one in shared} == {(1, 0)}
    assert {kind: base.games for kind, base in counted.bases.items()} == {
        ("london@1", 2): 2,
        ("london@1", 3): 2,
    }


def test_players_whom_no_game_names_have_no_evidence(folder, capsys):
    assert main([folder, "--players", "ada", "bob", "--jobs", "1"]) == 0
    assert json.loads(capsys.readouterr().out) == []


def test_a_file_that_is_no_finished_game_or_a_folder_that_is_no_data_set_is_refused(
    folder, export, tmp_path, capsys
):
    assert main([str(tmp_path), str(export)]) == 2
    export.write_text("\n".join(sound_export()[:20]))
    assert main([folder, str(export)]) == 2
    export.write_text("nothing")
    assert main([folder, str(export)]) == 2

    said = capsys.readouterr().err.splitlines()
    assert len(said) == 3
    assert said[1].endswith("the game is not finished")


@pytest.mark.parametrize(
    "words", [["{folder}"], ["{export}"], ["{folder}", "{export}", "--players", "a", "b"]]
)
def test_it_takes_data_sets_and_either_exports_or_two_players(folder, export, words):
    with pytest.raises(SystemExit):
        main([word.format(folder=folder, export=export) for word in words])


def test_at_a_table_of_two_there_is_nobody_to_favour():
    two, three = (set(conduct_of(game_of(seats=seats)).pairs["blocks"]) for seats in (2, 3))

    assert two == set()
    assert three == {(one, other) for one in range(3) for other in range(3) if one != other}


def test_what_one_did_to_another_is_shown_beside_what_they_did_to_others():
    counted, game = Counted(), game_of(seats=3)
    counted.add(game, ())

    found = game_evidence(game, counted.bases)

    blocks = {row["measure"]: row for row in found["pairs"][0]["evidence"]}["blocks"]
    assert blocks["base"]["of"] == sum(times.trials for times in blocks_of(game).values()) > 0
    assert 0 < blocks["chance"] <= 1
    assert blocks["towards_others"]["of"] == blocks_of(game)[0, 2].trials


def test_bots_are_not_judged_but_blocks_against_them_count():
    entries = sound_entries(seats=3)
    entries[3] |= {"type": "bot_seated", "public": {"seat": 2, "bot": "greedy"}}
    for entry in entries:
        if entry.get("actor") == 2:
            entry["by"] = "bot"
    game = game_of(entries)

    assert game.people == {0, 1}
    assert set(conduct_of(game).seats["time_outs"]) == {0, 1}
    assert {pair for pair, times in blocks_of(game).items() if times.trials} == {
        *((0, 1), (0, 2), (1, 0), (1, 2))
    }


@pytest.mark.parametrize("name", ["london", "world"])
def test_the_cheapest_way_is_what_a_slower_search_finds(name):
    board = ruleset(name).board
    mine, lost = frozenset(list(board.routes)[::5]), frozenset(list(board.routes)[1::3])
    for ticket in board.tickets.values():
        costs = [slow_cost(board, leg, mine, lost) for leg in pairwise(ticket.places)]
        way = cheapest_way(RoadMap(board), ticket.places, mine, lost)
        assert (way.cost if way else inf) == sum(costs)


def slow_cost(board, leg, mine, lost):
    costs = {place: 0 if place == leg[0] else inf for place in board.places}
    for _ in board.places:
        for route in board.routes.values():
            price = inf if route.id in lost else 0 if route.id in mine else route.length
            low = min(costs[route.a], costs[route.b]) + price
            costs[route.a], costs[route.b] = min(costs[route.a], low), min(costs[route.b], low)
    return costs[leg[1]]


def test_blocks_are_those_that_are_found_if_every_way_is_searched_anew(monkeypatch):
    game = game_of(seats=3)
    quick = blocks_of(game)
    monkeypatch.setattr("proof.conduct.blocks.Way.is_open", lambda *_: False)

    assert blocks_of(game) == quick
    assert 0 < sum(times.trials for times in quick.values()) <= 2 * len(game.of("route_claimed"))


def test_time_that_a_decision_took_is_that_since_the_table_waited_for_it():
    game = game_of(timed(sound_entries()))
    times = [one for one in thoughts(game) if one]

    assert len(times) == len(game.deeds) - 2  # before the first turn both choose their tickets at once
    assert {one.seconds for one in times} == {60.0}


def test_two_who_always_take_as_long_as_each_other_are_alike_and_the_later_one_is_counted():
    game = game_of(timed(sound_entries()))
    deciders = [one.seat for one in thoughts(game) if one]

    found = alike(game)

    assert found[0, 1].hits == found[0, 1].trials == sum(pair == (1, 0) for pair in pairwise(deciders)) > 0


def test_time_outs_and_hand_overs_are_counted():
    entries = sound_entries()
    late = next(entry for entry in reversed(entries) if entry.get("actor") == 1)
    late["by"] = "cover"
    game = game_of(entries)
    entries.append({"type": "seat_resigned", "public": {"seat": 0, "stand_in": "random"}})

    found = conduct_of(game).seats

    assert [found["time_outs"][seat].hits for seat in (0, 1)] == [0, 1]
    assert [found["hand_overs"][seat] for seat in (0, 1)] == [Times(1, 1), Times(0, 1)]


def test_the_spread_is_the_median_and_what_a_tenth_stay_below_and_above():
    assert spread([float(n) for n in range(11)]) == {
        "decisions": 11,
        "tenth": 1.0,
        "median": 5.0,
        "ninetieth": 9.0,
    }
    assert spread([1.0]) == {"decisions": 1}


@pytest.mark.parametrize(
    ("hits", "trials", "rate", "expected"),
    [(0, 10, 0.5, 0.5**9), (10, 10, 0.5, 0.5**9), (1, 2, 0.5, 1), (0, 20, 0.1, 2 * 0.9**20), (0, 5, 0, 1)],
)
def test_the_chance_is_twice_the_smaller_tail_of_the_binomial_distribution(hits, trials, rate, expected):
    assert chance(Times(hits, trials), rate) == pytest.approx(expected, abs=1e-6)
