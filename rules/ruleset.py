"""A game is a list of rules. This file runs such a list; it knows no single rule."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol, get_args

from rules.actions import ACTIONS, Action
from rules.board import Board
from rules.chance import Chance
from rules.codec import check_types
from rules.events import Event, GameEnded, SeatScored
from rules.legal import LegalActions
from rules.position import Position
from rules.refusals import (
    AlreadyChosen,
    Malformed,
    NotNow,
    NotYourTurn,
    PlayIsOver,
    Refusal,
    UnknownAction,
    UnknownSeat,
    WrongOption,
    WrongSeatCount,
)
from rules.scoring import ScoreSheet, Scoring, add_up
from rules.state import SETUP_MOMENTS, Moment, Phase, State

Events = tuple[Event, ...]
SetupStep = Callable[[Position, Chance], Events]
Offers = tuple[Callable[[Position, int], Sequence[Action]], ...]


class Upkeep(Protocol):
    """What the table does by itself; no events: it is quiet."""

    @property
    def rules(self) -> tuple[str, ...]: ...
    @property
    def phases(self) -> tuple[str, ...]: ...

    def __call__(self, at: Position, chance: Chance, /) -> Events: ...


class Play(Protocol):
    """The rule module of one action."""

    @property
    def action(self) -> type[Any]: ...
    @property
    def moments(self) -> tuple[Moment, ...]: ...
    @property
    def rules(self) -> tuple[str, ...]: ...

    def candidates(self, at: Position, seat: int) -> Sequence[Action]:
        """The actions offered to a seat whose moment it is."""

    def check(self, at: Position, action: Any) -> None:
        """Raise a refusal unless the action is legal at this moment."""

    def events(self, at: Position, action: Any, chance: Chance) -> Events:
        """What follows from a legal action."""


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
    setup: tuple[SetupStep, ...]
    plays: tuple[Play, ...]
    upkeep: tuple[Upkeep, ...]
    scoring: tuple[Scoring, ...]
    rulings: tuple[str, ...] = field(default=())  # rules that no module above carries

    @property
    def name(self) -> str:
        """The id with its version, as it stands in a log: `london@1`."""
        return f"{self.id}@{self.version}"

    # -- playing -------------------------------------------------------------------------------

    def start(self, *, seats: int, chance: Chance, options: Mapping[str, str] | None = None) -> Events:
        """Set the table. The options are those of `self.options`."""
        state = State()
        state.ruleset, state.seats, state.options = self.name, seats, self.agreed(options, seats)
        position = Position(self, state)
        events: Events = ()
        for step in self.setup:
            new = step(position, chance)
            for event in new:
                event.fold(state)
            events += new
        return events + self._settle(position, chance)

    def legal_actions(self, state: State, seat: int) -> LegalActions:
        return LegalActions(self, state, seat)

    def decide(self, state: State, action: Action, chance: Chance) -> Events:
        """What follows if this is done now; raises a Refusal if it may not be."""
        return self.step(state, action, chance)[0]

    def step(self, state: State, action: Action, chance: Chance) -> tuple[Events, State]:
        """`decide`, with the state that follows: saves whoever needs both a second fold."""
        self.check(state, action)
        return self.follow(state, action, chance)

    def follow(self, state: State, action: Action, chance: Chance) -> tuple[Events, State]:
        """`step` without the check, for an action just offered by `legal_actions`."""
        play = self._play_in[state.phase][type(action)]
        draft = state.copy()
        position = Position(self, draft)
        events = play.events(position, action, chance)
        for event in events:
            event.fold(draft)
        return events + self._settle(position, chance), draft

    def check(self, state: State, action: Action) -> Play:
        """The play of a legal action; raises a Refusal for any other, whatever it is made of."""
        if type(action) not in ACTIONS.shapes:
            raise Malformed(problem=f"{type(action).__name__} is no action")
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
            raise NotNow(expected="the end of play")
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

    def plays_at(self, moment: Moment | None) -> tuple[Play, ...]:
        return self._plays.get(moment, ())

    @cached_property
    def _plays(self) -> dict[Moment | None, tuple[Play, ...]]:
        moments = {moment for play in self.plays for moment in play.moments}
        return {m: tuple(play for play in self.plays if m in play.moments) for m in moments}

    @cached_property
    def offers_at(self) -> Callable[[Moment | None], tuple[Offers, Offers]]:
        """What may be done at a moment; then what may be done only where that is nothing."""
        found = {moment: _split(self.plays_at(moment)) for moment in (None, *get_args(Moment))}
        return found.__getitem__

    @cached_property
    def _play_of(self) -> dict[Moment | None, dict[type, Play]]:
        return {m: {play.action: play for play in plays} for m, plays in self._plays.items()}

    @cached_property
    def _play_in(self) -> dict[Phase, dict[type, Play]]:
        """Within a phase the type of an action alone tells its play."""
        plays: dict[Phase, dict[type, Play]] = {"setup": {}, "play": {}}
        for moment, by_type in self._play_of.items():
            plays["setup" if moment in SETUP_MOMENTS else "play"] |= by_type
        return plays

    @cached_property
    def _upkeep(self) -> dict[Phase, tuple[Callable[[Position, Chance], Events], ...]]:
        """Their bound methods: an object is called in half the time that way."""
        return {p: tuple(u.__call__ for u in self.upkeep if p in u.phases) for p in get_args(Phase)}

    @cached_property
    def _actions(self) -> frozenset[type]:
        return frozenset(play.action for play in self.plays)

    # -- inside --------------------------------------------------------------------------------

    def _play_at(self, state: State, action: Action) -> Play:
        moment = state.moment(action.seat)
        if moment is None:
            raise _why_not_asked(state, action.seat)
        play = self._play_of[moment].get(type(action))
        if play is None:
            raise NotNow(expected=moment)
        return play

    def _settle(self, position: Position, chance: Chance) -> Events:
        """The first upkeep that speaks wins, again and again until all are quiet."""
        state, upkeep = position.state, self._upkeep
        events: Events = ()
        while True:
            for speak in upkeep[state.phase]:
                if new := speak(position, chance):
                    for event in new:
                        event.fold(state)
                    events += new
                    break
            else:
                return events

    def agreed(self, options: Mapping[str, str] | None, seats: int) -> dict[str, str]:
        """All options of a table, the defaults filled in; refuses what cannot be played."""
        if type(seats) is not int or seats not in self.seats:
            few, most = self.seats[0], self.seats[-1]
            raise WrongSeatCount(ruleset=self.name, fewest=few, most=most, seats=seats)
        agreed = {option.name: option.choices[0] for option in self.options}
        for name, value in (options or {}).items():
            choices = next((o.choices for o in self.options if o.name == name), ())
            if value not in choices or (value.isdigit() and int(value) >= seats):
                raise WrongOption(option=name, value=value, choices=choices)
            agreed[name] = value
        return agreed


def _split(plays: tuple[Play, ...]) -> tuple[Offers, Offers]:
    """The offers of the plays, those of a last resort apart: to be asked, they would ask all the others."""
    last = [play for play in plays if getattr(play, "is_last_resort", False)]
    return tuple(p.candidates for p in plays if p not in last), tuple(p.candidates for p in last)


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
