"""A game is a folder: a made-up one in a temporary place is found, played and scored as any other."""

import json
import random
from itertools import combinations
from pathlib import Path

import pytest

from rules import KeyedChance, apply, catalogue, replay, ruleset, view_for
from tests.properties.invariants import check_everything
from tests.rules.boards import boards_in

GAME = '''
"""Atlantis: five islands, and a prize for whoever joins the first two."""

from rules.families.city import city_game
from rules.loader import load_board
from rules.scoring import ScoreLine, routes, tickets


def prize(position, seat, lines):
    yield ScoreLine("SCORE-5", "prize", 3 if position.state.claims.get("a--b--1") == seat else 0)


RULESETS = (
    city_game(
        id="atlantis",
        version=3,
        board=load_board(__package__),
        last_round_at=2,
        scoring=(routes, tickets, prize),
    ),
)
'''
COLORS = ("red", "blue", "green")
SURE = {"confidence": "reconstructed"}


def board() -> dict[str, object]:
    pairs = list(combinations("abcde", 2))
    routes = [
        {"id": f"{a}--{b}--{n}", "a": a, "b": b, "kind": "canal", "length": 1 + i % 3, "color": color, **SURE}
        for i, (a, b) in enumerate(pairs)
        for n, color in ((1, COLORS[i % 3]), (2, "gray"))
    ]
    tickets = [{"id": f"t{i}", "places": pair, "points": 2 + i % 3, **SURE} for i, pair in enumerate(pairs)]
    cards = [{"id": color, "pile": "transport", "color": color, "count": 8} for color in COLORS]
    return {
        "id": "atlantis",
        "title": "Atlantis",
        "pieces": [{"id": "boat", "count": 10}],
        "kinds": [{"id": "canal", "piece": "boat", "points": {"1": 1, "2": 2, "3": 4}, **SURE}],
        "cards": [{"id": "wild", "pile": "transport", "count": 5}, *cards],
        "places": [
            {"id": p, "name": p.upper(), "x": i / 4, "y": i % 2, **SURE} for i, p in enumerate("abcde")
        ],
        "routes": routes,
        "tickets": tickets,
    }


@pytest.fixture
def atlantis(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    folder = tmp_path / "atlantis"
    folder.mkdir()
    (folder / "__init__.py").write_text(GAME, encoding="utf-8")
    (folder / "board.json").write_text(json.dumps(board()), encoding="utf-8")
    with boards_in(tmp_path, monkeypatch):
        yield "atlantis@3"


def test_a_new_folder_is_a_new_game_beside_the_others(atlantis):
    names = [game.name for game in catalogue()]

    assert names == ["amsterdam@1", atlantis, "berlin@1", "london@1", "world@1"]
    assert ruleset("atlantis").board.confidence == "reconstructed"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_it_is_played_to_the_end_and_scored(atlantis, seats):
    game, chance, rng = ruleset(atlantis), KeyedChance.from_seed(5), random.Random(5)
    state = replay(game.start(seats=seats, chance=chance))
    while state.to_act:
        check_everything(game, state)
        action = rng.choice(list(game.legal_actions(state, state.to_act[0])))
        state = game.step(state, action, chance)[1]
    sheet = game.score(state)
    for event in game.settle(state):
        state = apply(state, event)

    assert state.phase == "over"
    assert [line.what for line in sheet.lines[0]][-1] == "prize"
    assert sum(line.points for lines in sheet.lines for line in lines if line.what == "prize") in (0, 3)
    assert view_for(state, None).winners == state.winners
