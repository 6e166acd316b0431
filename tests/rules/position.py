"""Positions in a few words, and given, when, then about them.

    position = table(board="A-B:2:red A-B:2:blue", hands=["bb"], claims={"A-B.1": 1})
    given(position).when(ClaimRoute(0, "A-B.2", cards("bb"))).refused(DoubleClosed)

A table is a real one, set and dealt by the ruleset, whose first turn has begun; what a test names
takes the place of what was dealt. Hands and tickets are empty unless they are named.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rules import Action, Event, Refusal, ScriptedChance, State, apply, replay, ruleset
from rules.events import TurnBegan
from rules.position import Position
from tests.rules.made_up import on_board

LETTERS = {"r": "red", "b": "blue", "g": "green", "k": "black", "o": "orange", "p": "purple", "*": "wild"}


def cards(text: str) -> tuple[str, ...]:
    """By letter (`"rr*"`) or by name, with numbers where wanted (`"2 red wild"`)."""
    if set(text) <= LETTERS.keys():
        return tuple(LETTERS[letter] for letter in text)
    return tuple(_named(text))


def _named(text: str) -> Iterator[str]:
    times = 1
    for word in text.split():
        if word.isdigit():
            times = int(word)
        else:
            yield from (word,) * times
            times = 1


# -- setting a table ---------------------------------------------------------------------------


def table(
    game: str = "berlin", *, board: str = "", tickets: str = "", seats: int = 2, turn: int = 0, **facts: Any
) -> Position:
    """A position of a real game, or with `board` (and the `tickets` printed for it) on a made-up one.

    Facts are fields of the state. Those told by seat (`hands`, `held` tickets, `pieces`) may leave
    out the last seats; `market`, `piles` and `discards` are told as cards are.
    """
    rules = on_board(game, board, tickets) if board else ruleset(game)
    options = {"fleet": "beginners"} if "fleet" in {option.name for option in rules.options} else {}
    started = rules.start(seats=seats, chance=ScriptedChance(), options=options)
    state = replay((*started, TurnBegan(turn)))
    state.offers, state.keep = ((),) * seats, (0,) * seats
    state.hands = tuple(dict(Counter(cards(hand))) for hand in _by_seat(facts.pop("hands", ()), seats, ""))
    state.tickets = tuple(tuple(held) for held in _by_seat(facts.pop("held", ()), seats, ()))
    pieces = _by_seat(facts.pop("pieces", ()), seats, {})
    state.pieces = tuple({**mine, **other} for mine, other in zip(state.pieces, pieces, strict=True))
    if "market" in facts:
        state.market = _market(facts.pop("market"), len(state.market))
    state.piles = {**state.piles, **_told(facts.pop("piles", {}))}
    state.discards = {**state.discards, **_told(facts.pop("discards", {}))}
    for name, value in facts.items():
        assert hasattr(state, name), f"a state has no {name}"
        setattr(state, name, value)
    return Position(rules, state)


def _by_seat(told: Sequence[Any], seats: int, nothing: Any) -> list[Any]:
    return [*told, *[nothing] * (seats - len(told))]


def _told(piles: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    return {pile: cards(text) for pile, text in piles.items()}


def _market(text: str, size: int) -> tuple[str | None, ...]:
    """Fewer cards than slots leave gaps at the end."""
    shown = cards(text)
    return (*shown, *(None,) * (size - len(shown)))


def start(
    game: str, *, seats: int = 2, shuffles: Mapping[str, str] | None = None, **options: str
) -> Position:
    """A table just set: the first tickets are on offer."""
    chance = ScriptedChance({label: cards(top) for label, top in (shuffles or {}).items()})
    rules = ruleset(game)
    return Position(rules, replay(rules.start(seats=seats, chance=chance, options=options)))


# -- given, when, then -------------------------------------------------------------------------


class Given:
    def __init__(self, position: Position, shuffles: Mapping[str, str]) -> None:
        self.rules, self.state = position.ruleset, position.state
        self.chance = ScriptedChance({label: cards(top) for label, top in shuffles.items()})

    def offered(self, seat: int) -> list[Action]:
        return list(self.rules.legal_actions(self.state, seat))

    def offers(self, *actions: Action) -> Given:
        for action in actions:
            assert action in self.offered(action.seat)
            assert action in self.rules.legal_actions(self.state, action.seat)
        return self

    def does_not_offer(self, *actions: Action) -> Given:
        for action in actions:
            assert action not in self.offered(action.seat)
            assert action not in self.rules.legal_actions(self.state, action.seat)
        return self

    def when(self, *actions: Action) -> Outcome:
        """The actions one after the other, until one is refused."""
        outcome = Outcome(self, self.state)
        for action in actions:
            outcome.do(action)
        return outcome


class Outcome:
    def __init__(self, given: Given, state: State) -> None:
        self._given, self._state = given, state
        self._events: tuple[Event, ...] = ()
        self._refusal: Refusal | None = None

    def do(self, action: Action) -> None:
        assert self._refusal is None, f"{self._refusal!r} came before {action}"
        before = self._state.copy()
        try:
            events = self._given.rules.decide(self._state, action, self._given.chance)
        except Refusal as refusal:
            self._refusal = refusal
            given(Position(self._given.rules, self._state)).does_not_offer(action)
            return
        assert self._state == before, "a decision must not touch the state it is made on"
        self._events += events
        for event in events:
            self._state = apply(self._state, event)

    @property
    def events(self) -> tuple[Event, ...]:
        if self._refusal:
            raise self._refusal
        return self._events

    @property
    def state(self) -> State:
        if self._refusal:
            raise self._refusal
        return self._state

    @property
    def position(self) -> Position:
        return Position(self._given.rules, self.state)

    def then(self, *expected: Event) -> Outcome:
        """These happened, in this order; others may have happened between."""
        left = iter(self.events)
        for event in expected:
            assert any(event == happened for happened in left), f"{event} is not in {self.events}"
        return self

    def then_only(self, *expected: Event) -> Outcome:
        assert self.events == expected
        return self

    def never(self, event: type[Event]) -> Outcome:
        assert not [happened for happened in self.events if isinstance(happened, event)]
        return self

    def refused(self, refusal: type[Refusal], **data: Any) -> None:
        """For this reason and no other, by a rule of this game; `data` names what it must tell."""
        assert type(self._refusal) is refusal, f"{self._refusal!r} after {self._events}"
        assert refusal.rule in self._given.rules.rules
        assert {**self._refusal.data, **data} == self._refusal.data


def given(position: Position, shuffles: Mapping[str, str] | None = None) -> Given:
    """`shuffles`: which cards come up first, by label (`{"transport#2": "rr*"}`)."""
    return Given(position, shuffles or {})
