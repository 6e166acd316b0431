"""A game is a list of rules. This file runs such a list; it knows no single rule."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from rules.actions import ACTIONS, Action
from rules.agenda import Agenda, Events, Play, Upkeep
from rules.board import Board
from rules.chance import Chance
from rules.codec import check_types
from rules.events import Event, GameEnded, SeatScored
from rules.legal import LegalActions
from rules.playout import Playout
from rules.position import Position
from rules.refusals import (
    AlreadyChosen,
    Malformed,
    NotNow,
    NotYourTurn,
    PlayIsNotOver,
    PlayIsOver,
    Refusal,
    UnknownAction,
    UnknownOption,
    UnknownSeat,
    WrongOption,
    WrongSeatCount,
)
from rules.scoring import ScoreSheet, Scoring, add_up
from rules.state import State

SetupStep = Callable[[Position, Chance], Events]


@dataclass(frozen=True, slots=True)
class Option:
    """Something the table agrees on before it starts."""

    name: str
    choices: tuple[str, ...]  # the first one is the default
    text: str


@dataclass(frozen=True, kw_only=True)
class Ruleset:
    id: str
    version: int
    title: str
    seats: range
    board: Board
    options: tuple[Option, ...] = ()
    test_options: tuple[Option, ...] = ()  # for test tables only; absent from a table that does not name them
    setup: tuple[SetupStep, ...]
    plays: tuple[Play, ...]
    upkeep: tuple[Upkeep, ...]
    scoring: tuple[Scoring, ...]
    rulings: tuple[str, ...] = field(default=())  # rules that no module above carries

    @property
    def name(self) -> str:
        """The id with its version, as it stands in a log: `london@1`."""
        return f"{self.id}@{self.version}"

    @property
    def is_draft(self) -> bool:
        """Version 0 may still change. From 1 on a game keeps its behaviour, and games of it are recorded."""
        return self.version == 0

    # -- playing -------------------------------------------------------------------------------

    def start(self, *, seats: int, chance: Chance, options: Mapping[str, str] | None = None) -> Events:
        """Set the table. The options are those of `self.options`."""
        return self.begin(seats=seats, chance=chance, options=options)[0]

    def begin(
        self, *, seats: int, chance: Chance, options: Mapping[str, str] | None = None
    ) -> tuple[Events, Playout]:
        """`start`, with the game to play on."""
        state = State()
        state.ruleset, state.seats, state.options = self.name, seats, self.agreed(options, seats, test=True)
        playout = Playout(self, state, chance)
        events: Events = ()
        for step in self.setup:
            new = step(playout, chance)
            for event in new:
                event.fold(playout.state)
            events += new
        return events + playout.keep_up(), playout

    def legal_actions(self, state: State, seat: int) -> LegalActions:
        return LegalActions(self, state, seat)

    def decide(self, state: State, action: Action, chance: Chance) -> Events:
        """What follows if this is done now; raises a Refusal if it may not be."""
        return self.step(state, action, chance)[0]

    def step(self, state: State, action: Action, chance: Chance) -> tuple[Events, State]:
        """`decide`, with the state that follows: saves a caller that needs both a second fold."""
        self.check(state, action)
        playout = Playout(self, state, chance)
        return playout.follow(action), playout.state

    def check(self, state: State, action: Action) -> Play:
        """The play of a legal action; raises a Refusal for any other, whatever it is made of."""
        if type(action) not in ACTIONS.shapes:
            raise Malformed(problem=f"{type(action).__name__} is not an action")
        check_types(action)
        if type(action) not in self._actions:
            raise UnknownAction(action=ACTIONS.shapes[type(action)].name)
        if not 0 <= action.seat < state.seats:
            raise UnknownSeat(seat=action.seat)
        play = self._play_at(state, action)
        play.check(Position(self, state), action)
        return play

    def settle(self, state: State) -> Events:
        """Once play is over: the score sheet of each seat, then the end."""
        if state.phase != "scoring":
            raise PlayIsNotOver
        sheet = self.score(state)
        return (
            *(SeatScored(seat, sheet.total(seat), sheet.plain(seat)) for seat in range(state.seats)),
            GameEnded(sheet.winners),
        )

    def score(self, state: State) -> ScoreSheet:
        """The score sheet as it would be if the game ended now."""
        return add_up(Position(self, state), self.scoring)

    # -- reading -------------------------------------------------------------------------------

    @cached_property
    def rules(self) -> tuple[str, ...]:
        """The numbers of all rules this game follows."""
        parts = (*self.setup, *self.plays, *self.upkeep, *self.scoring)
        numbers = [number for part in parts for number in getattr(part, "rules", ())]
        return tuple(dict.fromkeys((*numbers, *self.rulings)))

    def closed_routes(self, state: State) -> frozenset[str]:
        """The free routes that no seat can claim any more."""
        closed = (play.closed(state) for play in self.plays if hasattr(play, "closed"))
        return frozenset[str]().union(*closed)

    @cached_property
    def agenda(self) -> Agenda:
        return Agenda(self.plays, self.upkeep)

    @cached_property
    def _actions(self) -> frozenset[type]:
        return frozenset(play.action for play in self.plays)

    # -- inside --------------------------------------------------------------------------------

    def _play_at(self, state: State, action: Action) -> Play:
        moment = state.moment(action.seat)
        if moment is None:
            raise _why_not_asked(state, action.seat)
        play = self.agenda.play_at[moment].get(type(action))
        if play is None:
            raise NotNow(expected=moment)
        return play

    def agreed(self, options: Mapping[str, str] | None, seats: int, *, test: bool = False) -> dict[str, str]:
        """All options of a table, the defaults filled in; refuses what cannot be played.

        `test`: it may be a test table. The rules play such a game like any other; who opens or audits a
        table asks whether it is one.
        """
        if type(seats) is not int or seats not in self.seats:
            few, most = self.seats[0], self.seats[-1]
            raise WrongSeatCount(ruleset=self.name, fewest=few, most=most, seats=seats)
        known = {option.name: option for option in (*self.options, *(self.test_options if test else ()))}
        agreed = {option.name: option.choices[0] for option in self.options}
        for name, value in (options or {}).items():
            if name not in known:
                raise UnknownOption(ruleset=self.name, option=name, options=list(known))
            choices = _choices(known[name], seats)
            if value not in choices:
                raise WrongOption(option=name, value=value, choices=choices)
            agreed[name] = value
        return agreed


def _choices(option: Option, seats: int) -> list[str]:
    """A choice that is a number means a seat, which the table must have."""
    return [choice for choice in option.choices if not choice.isdigit() or int(choice) < seats]


def _why_not_asked(state: State, seat: int) -> Refusal:
    if state.phase in ("scoring", "over"):
        return PlayIsOver()
    if state.phase == "setup":
        return AlreadyChosen(seat=seat)
    return NotYourTurn(seat=seat, to_act=list(state.to_act))


def apply(state: State, event: Event) -> State:
    """The state after the event; the one before stays as it was."""
    new = state.copy()
    event.fold(new)
    return new
