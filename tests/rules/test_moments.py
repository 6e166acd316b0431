"""What a seat is asked to decide: a rule of the set-up declares a moment of its own."""

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from rules import KeyedChance, Ruleset, replay, ruleset
from rules.actions import KeepTickets, Pass
from rules.events import TurnPassed
from rules.moments import MOMENTS, SETUP_MOMENTS, setup_moment
from rules.plays.pass_turn import PassPlay
from rules.refusals import NotNow


class NodPlay(PassPlay):
    """Made up: after the tickets each seat in turn nods before the first turn begins."""

    is_last_resort = False

    def candidates(self, at, seat):
        return (Pass(seat),)

    def check(self, at, action):
        pass

    def events(self, at, action, chance):
        return (TurnPassed(action.seat),)


@pytest.fixture
def nodding(monkeypatch) -> Iterator[Ruleset]:
    monkeypatch.setattr("rules.moments.MOMENTS", [*MOMENTS])
    nod = setup_moment("nod", lambda state, seat: bool(state.tickets[seat]) and state.passes == seat)
    monkeypatch.setattr(NodPlay, "moments", (nod,))
    london = ruleset("london")
    yield replace(london, plays=(NodPlay(), *london.plays))
    del SETUP_MOMENTS[nod]


def test_a_game_asks_for_a_decision_that_no_other_game_knows(nodding):
    chance = KeyedChance.from_seed(1)
    state = replay(nodding.start(seats=2, chance=chance))
    for seat in (0, 1):
        state = nodding.step(state, KeepTickets(seat, state.offers[seat]), chance)[1]

    assert (state.phase, state.to_act, state.moment(0)) == ("setup", (0,), "nod")
    with pytest.raises(NotNow) as refused:
        nodding.step(state, KeepTickets(0, ()), chance)
    assert refused.value.data == {"expected": "nod"}

    state = nodding.step(state, Pass(0), chance)[1]
    assert state.to_act == (1,)
    state = nodding.step(state, Pass(1), chance)[1]
    assert (state.phase, state.moment(state.turn)) == ("play", "turn")


def test_the_name_of_a_moment_has_no_blanks():
    assert [name for name in MOMENTS if not re.fullmatch("[a-z_]+", name)] == []
    assert {"turn", "second_card", "drawn_tickets", "starting_tickets", "fleet"} == set(MOMENTS)
