"""The transaction of every change to a game, whether by a player, a bot or the clock."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID, uuid4

from django.db import transaction
from django.utils import timezone

from games import internals
from games.log import store, wakes, writes
from games.log.entries import Entry, Signature
from games.log.models import Game
from games.log.outcome import Outcome
from games.log.projection import project_game, save_seats
from games.log.seeds import key_of, seed_unseal
from games.log.sql import game_locked, game_to_move
from games.moves.dispatch import attend
from games.moves.idempotency import KeyedRequest, check_unanswered, keep_answer, to_keep
from games.placement import is_one_statement_enough
from games.reading.refusals import NoSuchGame
from rules import KeyedChance
from rules.refusals import Refusal
from rules.table.base import TableEvent, Wish, decide
from rules.table.fold import Folded, LogEvent

INSTANT: Final = timedelta(microseconds=1)  # as precise as times in a log are
MAX_RETRIES: Final = 3  # of a move that others overtake; then it takes its turn at the lock


class Change:
    """A game with its log folded to the end, and what is written to it."""

    def __init__(
        self,
        game: Game,
        folded: Folded,
        *,
        keyed: KeyedRequest | None = None,
        attended: bool = False,
        came: datetime | None = None,
    ) -> None:
        self.game = game
        self.before = self.folded = folded
        self.keyed = keyed
        self.attended = attended
        came = came or timezone.now()
        self.now = max(came, folded.at) if folded.at else came  # a log never runs backwards
        self.entries: list[Entry] = []

    def put_off(self, after: datetime | None) -> None:
        """What follows happens now, after waiting for a lock, and later than that, whatever clocks say."""
        self.now = max(self.now, timezone.now(), after + INSTANT if after else self.now)

    @property
    def time(self) -> datetime:
        """What the table's clock shows."""
        return self.folded.time(self.now)

    @property
    def chance(self) -> KeyedChance:
        return KeyedChance(self.key)

    @property
    def key(self) -> bytes:
        return key_of(self.game.id, self.folded.table)

    def write(self, events: Sequence[LogEvent], signature: Signature | None = None) -> None:
        """Continue the log by these events, which follow from an action with this signature."""
        self.folded, entries = store.continued(
            self.game.id,
            self.folded,
            events,
            at=self.now,
            key=self.key if self.folded.has_started else b"",
            signature=signature,
        )
        self.entries += entries

    def decide(self, wish: Wish, signature: Signature | None = None) -> TableEvent:
        """Do what is asked of the table, if it allows it. Returns the last event."""
        events = decide(self.folded, wish, self.now)
        self.write(events, signature)
        return events[-1]

    def outcome(self) -> Outcome:
        return Outcome(self.game, self.folded, self.entries)

    def save(self) -> None:
        """Save the events, the projection and the response; after the commit, announce the new version."""
        if self.folded is not self.before:
            writes.append(self.game.id, self.entries)
            self._project()
            self._announce_when_committed()
        keep_answer(self.keyed, self.outcome())

    @property
    def changes_table(self) -> bool:
        return self.folded.table is not self.before.table

    def save_unless_changed(self) -> bool:
        """`save` without a lock, in one statement. Returns whether that was possible."""
        project_game(self.game, self.folded)
        kept = to_keep(self.keyed, self.outcome()) if self.keyed else None
        saved = writes.append_unless_changed(self.game, self.before, self.entries, kept)
        if saved:
            self._announce_when_committed()
        return saved

    def _project(self) -> None:
        project_game(self.game, self.folded)
        writes.game_save(self.game)
        if self.changes_table:
            save_seats(self.game, self.folded)
        if self.folded.is_over:
            seed_unseal(self.game.id)

    def _announce_when_committed(self) -> None:
        """The change is committed even if notifying fails."""
        transaction.on_commit(self._announce, robust=True)

    def _announce(self) -> None:
        store.states.keep(self.game.id, self.folded)
        wakes.wake(self.game.id, self.folded)
        if not self.attended:
            attend(self.game.id, self.folded)


def change_by_move(
    game_id: UUID,
    work: Callable[[Change], None],
    *,
    keyed: KeyedRequest | None = None,
    attended: bool = False,
    game: Game | None = None,
) -> Outcome:
    """Do the work of a move and save it. This function alone decides whether that needs the lock.

    A usual move takes two statements: one reads the game, the other writes unless it was changed meanwhile.
    Its time is when it came, however long others keep it waiting. `game`: its row, if it has just been read.
    """
    came = timezone.now()
    is_plain = internals.MOVE not in internals.FAST or (keyed and not is_one_statement_enough())
    for _ in range(0 if is_plain else 1 + MAX_RETRIES):
        loaded = _loaded(game or game_to_move(game_id))
        change = Change(*loaded, keyed=keyed, attended=attended, came=came)
        try:
            work(change)
        except Refusal:
            check_unanswered(keyed)  # a move that was carried out before is mostly impossible by now
            raise
        if change.changes_table or change.folded.is_over:
            break  # the seats have to be saved too, or the seed to be opened
        if change.save_unless_changed():
            return change.outcome()
        check_unanswered(keyed)  # a move that is possible once more, but its key is kept
        game = None  # overtaken by another change: decide again
    with changing(game_id, keyed=keyed, attended=attended, came=came) as change:
        work(change)
    return change.outcome()


def _loaded(game: Game | None) -> tuple[Game, Folded]:
    if game is None:
        raise NoSuchGame
    return game, store.states.load_exactly(game.id, game.version, game.hash)


@contextmanager
def changing(
    game_id: UUID,
    *,
    keyed: KeyedRequest | None = None,
    attended: bool = False,
    came: datetime | None = None,
) -> Iterator[Change]:
    """Lock the game, load it, and save what is written inside the block. A refusal rolls everything back.

    `keyed`: the request, if it has a key. Whether it was carried out before is known only under the lock.
    `attended`: the caller itself does what is due next, so no task is dispatched.
    `came`: when the request came, if that was before the lock was asked for.
    """
    with transaction.atomic():
        change = Change(*_loaded(game_locked(game_id)), keyed=keyed, attended=attended, came=came)
        check_unanswered(keyed)
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
