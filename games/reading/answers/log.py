"""Whose turn it is, what they can do, and what came of it."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar
from uuid import UUID

from games.http.answers import UNSET, Absent, Cursor, component
from games.log import outcome as changes
from games.log.entries import Entry
from games.log.seeds import key_of
from games.log.viewer import Viewer
from games.reading import examples
from games.reading.answers.games import seen
from games.reading.answers.members import Event, Moment, Position, Seat, Standing, Turn, View
from rules import Event as GameEvent
from rules import plain_action, ruleset
from rules.codec import split
from rules.events import EVENTS
from rules.table.fold import Folded
from rules.table.state import Status

Plain = dict[str, Any]


class ActionList(Standing):
    seat: Seat
    moment: Absent[Moment] = UNSET
    items: list[Annotated[Plain, component("Action")]]
    next: Cursor
    example: ClassVar = ("Your turn", examples.OFFERED)


class Outcome(Position):
    seat: Absent[Seat] = UNSET
    view: Absent[View] = UNSET
    events: list[Event]
    example: ClassVar = ("A card was drawn", examples.outcome(examples.READ_BY_SEAT))


class Preview(Standing):
    events: list[Annotated[Plain, component("PreviewEvent")]]
    example: ClassVar = (
        "A dry run",
        {
            "version": 24,
            "hash": examples.BEFORE,
            "events": [{"type": "card_drawn", "v": 1, "public": {"seat": 0, "pile": "transport"}}],
        },
    )


class EventList(Standing):
    items: list[Event]
    next: Cursor
    example: ClassVar = (
        "As the others read it",
        {"version": 25, "hash": examples.HASH, "items": [examples.DRAWN], "next": None},
    )


def turn(folded: Folded, viewer: Viewer) -> Turn:
    """Whose turn it is at this version and, for a seat that has to act, what it has to decide."""
    answer = Turn(version=folded.seq, to_act=list(folded.to_act))
    if folded.state is not None and viewer.seat in folded.people_to_act:
        answer.moment = folded.state.moment(viewer.seat) or UNSET
    return answer


def actions_answer(folded: Folded, seat: int) -> ActionList:
    """The legal actions of the seat, each a complete body for `act`."""
    playing = folded.state if folded.status is Status.PLAYING else None
    return ActionList(
        version=folded.seq,
        hash=folded.hash,
        seat=seat,
        moment=(playing.moment(seat) if playing else None) or UNSET,
        items=fresh_actions(folded, seat),
        next=None,
    )


def fresh_actions(folded: Folded, seat: int) -> list[Plain]:
    if folded.state is None or folded.status is not Status.PLAYING or folded.table.chairs[seat].played_by:
        return []
    offered = ruleset(folded.table.ruleset).legal_actions(folded.state, seat)
    return [_body(plain_action(action)) for action in offered]


def _body(action: Plain) -> Plain:
    """The action without its seat, which is always the caller's."""
    return {name: value for name, value in action.items() if name != "seat"}


def outcome_answer(outcome: changes.Outcome, seat: int | None) -> Outcome:
    """The events that an action caused, and the game after them."""
    viewer, folded = Viewer(seat=seat), outcome.folded
    events = entries_answer(outcome.game.id, folded, outcome.entries, viewer)
    return Outcome(status=folded.status, events=events, **seen(folded, viewer))


def preview_answer(event: GameEvent) -> Plain:
    """An event of a dry run, as the seat may read it."""
    shape = EVENTS.shapes[type(event)]
    public, private = split(event, shape)
    return {"type": shape.name, "v": event.v, "public": public, **({"private": private} if private else {})}


def entries_answer(game_id: UUID, folded: Folded, entries: list[Entry], viewer: Viewer) -> list[Plain]:
    key = key_of(game_id, folded.table) if _has_seals(entries) else b""
    return [viewer.entry(entry, key=key, over=folded.is_finished) for entry in entries]


def _has_seals(entries: list[Entry]) -> bool:
    return any(entry["sealed"] for entry in entries)
