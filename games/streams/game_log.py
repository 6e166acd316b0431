"""The log of a game as a source of streams. A page is read once and rendered for each viewer."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, Final, NamedTuple, cast
from uuid import UUID

import msgspec
from msgspec import Raw
from msgspec.structs import asdict

from games.accounts.models import Player
from games.http.renderer import json_of
from games.log import store, wakes
from games.log.entries import Entry
from games.log.models import Game
from games.log.sql import game_and_people
from games.log.viewer import AUDITOR, SPECTATOR, Viewer
from games.reading import answers
from games.reading.guests import invited_players
from games.reading.visibility import VisibleGame, is_host, is_visible_uninvited, seat_among
from games.streams.answers import EventMessage, Heartbeat, HeartbeatMessage, ViewMessage
from games.streams.source import READ_AT_ONCE, Head
from games.streams.wire import Form
from rules.table.base import TABLE_EVENTS
from rules.table.fold import Folded


class Gathering(NamedTuple):
    """Who is at the table and, if it is open, who is invited."""

    game: Game
    people: dict[int, Player]
    invited: frozenset[UUID]


class RenderedEntry(NamedTuple):
    """An entry as JSON: for a spectator, and for each viewer who may read more of it."""

    seq: int
    bodies: dict[Viewer, bytes]


class GamePage:
    """Entries of one log after `after`, in order and without a gap."""

    def __init__(
        self, game_id: UUID, after: int, entries: list[Entry], folded: Folded, table: Gathering | None
    ) -> None:
        self.after, self.is_empty = after, not entries
        self.head = head_of(folded)
        self.is_over = folded.is_over
        self._folded, self._table = folded, table
        self._rendered = [_rendered(game_id, entry, folded) for entry in entries]
        self._made: dict[tuple[int, Viewer, Form], bytes] = {}
        self._views: dict[tuple[Viewer, bool], bytes] = {}

    def admit(self, viewer: Viewer) -> Viewer | None:
        """The viewer with their seat after this page; None if the game is no longer visible to them.

        It is called in the event loop, so it makes no query.
        """
        if self._table is None:
            return viewer
        game, people, invited = self._table
        seat = seat_among(people, viewer.player)
        now = Viewer(viewer.player, seat, sees_all=seat is None and viewer.sees_all)
        is_invited = viewer.player is not None and viewer.player.pk in invited
        return now if is_invited or is_visible_uninvited(game, now) else None

    def messages(self, viewer: Viewer, form: Form, after: int) -> Iterable[tuple[int, bytes]]:
        """What this viewer may read after `after`. Messages that viewers share are rendered once."""
        fresh = self._rendered[max(0, after - self.after) :]
        turn = asdict(answers.turn(self._folded, viewer)) if fresh else {}
        for seq, bodies in fresh:
            key = seq, viewer, form
            if key not in self._made:
                event = Raw(bodies.get(viewer) or bodies[SPECTATOR])
                self._made[key] = form(EventMessage(id=seq, data=answers.NewEvent(event=event, **turn)))
            yield seq, self._made[key]

    def draw(self, viewers: Collection[Viewer]) -> None:
        """Render a view for each of them. It reads the database, so it is called in a thread."""
        for viewer in map(self.admit, viewers):
            if viewer and self._table and (key := self._audience(viewer)) not in self._views:
                found = VisibleGame(self._table.game, self._table.people, viewer)
                self._views[key] = json_of(answers.game_answer(found, self._folded))

    def view(self, viewer: Viewer, form: Form) -> bytes | None:
        body = self._views.get(self._audience(viewer))
        return form(ViewMessage(id=self.head.number, data=Raw(body))) if body else None

    def _audience(self, viewer: Viewer) -> tuple[Viewer, bool]:
        """A key that is equal for viewers who see the same. The host also sees the invite code."""
        return viewer, self._table is not None and is_host(self._table.game, viewer.player)


def _rendered(game_id: UUID, entry: Entry, folded: Folded) -> RenderedEntry:
    sealed = entry["sealed"]
    readers = {SPECTATOR, AUDITOR, Viewer(seat=sealed.get("to"))} if sealed else {SPECTATOR}
    bodies = {
        reader: json_of(answers.entries_answer(game_id, folded, [entry], reader)[0]) for reader in readers
    }
    return RenderedEntry(entry["seq"], bodies)


def head_of(folded: Folded) -> Head:
    facts = {**_turn(folded, SPECTATOR), "hash": folded.hash}
    return Head(folded.seq, facts, {seat: _turn(folded, Viewer(seat=seat)) for seat in folded.people_to_act})


def _turn(folded: Folded, viewer: Viewer) -> dict[str, Any]:
    return cast("dict[str, Any]", msgspec.to_builtins(answers.turn(folded, viewer)))


def table_of(game_id: UUID) -> Gathering | None:
    row = game_and_people(game_id)
    return Gathering(*row, invited_players(row[0])) if row else None


def game_page(game_id: UUID, after: int, head: int, viewers: Collection[Viewer]) -> GamePage:
    entries = store.entries_of(game_id, after=after, limit=READ_AT_ONCE)
    store.states.learn(game_id, entries)
    newest, table = max(head, entries[-1]["seq"] if entries else 0), None
    if entries and (viewers or any(entry["type"] in TABLE_EVENTS.by_name for entry in entries)):
        table = table_of(game_id)  # read after the entries, so never older
    if table:
        newest = max(newest, table.game.version)
    page = GamePage(game_id, after, entries, store.states.load(game_id, newest), table)
    page.draw(viewers)
    return page


class GameSource:
    """The log of one game."""

    kind: Final = "game"
    message_name: Final = "event"

    def __init__(self, game_id: UUID) -> None:
        self.id, self.channel = game_id, wakes.channel(game_id)

    @staticmethod
    def heartbeat(facts: dict[str, Any], at: str) -> HeartbeatMessage:
        return HeartbeatMessage(data=Heartbeat(**facts, time=at))

    def read(self, after: int, head: int, viewers: Collection[Viewer]) -> GamePage:
        return game_page(self.id, after, head, viewers)

    @staticmethod
    def heads(ids: list[UUID]) -> dict[UUID, Head]:
        rows = Game.objects.filter(pk__in=ids).values_list("id", "version")
        return {game: Head(version) for game, version in rows}
