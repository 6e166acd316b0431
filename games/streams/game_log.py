"""A game's log as something to listen to: its pages can be shown to any of its viewers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple
from uuid import UUID

from games.log import store, wakes
from games.log.entries import Entry
from games.log.fold import Folded
from games.log.sql import game_row, people_rows
from games.log.viewer import AUDITOR, SPECTATOR, Viewer
from games.models import Game, Player
from games.play.answers import entries_answer
from games.play.visibility import is_visible, seat_among
from games.streams.source import READ_AT_ONCE, Head
from games.streams.wire import Form, json_of
from games.table.events import TABLE_EVENTS


class RenderedEntry(NamedTuple):
    """An entry as JSON, for each viewer who reads more of it than a spectator, and for a spectator."""

    seq: int
    bodies: dict[Viewer, bytes]


class GamePage:
    """Entries of one log after `after`, in order and without a gap."""

    def __init__(self, game_id: UUID, after: int, entries: list[Entry], folded: Folded) -> None:
        self.after, self.is_empty = after, not entries
        self.head = Head(folded.seq, {"version": folded.seq, "hash": folded.hash})
        self.is_over = folded.is_over
        self.table: tuple[Game, dict[int, Player]] | None = None
        self._rendered = [_rendered(game_id, entry, folded) for entry in entries]
        self._made: dict[tuple[int, Viewer, Form], bytes] = {}

    def admit(self, viewer: Viewer) -> Viewer | None:
        """The viewer where they sit after this page; None if the game is no longer visible to them."""
        if self.table is None:
            return viewer
        game, people = self.table
        seat = seat_among(people, viewer.player)
        now = Viewer(viewer.player, seat, sees_all=seat is None and viewer.sees_all)
        return now if is_visible(game, now) else None

    def messages(self, viewer: Viewer, form: Form, after: int) -> Iterable[tuple[int, bytes]]:
        """What this viewer may read after `after`; what several of them read alike is made once."""
        for seq, bodies in self._rendered[max(0, after - self.after) :]:
            reader = viewer if viewer in bodies else SPECTATOR
            key = seq, reader, form
            if key not in self._made:
                self._made[key] = form(GameSource.tells, bodies[reader], seq)
            yield seq, self._made[key]


def _rendered(game_id: UUID, entry: Entry, folded: Folded) -> RenderedEntry:
    sealed = entry["sealed"]
    readers = {SPECTATOR, AUDITOR, Viewer(seat=sealed.get("to"))} if sealed else {SPECTATOR}
    answers = {reader: entries_answer(game_id, folded, [entry], reader)[0] for reader in readers}
    return RenderedEntry(entry["seq"], {reader: json_of(answer) for reader, answer in answers.items()})


def game_page(game_id: UUID, after: int, head: int) -> GamePage:
    entries = store.entries_of(game_id, after=after, limit=READ_AT_ONCE)
    store.states.learn(game_id, entries)
    newest = max(head, entries[-1]["seq"] if entries else 0)
    page = GamePage(game_id, after, entries, store.states.load(game_id, newest))
    if any(entry["type"] in TABLE_EVENTS.by_name for entry in entries):
        game = game_row(game_id)
        if game is not None:
            page.table = game, people_rows(game_id)  # after the entries, so never older than they are
    return page


class GameSource:
    """A game to listen to."""

    kind: Final = "game"
    tells: Final = "event"

    def __init__(self, game_id: UUID) -> None:
        self.id, self.channel = game_id, wakes.channel(game_id)

    def read(self, after: int, head: int) -> GamePage:
        return game_page(self.id, after, head)

    @staticmethod
    def heads(ids: list[UUID]) -> dict[UUID, Head]:
        rows = Game.objects.filter(pk__in=ids).values_list("id", "version", "hash")
        return {game: Head(version, {"version": version, "hash": hash_}) for game, version, hash_ in rows}
