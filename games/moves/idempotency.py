"""Idempotency-Key: a repeated request is carried out once and gets the first response again.

A key counts for one player and one game, so it is stored with the game. Requests that open a table have no
game yet; their keys count for the player alone.

`change.py` does the bookkeeping, in the transaction or the statement of the change itself. A service only
passes on the request it serves and is decorated with `once_per_key`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Final, ParamSpec
from uuid import UUID

from django.conf import settings
from django.db import IntegrityError
from django.utils import timezone

from games.accounts.models import Player
from games.log import store
from games.log.batches import oldest_delete
from games.log.models import Game
from games.log.outcome import Outcome
from games.log.writes import Kept
from games.moves.models import KeptAnswer, KeptOpening
from games.moves.refusals import KeyReused

P = ParamSpec("P")
FORGOTTEN_AT_ONCE: Final = 5_000


@dataclass(frozen=True, slots=True)
class KeyedRequest:
    """A request with a key: its caller, its key and a fingerprint of its content."""

    player: Player
    key: str
    fingerprint: str
    game: UUID | None = None  # the game it is about; None: it opens one

    def kept(self) -> KeptAnswer | KeptOpening | None:
        """The outcome of the first request with this key."""
        if self.game is None:
            return KeptOpening.objects.filter(player=self.player, key=self.key).first()
        return KeptAnswer.objects.filter(game_id=self.game, player=self.player, key=self.key).first()


class AlreadyAnswered(Exception):
    """The key has been used before; `once_per_key` handles this."""

    def __init__(self, keyed: KeyedRequest) -> None:
        super().__init__(keyed.key)
        self.keyed = keyed


def once_per_key(service: Callable[P, Outcome]) -> Callable[P, Outcome]:
    """Make the service return the outcome of the first request for a repeated one."""

    @wraps(service)
    def answer(*args: P.args, **kwargs: P.kwargs) -> Outcome:
        try:
            return service(*args, **kwargs)
        except AlreadyAnswered as earlier:
            return kept_answer(earlier.keyed)

    return answer


def kept_answer(keyed: KeyedRequest) -> Outcome:
    """The outcome of the first request with this key; refuses a key that was used for another request."""
    kept = keyed.kept()
    if kept is None or kept.fingerprint != keyed.fingerprint:
        raise KeyReused
    after = kept.first_seq - 1 if isinstance(kept, KeptAnswer) else 0
    game = Game.objects.get(pk=kept.game_id)
    entries = store.entries_of(game.id, after=after, limit=kept.last_seq - after)
    return Outcome(game, store.as_of(game.id, kept.last_seq), entries, replayed=True)


def keys_forget() -> int:
    """Delete a batch of keys that were used long ago. Returns its size."""
    end = timezone.now() - settings.IDEMPOTENCY_KEYS_KEPT
    kinds = (KeptAnswer.objects.filter(created_at__lt=end), KeptOpening.objects.filter(created_at__lt=end))
    return sum(oldest_delete(old, "created_at", FORGOTTEN_AT_ONCE) for old in kinds)


def check_unanswered(keyed: KeyedRequest | None) -> None:
    if keyed and keyed.kept():
        raise AlreadyAnswered(keyed)


def to_keep(keyed: KeyedRequest, outcome: Outcome) -> Kept:
    last = outcome.folded.seq
    return Kept(keyed.player.pk, keyed.key, keyed.fingerprint, last - len(outcome.entries) + 1, last)


def keep_answer(keyed: KeyedRequest | None, outcome: Outcome) -> None:
    """Store what is needed to repeat the response.

    Two requests with one key may open tables at the same time. The primary key lets the first win; the other
    is rolled back.
    """
    if keyed is None:
        return
    kept = to_keep(keyed, outcome)._asdict()
    if keyed.game is not None:
        KeptAnswer(game=outcome.game, **kept).save(force_insert=True)
        return
    del kept["first_seq"]  # it is 1
    try:
        KeptOpening(game=outcome.game, **kept).save(force_insert=True)
    except IntegrityError as error:
        if "games_keptopening_pkey" in str(error):
            raise AlreadyAnswered(keyed) from None
        raise
