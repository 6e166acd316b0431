"""The transaction of every change to a game, whether by a player, a bot or the clock."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from uuid import UUID, uuid4

from django.db import transaction

from games.log import store, wakes
from games.log.entries import Entry
from games.log.fold import Folded, LogEvent
from games.log.projection import project_game, save_seats
from games.log.seeds import key_of, seed_unseal
from games.log.sql import game_locked, game_save
from games.models import Game
from games.play.dispatch import attend
from games.play.idempotency import KeyedRequest, check_unanswered, keep_answer
from games.play.outcome import Outcome
from games.refusals import NoSuchGame
from rules import KeyedChance


def now() -> datetime:
    return datetime.now(UTC)


class Change:
    """A game under its lock, with its log folded to the end."""

    def __init__(
        self, game: Game, folded: Folded, *, keyed: KeyedRequest | None = None, attended: bool = False
    ) -> None:
        self.game = game
        self.before = self.folded = folded
        self.keyed = keyed
        self.attended = attended
        self.now = now()
        self.entries: list[Entry] = []

    @property
    def chance(self) -> KeyedChance:
        return KeyedChance(self.key)

    @property
    def key(self) -> bytes:
        return key_of(self.game.id, self.folded.table)

    def write(self, events: Sequence[LogEvent]) -> None:
        """Append the events to the log; their cause is the key of the request, if it has one."""
        self.folded, entries = store.append(
            self.game.id,
            self.folded,
            events,
            at=self.now,
            key=self.key if self.folded.has_started else b"",
            cause=self.keyed.key if self.keyed else None,
        )
        self.entries += entries

    def outcome(self) -> Outcome:
        return Outcome(self.game, self.folded, self.entries)

    def save(self) -> None:
        """Save the projection and the response; after the commit, announce the new version."""
        if self.folded is not self.before:
            self._project()
            transaction.on_commit(
                self._announce, robust=True
            )  # the change is committed even if notifying fails
        keep_answer(self.keyed, self.outcome())

    def _project(self) -> None:
        project_game(self.game, self.folded)
        game_save(self.game)
        if self.folded.table is not self.before.table:
            save_seats(self.game, self.folded)
        if self.folded.is_over:
            seed_unseal(self.game.id)

    def _announce(self) -> None:
        store.states.keep(self.game.id, self.folded)
        wakes.wake(self.game.id, self.folded)
        if not self.attended:
            attend(self.game.id, self.folded)


@contextmanager
def changing(game_id: UUID, *, keyed: KeyedRequest | None = None, attended: bool = False) -> Iterator[Change]:
    """Lock the game, load it, and save what is written inside the block. A refusal rolls everything back.

    `keyed`: the request, if it has a key. Whether it was carried out before is known only under the lock.
    `attended`: the caller itself does what is due next, so no task is dispatched.
    """
    with transaction.atomic():
        game = game_locked(game_id)
        if game is None:
            raise NoSuchGame
        keyed = replace(keyed, game=game_id) if keyed else None
        check_unanswered(keyed)
        folded = store.states.load_exactly(game.id, game.version, game.hash)
        change = Change(game, folded, keyed=keyed, attended=attended)
        yield change
        change.save()


@contextmanager
def opening(*, keyed: KeyedRequest | None = None) -> Iterator[Change]:
    """`changing` for a game that does not exist yet: the block inserts its row and writes its first event."""
    with transaction.atomic():
        check_unanswered(keyed)
        change = Change(Game(id=uuid4()), Folded(), keyed=keyed)
        yield change
        change.save()
