"""The search: its budget, its ideas, and that it does not know more than it sees."""

import json
import os
import subprocess
import sys

import pytest

from bots.registry import make
from bots.searching.search import IDEAS, Budget, Idea, SearchBot, actions_for, look
from rules import KeyedChance, view_for
from rules.actions import ClaimRoute, Pass
from tests.bots.tables import GAMES, moves, opened
from tests.support.checkout import CHECKOUT


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

    monkeypatch.setattr("bots.searching.search.look", counting)
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


@pytest.mark.parametrize("game", GAMES)
def test_with_no_time_at_all_it_does_the_first_that_comes_to_mind(game):
    rules, state = in_play(game)
    view, options = view_for(state, state.turn), tuple(rules.legal_actions(state, state.turn))

    done = SearchBot(seconds=0).choose(view, options, KeyedChance.from_seed(1))

    assert done == actions_for(state, view, options)[0]


@pytest.mark.parametrize("game", GAMES)
def test_its_ideas_are_all_different_and_all_offered(game):
    rules = opened(game)[0]
    for state, _ in list(moves([make("planner")] * 2, game))[::9]:
        seat = state.to_act[0]
        options = tuple(rules.legal_actions(state, seat))

        ideas = actions_for(state, view_for(state, seat), options)

        assert 1 <= len(set(ideas)) == len(ideas) <= IDEAS
        assert set(ideas) <= set(options)


def test_of_a_double_one_route_is_enough_to_look_at():
    rules, state = in_play()
    rich = state.copy()
    rich.hands = tuple(dict.fromkeys(rules.board.cards, 4) for _ in range(2))
    options = tuple(rules.legal_actions(rich, rich.turn))

    ideas = actions_for(rich, view_for(rich, rich.turn), options)

    ends = [rules.board.routes[idea.route].ends for idea in ideas if isinstance(idea, ClaimRoute)]
    assert len(set(ends)) == len(ends) > 1


def test_an_idea_has_to_be_clearly_better_than_the_first():
    first = Idea(Pass(0), [0.0, 10.0, 0.0, 10.0])
    lucky, better = Idea(Pass(0), [20.0, 0.0, 9.0, 0.0]), Idea(Pass(0), [5.0, 16.0, 6.0, 15.0])

    assert lucky.gain(first) < 0 == first.gain(first) < better.gain(first)


def test_what_was_tried_once_or_never_is_no_better():
    first = Idea(Pass(0), [0.0])

    assert Idea(Pass(0), [100.0]).gain(first) == Idea(Pass(0)).gain(first) == 0


def test_the_same_seed_looks_into_the_same_future():
    rules, state = in_play()
    action = next(iter(rules.legal_actions(state, state.turn)))

    assert look(rules, state, action, 7) == look(rules, state, action, 7)


def figures_of(file, hashing):
    """Of two games with a budget of decisions, in a process whose sets are ordered differently."""
    words = ["search:nodes=60", "planner", "--games", "2", "--on", "here", "--json", str(file)]
    subprocess.run(
        [sys.executable, "-m", "bots", "arena", *words],
        cwd=CHECKOUT,
        env={**os.environ, "PYTHONHASHSEED": hashing},
        stdout=subprocess.DEVNULL,
        check=True,
    )
    entrants = json.loads(file.read_text())["entrants"]
    return [{name: each[name] for name in ("wins", "score", "tickets")} for each in entrants]


def test_with_a_budget_of_decisions_every_process_comes_to_the_same_result(tmp_path):
    assert figures_of(tmp_path / "a", "1") == figures_of(tmp_path / "b", "2")
