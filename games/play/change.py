"""One transaction for one change of a game, whoever asks for it."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from uuid import UUID

from django.db import IntegrityError, transaction

from games.log import store, wakes
from games.log.entries import Entry
from games.log.fold import Folded, LogEvent
from games.log.projection import project_game, save_seats
from games.log.sql import game_row, game_save
from games.models import Game, KeptAnswer, Player, Seed
from games.play.dispatch import attend
from games.play.selectors import no_such_game
from games.refusals import KeyReused
from rules import KeyedChance
from rules.chance import game_key


@dataclass(frozen=True, slots=True)
class Asked:
    """A request that may come twice: who asked, under which key, and for what."""

    player: Player
    key: str
    fingerprint: str


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


@lru_cache(maxsize=4096)
def key_of(game_id: UUID, client_seeds: tuple[str, ...]) -> bytes:
    """The game key. It is fixed once the game has started, and never asked for before."""
    return game_key(seed_of(game_id), str(game_id), client_seeds)


def seed_of(game_id: UUID) -> bytes:
    return bytes(Seed.objects.values_list("seed", flat=True).get(game_id=game_id))


def new_seed() -> bytes:
    return secrets.token_bytes(32)


# -- the same request twice --------------------------------------------------------------------


def kept_answer(asked: Asked | None) -> Outcome | None:
    """What this request led to when it first came; refuses a key used for another request."""
    if asked is None:
        return None
    kept = KeptAnswer.objects.select_related("game").filter(player=asked.player, key=asked.key).first()
    if kept is None:
        return None
    if kept.fingerprint != asked.fingerprint:
        raise KeyReused
    after, last = kept.first_seq - 1, kept.last_seq
    entries = store.entries_of(kept.game_id, after=after, limit=last - after)
    return Outcome(kept.game, store.as_of(kept.game_id, last), entries, replayed=True)


def keep_answer(asked: Asked | None, outcome: Outcome) -> None:
    """Refuses a key that another request has brought at the same time; the database knows who was first."""
    if asked is None:
        return
    last = outcome.folded.seq
    kept = KeptAnswer(player=asked.player, key=asked.key, fingerprint=asked.fingerprint, game=outcome.game)
    kept.first_seq, kept.last_seq = last - len(outcome.entries) + 1, last
    try:
        kept.save(force_insert=True)
    except IntegrityError as error:
        if "one_answer_a_key" in str(error):
            raise KeyReused from None
        raise
