"""The search: its budget, its ideas, and that it does not know more than it sees."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from bots.registry import make
from bots.search import IDEAS, Budget, SearchBot, ideas_for, look
from rules import KeyedChance, view_for
from tests.bots.tables import GAMES, moves, opened


def in_play(game="london"):
    rules = opened(game)[0]
    return rules, next(state for state, _ in moves([make("greedy")] * 2, game) if state.phase == "play")


def counted(monkeypatch):
    """How many decisions each look into a guessed state takes."""
    spent = []

    def counting(*args):
        result, nodes = look(*args)
        spent.append(nodes)
        return result, nodes

    monkeypatch.setattr("bots.search.look", counting)
    return spent


@pytest.mark.parametrize("nodes", [1, 200, 600])
def test_it_stops_looking_once_its_budget_of_decisions_is_spent(monkeypatch, nodes):
    spent = counted(monkeypatch)
    rules, state = in_play()
    options = tuple(rules.legal_actions(state, state.turn))

    SearchBot(nodes=nodes).choose(view_for(state, state.turn), options, KeyedChance.from_seed(1))

    assert sum(spent[:-1]) < nodes <= sum(spent)


def test_a_larger_budget_is_used(monkeypatch):
    rules, state = in_play()
    options, view = tuple(rules.legal_actions(state, state.turn)), view_for(state, state.turn)
    looks = []
    for nodes in (200, 800):
        spent = counted(monkeypatch)
        SearchBot(nodes=nodes).choose(view, options, KeyedChance.from_seed(1))
        looks.append(len(spent))
        monkeypatch.undo()

    assert looks[0] < looks[1]


def test_time_that_the_next_look_may_need_counts_as_spent():
    budget = Budget(seconds=1000, nodes=0)
    assert budget.is_left()

    budget.longest = 1000

    assert not budget.is_left()


def test_with_no_time_at_all_it_does_what_the_planner_would():
    rules, state = in_play()
    view, options = view_for(state, state.turn), tuple(rules.legal_actions(state, state.turn))

    assert SearchBot(seconds=0).choose(view, options, KeyedChance.from_seed(1)) == make("planner").choose(
        view, options, KeyedChance.from_seed(1)
    )


@pytest.mark.parametrize("game", GAMES)
def test_its_ideas_are_the_planners_best_and_all_different(game):
    rules, state = in_play(game)
    options = tuple(rules.legal_actions(state, state.turn))

    ideas = ideas_for(view_for(state, state.turn), options)

    assert 1 < len({idea.action for idea in ideas}) == len(ideas) <= IDEAS
    assert [idea.opinion for idea in ideas] == sorted((idea.opinion for idea in ideas), reverse=True)
    assert all(idea.action in options for idea in ideas)


def test_the_same_seed_looks_into_the_same_future():
    rules, state = in_play()
    action = next(iter(rules.legal_actions(state, state.turn)))

    assert look(rules, state, action, 7) == look(rules, state, action, 7)


def figures_of(file, hashing):
    """Of two games with a budget of decisions, in a process whose sets are ordered differently."""
    words = [
        "search:nodes=60",
        "planner",
        "--ruleset",
        game,
        "--games",
        "2",
        "--on",
        "here",
        "--json",
        str(file),
    ]
    subprocess.run(
        [sys.executable, "-m", "bots", "arena", *words],
        cwd=Path(__file__).parents[2],
        env={**os.environ, "PYTHONHASHSEED": hashing},
        stdout=subprocess.DEVNULL,
        check=True,
    )
    entrants = json.loads(file.read_text())["entrants"]
    return [{name: each[name] for name in ("wins", "score", "tickets")} for each in entrants]


def test_with_a_budget_of_decisions_every_process_comes_to_the_same_result(tmp_path):
    assert figures_of(tmp_path / "a", "1") == figures_of(tmp_path / "b", "2")
