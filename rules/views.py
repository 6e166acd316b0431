"""What one seat, or a spectator, may know. Players and bots get views, never the state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cache
from typing import Any, Final, TypeVar, get_args, get_type_hints

from rules.cards import Face, Hand, listed
from rules.declare import HIDDEN, private
from rules.events.base import EVENTS, Event
from rules.moments import Moment
from rules.state import Phase, State

V = TypeVar("V", "View", "SeatView")


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatView:
    """A seat as the viewer sees it. A private field is None for everyone else until the end."""

    seat: int
    score: int
    cards: Mapping[str, int]  # how many of each pile are in the hand: their backs can be seen
    tickets_held: int
    pieces: Mapping[str, int]
    box: Mapping[str, int]
    goods: int
    has_chosen: bool  # a secret choice is made and not yet revealed
    hand: tuple[Face, ...] | None = private()
    tickets: tuple[str, ...] | None = private()
    offer: tuple[str, ...] | None = private()  # tickets to decide on, if there are any
    keep: int | None = private()  # how many of them must be kept
    sheet: tuple[Mapping[str, Any], ...] | None  # the lines of the score sheet, once it is drawn up


CLOSED: Final = {one.name: None for one in fields(SeatView) if "seen_by" in one.metadata}


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    ruleset: str
    options: Mapping[str, str]
    viewer: int | None  # None: a spectator
    phase: Phase
    moment: Moment | None  # what the viewer is asked to decide
    to_act: tuple[int, ...]
    first: int
    turn: int | None
    drawn: int
    passes: int
    turns_left: int | None
    market: tuple[Face | None, ...]
    sweeps: int
    piles: Mapping[str, int]
    shuffles: Mapping[str, int]
    discards: Mapping[Face, int]
    goods_left: int
    claims: Mapping[str, int]
    harbours: Mapping[str, int]
    seats: tuple[SeatView, ...]
    winners: tuple[int, ...]


def view_for(state: State, seat: int | None) -> View:
    """The table as this seat sees it; None is a spectator. After the end everything is open."""
    return View(
        ruleset=state.ruleset,
        options=state.options,
        viewer=seat,
        phase=state.phase,
        moment=None if seat is None else state.moment(seat),
        to_act=state.to_act,
        first=state.first,
        turn=state.turn if state.phase == "play" else None,
        drawn=state.drawn,
        passes=state.passes,
        turns_left=state.turns_left,
        market=state.market,
        sweeps=state.sweeps,
        piles={pile: len(cards) for pile, cards in state.piles.items()},
        shuffles=state.shuffles,
        discards=_counted(state),
        goods_left=state.goods_left,
        claims=state.claims,
        harbours=state.harbours,
        seats=tuple(_seat_view(state, other, seat) for other in range(state.seats)),
        winners=state.winners,
    )


def open_view(state: State) -> View:
    """The table as one sees it who may look into every hand."""
    seats = tuple(_seat_view(state, seat, seat) for seat in range(state.seats))
    return replace(view_for(state, None), seats=seats)


def _counted(state: State) -> Hand:
    """Discards lie open, but in no order: a shuffle does not care for it."""
    counts = Counter(card for cards in state.discards.values() for card in cards)
    return {card: counts[card] for card in sorted(counts)}


def _seat_view(state: State, seat: int, viewer: int | None) -> SeatView:
    is_open = seat == viewer or state.phase == "over"
    return SeatView(
        seat=seat,
        score=state.scores[seat],
        cards=_backs(state, seat),
        tickets_held=len(state.tickets[seat]),
        pieces=state.pieces[seat],
        box=state.box[seat],
        goods=state.goods[seat],
        has_chosen=state.choices[seat] is not None,
        sheet=state.scored[seat] or None,
        **(_secrets(state, seat) if is_open else CLOSED),
    )


def _secrets(state: State, seat: int) -> dict[str, Any]:
    """The private fields. One that is computed elsewhere is passed twice, which Python refuses."""
    offer = state.offers[seat] or None
    return {
        "hand": listed(state.hands[seat]),
        "tickets": state.tickets[seat],
        "offer": offer,
        "keep": state.keep[seat] if offer else None,
    }


def _backs(state: State, seat: int) -> dict[str, int]:
    backs = dict.fromkeys(state.discards, 0)
    for card, count in state.hands[seat].items():
        backs[state.pile_of[card]] += count
    return backs


def redact(event: Event, seat: int | None) -> Event:
    """The event as this seat may read it before the end."""
    shape = EVENTS.shapes[type(event)]
    hidden = shape.secret if shape.private and _concerns(event, seat) else shape.hidden
    return replace(event, **dict.fromkeys(hidden, HIDDEN)) if hidden else event  # type: ignore[type-var]  # records are dataclasses


def _concerns(event: Event, seat: int | None) -> bool:
    return seat is not None and getattr(event, "seat", None) == seat


def plain_view(view: Any) -> Any:
    """The view as plain dicts and lists; what is None is left out.

    Most of a view are numbers and words, so those are not worth a call.
    """
    kind: type = type(view)
    if names := _field_names(kind):
        return {
            name: value if type(value) in _SCALARS else plain_view(value)
            for name in names
            if (value := getattr(view, name)) is not None
        }
    if kind is dict or isinstance(view, Mapping):
        return {key: value if type(value) in _SCALARS else plain_view(value) for key, value in view.items()}
    if isinstance(view, (tuple, list)):
        return [value if type(value) in _SCALARS else plain_view(value) for value in view]
    return view


_SCALARS = frozenset((str, int, bool, float, type(None)))


@cache
def _field_names(kind: type) -> tuple[str, ...]:
    """The fields of a dataclass; empty for other types."""
    return tuple(field.name for field in fields(kind)) if is_dataclass(kind) else ()


class UnreadableView(ValueError):
    """A dict that is not a view."""


def read_view(plain: Mapping[str, Any]) -> View:
    """The view that a plain dict, fresh from JSON, stands for. What it has beyond a view is left aside."""
    seats = [_read(SeatView, seat) for seat in plain.get("seats", ())]
    return _read(View, {**plain, "seats": seats or None})


def _read(cls: type[V], plain: Mapping[str, Any]) -> V:
    values: dict[str, Any] = {field.name: plain.get(field.name) for field in fields(cls)}
    if missing := [name for name in NEEDED[cls] if values[name] is None]:
        raise UnreadableView(f"{cls.__name__} lacks {', '.join(missing)}")
    for name, value in values.items():
        values[name] = tuple(value) if isinstance(value, list) else value
    return cls(**values)


def _needed(cls: type[View | SeatView]) -> tuple[str, ...]:
    """The fields that cannot be None."""
    hints = get_type_hints(cls)
    return tuple(field.name for field in fields(cls) if type(None) not in get_args(hints[field.name]))


NEEDED: Final = {cls: _needed(cls) for cls in (View, SeatView)}
