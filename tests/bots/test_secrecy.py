"""A bot cannot reach the state through anything it is given."""

import gc
from types import ModuleType

import pytest

from bots.play import decide
from rules import Board, KeyedChance, LegalActions, Ruleset, State, view_for
from rules.position import Position
from tests.bots.tables import GAMES, moves, opened

FORBIDDEN = (State, Position, LegalActions, Ruleset, Board)


class Spy:
    """Plays the first option and keeps what it was given."""

    def __init__(self):
        self.given = []

    def choose(self, view, options, chance):
        self.given.append((view, options))
        return options[0]


def reachable(*roots):
    """Every object that the roots lead to, classes and modules aside: those are not the table's."""
    seen, edge = {}, list(roots)
    while edge:
        thing = edge.pop()
        if id(thing) in seen or isinstance(thing, (type, ModuleType)):
            continue
        seen[id(thing)] = thing
        edge += gc.get_referents(thing)
    return seen.values()


@pytest.mark.parametrize("game", GAMES)
def test_nothing_a_bot_is_given_leads_to_the_state(game):
    spy = Spy()
    played = moves([spy, spy], game)
    for _ in range(40):
        next(played)

    found = {type(thing) for view, options in spy.given for thing in reachable(view, options)}

    assert str in found  # the walk went somewhere
    assert not found & set(FORBIDDEN)


def test_the_walk_would_find_the_state_in_the_lazy_options():
    rules, state, _ = opened("london")

    found = {type(thing) for thing in reachable(rules.legal_actions(state, 0))}

    assert State in found


@pytest.mark.parametrize("game", GAMES)
def test_a_bot_decides_the_same_whatever_it_cannot_see(game):
    """The piles turned round: nothing of it shows in the view, so nothing of it may matter."""
    rules, state, _ = opened(game)
    turned = state.copy()
    turned.piles = {pile: cards[::-1] for pile, cards in state.piles.items()}

    class Recorder(Spy):
        pass

    one, other = Recorder(), Recorder()
    for table, spy in ((state, one), (turned, other)):
        decide(spy, view_for(table, 0), rules.legal_actions(table, 0), KeyedChance.from_seed(1))

    assert one.given == other.given
