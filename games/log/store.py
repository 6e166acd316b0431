"""The event store: makes the entries of new events, reads them back and folds them."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from games.failures import SealingKeyMissing, Unreadable
from games.log.entries import Entry, Signature, seal_of
from games.log.models import Game
from games.log.seeds import box_of
from games.sql import fetch, timestamp_of
from proof.chain import commit, link, salt_for
from rules.codec import split
from rules.table.clock import timestamp
from rules.table.fold import (
    NOTHING_BEFORE,
    Folded,
    LogEvent,
    Row,
    actor_of,
    fold,
    fold_events,
    maker_of,
    shape_of,
)

STATES_KEPT: Final = 2000


def continued(
    game: UUID,
    folded: Folded,
    events: Sequence[LogEvent],
    *,
    at: datetime,
    key: bytes,
    signature: Signature | None = None,
) -> tuple[Folded, list[Entry]]:
    """The folded game after these events, and their entries, which the caller has to store.

    `key` is the game key, which salts the seals; before the start nothing is sealed. `signature`: of the
    action, which the first event tells.
    """
    entries: list[Entry] = []
    prev = folded.hash
    for seq, event in enumerate(events, start=folded.seq + 1):
        entry = _entry(game, seq, event, signature, at=at, key=key)
        signature = None
        entry["by"] = maker_of(event, folded.table)
        entry["prev"], entry["hash"] = prev, link(prev, entry)
        prev = entry["hash"]
        entries.append(entry)
    steps = ((event, e["seq"], e["hash"], at) for event, e in zip(events, entries, strict=True))
    return fold_events(folded, steps), entries


def _entry(
    game: UUID, seq: int, event: LogEvent, signature: Signature | None, *, at: datetime, key: bytes
) -> Entry:
    shape = shape_of(event)
    public, private = split(event, shape)
    if signature and shape.chosen_secretly:  # who knows the player's key could try which choice it fits
        private["signature"], signature = signature, None
    entry = Entry(
        game=str(game),
        seq=seq,
        type=shape.name,
        v=event.v,
        actor=actor_of(event),
        by=None,
        at=timestamp(at),
        public=public,
        sealed=None,
        signature=signature,
        prev="",
        hash="",
        private=private or None,
    )
    if private:
        to = getattr(event, "seat") if shape.private else None  # noqa: B009 (what is private has a seat)
        entry["sealed"] = seal_of(commit(salt_for(key, seq), private), to)
    return entry


def parsed_time(text: str) -> datetime:
    """The inverse of `timestamp`."""
    return datetime.fromisoformat(text)


def _opened(game: UUID, seq: int, private: bytes | None) -> dict[str, Any] | None:
    opened: dict[str, Any] | None = None if private is None else box_of(game).open(private, place_of(seq))
    return opened


def place_of(seq: int) -> str:
    """The name of a row, to which what is encrypted in it belongs."""
    return f"event {seq}"


# -- reading -----------------------------------------------------------------------------------

# Rows instead of models: an export reads hundreds, and creating models would dominate its cost.
ENTRIES: Final = f"""
SELECT event.seq, game.origin, event.type, event.v, event.actor, event.by, {timestamp_of("event.at")},
    event.signature, event.public, event.private, event.sealed_to, event.commit, event.hash
