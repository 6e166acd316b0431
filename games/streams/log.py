"""A game's log as something to listen to: its pages can be shown to any of its viewers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from django.http import Http404

from games import feed, store
from games.api.answers import entries_answer
from games.entries import Entry
from games.folding import Folded
from games.models import Game, Player
from games.rows import game_row, people_rows
from games.selectors.games import check_visible, seat_among
from games.sight import SPECTATOR, Sight
from games.streams.source import READ_AT_ONCE, Head, Viewer
from games.streams.wire import Form, json_of
from games.table.events import TABLE_EVENTS


@dataclass(frozen=True, slots=True)
class Told:
    """An entry as JSON: as all read it, and as the seat does that its sealed part belongs to."""

    seq: int
    to: int | None
    for_all: bytes
    for_seat: bytes


class GamePage:
    """Entries of one log behind `after`, in order and without a gap."""

    def __init__(self, after: int, entries: list[Entry], folded: Folded) -> None:
        self.after, self.is_empty = after, not entries
        self.head = Head(folded.seq, {"version": folded.seq, "hash": folded.hash})
        self.is_over = folded.status in (Game.Status.FINISHED, Game.Status.CLOSED)
        self.table: tuple[Game, dict[int, Player]] | None = None
        self._told = [_told(entry, folded) for entry in entries]
        self._made: dict[tuple[int, bool, Form], bytes] = {}

    def admits(self, viewer: Viewer) -> bool:
        """Whether they may go on listening; if anybody sat down or got up, where they sit is seen to."""
        if self.table is None:
            return True
        game, people = self.table
        viewer.seat = seat_among(people, viewer.player)
        try:
            check_visible(game, viewer.seat, viewer.player)
        except Http404:
            return False
        return True

    def messages(self, viewer: Viewer, form: Form, after: int) -> Iterable[tuple[int, bytes]]:
        """What this viewer may read behind `after`; what several read alike is made once."""
        for told in self._told[max(0, after - self.after) :]:
            is_own = told.to is not None and told.to == viewer.seat
            key = told.seq, is_own, form
            if key not in self._made:
                self._made[key] = form(GameSource.tells, told.for_seat if is_own else told.for_all, told.seq)
            yield told.seq, self._made[key]


def _told(entry: Entry, folded: Folded) -> Told:
    to = (entry["sealed"] or {}).get("to")
    (for_all,) = entries_answer(folded, [entry], SPECTATOR)
    (for_seat,) = entries_answer(folded, [entry], Sight(to)) if to is not None else (for_all,)
    return Told(entry["seq"], to, json_of(for_all), b"" if to is None else json_of(for_seat))


def game_page(game_id: UUID, after: int, head: int) -> GamePage:
    entries = store.entries_of(game_id, after=after, limit=READ_AT_ONCE)
    store.states.learn(game_id, entries)
    newest = max(head, entries[-1]["seq"] if entries else 0)
    page = GamePage(after, entries, store.states.load(game_id, newest))
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
        self.id, self.channel = game_id, feed.channel(game_id)

    def read(self, after: int, head: int) -> GamePage:
        return game_page(self.id, after, head)

    @staticmethod
    def heads(ids: list[UUID]) -> dict[UUID, Head]:
        rows = Game.objects.filter(pk__in=ids).values_list("id", "version", "hash")
        return {game: Head(version, {"version": version, "hash": hash_}) for game, version, hash_ in rows}
