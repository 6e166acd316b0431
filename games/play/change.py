"""One transaction for one change of a game, whoever asks for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import UUID

from django.db import transaction

from games.log import store, wakes
from games.log.entries import Entry
from games.log.fold import Folded, LogEvent
from games.log.projection import project_game, save_seats
from games.log.seeds import key_of
from games.log.sql import game_row, game_save
from games.models import Game
from games.play.dispatch import attend
from games.play.selectors import no_such_game
from rules import KeyedChance


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a change led to: the new entries of the log, and the game behind them."""

    game: Game
    folded: Folded
    entries: list[Entry]
    replayed: bool = False


def now() -> datetime:
    return datetime.now(UTC)


class Change:
    """A game under its lock, with its log folded to the end."""

    def __init__(self, game: Game, folded: Folded, *, attended: bool = False) -> None:
        self.game, self.before, self.folded, self.attended = game, folded, folded, attended
        self.now = now()
        self.entries: list[Entry] = []

    @property
    def chance(self) -> KeyedChance:
        return KeyedChance(self.key)

    @property
    def key(self) -> bytes:
        return key_of(self.game.id, tuple(self.folded.table.client_seeds))

    def write(self, events: Sequence[LogEvent], *, cause: str | None = None) -> None:
        started = self.folded.table.status != "open"
        self.folded, entries = store.append(
            self.game.id,
            self.folded,
            events,
            at=self.now,
            key=self.key if started else b"",
            cause=cause,
        )
        self.entries += entries

    def outcome(self) -> Outcome:
        return Outcome(self.game, self.folded, self.entries)

    def save(self) -> None:
        """The projection, in the same transaction; and who must hear of it, once that is committed."""
        if self.folded is self.before:
            return
        project_game(self.game, self.folded)
        game_save(self.game)
        if self.folded.table is not self.before.table:
            save_seats(self.game, self.folded)
        transaction.on_commit(self._announce, robust=True)  # the change is safe, whoever cannot be told

    def _announce(self) -> None:
        store.states.keep(self.game.id, self.folded)
        wakes.wake(self.game.id, self.folded)
        if not self.attended:
            attend(self.game.id, self.folded)


@contextmanager
def changing(game_id: UUID, *, attended: bool = False) -> Iterator[Change]:
    """Lock the game, load it, and save what is written inside the block. A refusal undoes it all.

    `attended`: the caller does itself what is then due, so nobody is sent for.
    """
    with transaction.atomic():
        game = game_row(game_id, lock=True)
        if game is None:
            raise no_such_game()
        folded = store.states.load_exactly(game.id, game.version, game.hash)
        change = Change(game, folded, attended=attended)
        yield change
        change.save()