FROM games_event event JOIN games_game game ON game.id = event.game_id
WHERE event.game_id = %s AND event.seq >= %s ORDER BY event.seq LIMIT %s
"""  # noqa: S608 – no value in it
ROWS: Final = """
SELECT seq, type, v, at, public, private, hash FROM games_event
WHERE game_id = %s AND seq > %s AND seq <= %s ORDER BY seq
"""
NO_END: Final = 2**31 - 1  # the greatest number of an event


def entries_of(game: UUID, *, after: int = 0, limit: int | None = None) -> list[Entry]:
    """Entries of the log, private parts included: redact them before showing them to anyone.

    One that cannot be decrypted has no private part, and an audit reports it.
    """
    rows = fetch(ENTRIES, game, after, None if limit is None else limit + bool(after))
    prev = NOTHING_BEFORE
    if rows and rows[0][0] == after:
        prev = rows.pop(0)[-1].hex()
    entries = []
    for row in rows[:limit]:
        entries.append(_entry_of(game, prev, *row))
        prev = entries[-1]["hash"]
    return entries


def _entry_of(game: UUID, prev: str, *row: Any) -> Entry:
    seq, origin, kind, v, actor, by, at, signature, public, private, sealed_to, committed, head = row
    return Entry(
        game=str(origin or game),  # an import keeps the id in its log
        seq=seq,
        type=kind,
        v=v,
        actor=actor,
        by=by,
        at=at,
        public=public,
        sealed=None if committed is None else seal_of(committed.hex(), sealed_to),
        signature=signature,
        prev=prev,
        hash=head.hex(),
        private=_opened_if_sound(game, seq, private),
    )


def _opened_if_sound(game: UUID, seq: int, private: bytes | None) -> dict[str, Any] | None:
    try:
        return _opened(game, seq, private)
    except SealingKeyMissing:
        raise
    except Unreadable:
        return None


def row_of(entry: Entry) -> Row:
    return Row._make(parsed_time(entry["at"]) if name == "at" else entry[name] for name in Row._fields)  # type: ignore[literal-required]


def rows_of(game: UUID, *, after: int = 0, upto: int = NO_END) -> Iterator[Row]:
    for seq, kind, v, at, public, private, head in fetch(ROWS, game, after, upto):
        yield Row(seq, kind, v, at, public, _opened(game, seq, private), head.hex())


def version_now(game: UUID) -> int:
    return Game.objects.values_list("version", flat=True).get(pk=game)


def as_of(game: UUID, seq: int) -> Folded:
    """The game as of this event."""
    known = states.get(game)
    start = known if known.seq <= seq else Folded()
    return start if start.seq == seq else fold(start, rows_of(game, after=start.seq, upto=seq))


class States:
    """A cache of folded games. A load reads only the events since the cached version.

    Only committed versions are cached, so an entry can be outdated but never wrong.
    """

    def __init__(self, size: int) -> None:
        self._size, self._lock = size, threading.Lock()
        self._kept: OrderedDict[UUID, Folded] = OrderedDict()

    def load(self, game: UUID, version: int) -> Folded:
        """The game at this version, or at a newer one if that is cached."""
        known = self.get(game)
        if known.seq >= version:
            return known
        folded = fold(known, rows_of(game, after=known.seq, upto=version))
        self.keep(game, folded)
        return folded

    def learn(self, game: UUID, entries: Sequence[Entry]) -> None:
        """Cache entries that were read anyway, if they continue the cached version."""
        known = self.get(game)
        new = [row_of(entry) for entry in entries if entry["seq"] > known.seq]
        if new and new[0].seq == known.seq + 1:
            self.keep(game, fold(known, new))

    def load_exactly(self, game: UUID, version: int, head: str) -> Folded:
        """The game at exactly the version and hash of its locked row, even after a database restore."""
        folded = self.load(game, version)
        if (folded.seq, folded.hash) == (version, head):
            return folded
        self.forget(game)
        return self.load(game, version)

    def forget(self, game: UUID) -> None:
        with self._lock:
            self._kept.pop(game, None)

    def get(self, game: UUID) -> Folded:
        with self._lock:
            if game in self._kept:
                self._kept.move_to_end(game)
            return self._kept.get(game, Folded())

    def keep(self, game: UUID, folded: Folded) -> None:
        """Call this only with committed versions."""
        with self._lock:
            known = self._kept.get(game)
            if known is None or known.seq < folded.seq:
                self._kept[game] = folded
                self._kept.move_to_end(game)
            while len(self._kept) > self._size:
                self._kept.popitem(last=False)

    def clear(self) -> None:
        with self._lock:
            self._kept.clear()


states = States(STATES_KEPT)
