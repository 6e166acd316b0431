"""A machine that plays any game at any table and looks at everything after each step."""

import json
import random

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from rules import Action, Event, KeyedChance, Playout, State, apply, plain_event, read_event, replay, ruleset
from rules.actions import Pass
from rules.events import PileShuffled, SeatEvent
from rules.refusals import PlayIsOver
from tests.properties.invariants import check_everything
from tests.properties.play import TABLES, final_state, random_game, steady, whim


class Table(RuleBasedStateMachine):
    @initialize(table=st.sampled_from(TABLES), seed=st.integers(0, 999))
    def set_up(self, table: tuple[str, int], seed: int) -> None:
        name, seats = table
        self.game, self.chance = ruleset(name), KeyedChance.from_seed(seed)
        self.events: tuple[Event, ...] = self.game.start(seats=seats, chance=self.chance)
        self.state: State = replay(self.events)

    @precondition(lambda self: self.state.to_act)
    @rule(data=st.data())
    def act(self, data: st.DataObject) -> None:
        seat = data.draw(st.sampled_from(self.state.to_act))
        self.take(data.draw(st.sampled_from(list(self.game.legal_actions(self.state, seat)))))

    @precondition(lambda self: self.state.to_act)
    @rule(seed=st.integers(0, 999), actions=st.integers(1, 40))
    def play_on(self, seed: int, actions: int) -> None:
        """Deep into the game, where single steps would not come."""
        rng = random.Random(seed)
        for _ in range(actions):
            if self.state.to_act:
                self.take(whim(rng, self.game, self.state))

    @precondition(lambda self: self.state.phase == "scoring")
    @rule()
    def settle(self) -> None:
        end = self.game.settle(self.state)
        self.events, self.state = self.events + end, folded(self.state, end)

    @precondition(lambda self: not self.state.to_act)
    @rule(seat=st.integers(0, 1))
    def ask_too_late(self, seat: int) -> None:
        with pytest.raises(PlayIsOver):
            self.game.decide(self.state, Pass(seat), self.chance)

    def take(self, action: Action) -> None:
        before, kept = self.state, repr(self.state)
        events, after = self.game.step(before, action, self.chance)

        assert self.game.decide(before, action, self.chance) == events
        playout = Playout(self.game, before, self.chance)
        assert (playout.follow(action), playout.state) == (events, after)
        assert playout.keep_up() == (), "the table has not done all it does by itself"
        assert folded(before, events) == after
        assert repr(before) == kept, "the old state has changed"
        check_audit(self, events)
        self.events, self.state = self.events + events, after

    @invariant()
    def everything_holds(self) -> None:
        check_everything(self.game, self.state)

    def teardown(self) -> None:
        if hasattr(self, "state"):
            stored = json.loads(json.dumps([plain_event(event) for event in self.events]))
            assert replay(self.events) == replay(map(read_event, stored)) == self.state


def folded(state: State, events: tuple[Event, ...]) -> State:
    for event in events:
        state = apply(state, event)
    return state


def check_audit(table: Table, events: tuple[Event, ...]) -> None:
    """One event tells what was asked, the first but for a shuffle it needs; asked again, the same follows."""
    (deed,) = (event for event in events if isinstance(event, SeatEvent))
    assert all(isinstance(event, PileShuffled) for event in events[: events.index(deed)])
    assert table.game.decide(table.state, deed.asked(), table.chance) == events


# No shrinking: it would play thousands of games to save a few lines of the report.
Table.TestCase.settings = settings(
    steady, max_examples=30, stateful_step_count=12, phases=[Phase.explicit, Phase.generate]
)
TestTable = Table.TestCase


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_every_game_ends_and_all_holds_on_the_way(name, seats, seed):
    game = random_game(name, seats, seed)

    for state in game.states[:: 2 + seed * 5]:
        check_everything(game.rules, state)
    end = final_state(game)
    check_everything(game.rules, end)
    assert end.phase == "over"
    assert end.winners


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_whole_game_replays_from_its_stored_events(name, seats):
    game = random_game(name, seats, seed=0)
    stored = json.dumps([plain_event(event) for event in game.events])

    assert replay(map(read_event, json.loads(stored))) == replay(game.events) == final_state(game)
