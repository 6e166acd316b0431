"""Idempotency-Key: a repeated request is carried out once and gets the first response again.

`changing` and `opening` in `change.py` do the bookkeeping, inside the transaction of the change itself. A
service only passes on the request it serves and is decorated with `once_per_key`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Final, ParamSpec

from django.conf import settings
from django.db import IntegrityError
from django.utils import timezone

from games.log import store
from games.models import KeptAnswer, Player
from games.play.outcome import Outcome
from games.refusals import KeyReused

P = ParamSpec("P")
FORGOTTEN_AT_ONCE: Final = 5_000


@dataclass(frozen=True, slots=True)
class Asked:
    """A request with a key: its caller, its key and a fingerprint of its content."""

    player: Player
    key: str
    fingerprint: str


class AlreadyAnswered(Exception):
    """The key has been used before; `once_per_key` handles this."""

    def __init__(self, asked: Asked) -> None:
        super().__init__(asked.key)
        self.asked = asked


def once_per_key(service: Callable[P, Outcome]) -> Callable[P, Outcome]:
    """Make the service return the outcome of the first request for a repeated one."""

    @wraps(service)
    def answer(*args: P.args, **kwargs: P.kwargs) -> Outcome:
        try:
            return service(*args, **kwargs)
        except AlreadyAnswered as earlier:
            return kept_answer(earlier.asked)

    return answer


def kept_answer(asked: Asked) -> Outcome:
    """The outcome of the first request with this key; refuses a key that was used for another request."""
    kept = KeptAnswer.objects.select_related("game").filter(player=asked.player, key=asked.key).first()
    if kept is None or kept.fingerprint != asked.fingerprint:
        raise KeyReused
    after = kept.first_seq - 1
    entries = store.entries_of(kept.game_id, after=after, limit=kept.last_seq - after)
    return Outcome(kept.game, store.as_of(kept.game_id, kept.last_seq), entries, replayed=True)


def keys_forget() -> int:
    """Delete keys that were used long ago. Returns their number."""
    old = KeptAnswer.objects.filter(created_at__lt=timezone.now() - settings.IDEMPOTENCY_KEYS_KEPT)
    deleted = 0
    while batch := list(old.values_list("pk", flat=True)[:FORGOTTEN_AT_ONCE]):
        deleted += KeptAnswer.objects.filter(pk__in=batch).delete()[0]
    return deleted


def check_unanswered(asked: Asked | None) -> None:
    if asked and KeptAnswer.objects.filter(player=asked.player, key=asked.key).exists():
        raise AlreadyAnswered(asked)


def keep_answer(asked: Asked | None, outcome: Outcome) -> None:
    """Store what is needed to repeat the response.

    Two requests with one key may run at the same time if they concern different games or open new ones. The
    unique constraint lets the first win; the other is rolled back.
    """
    if asked is None:
        return
    last = outcome.folded.seq
    kept = KeptAnswer(player=asked.player, key=asked.key, fingerprint=asked.fingerprint, game=outcome.game)
    kept.first_seq = last - len(outcome.entries) + 1
    kept.last_seq = last
    try:
        kept.save(force_insert=True)
    except IntegrityError as error:
        if "one_answer_a_key" in str(error):
            raise AlreadyAnswered(asked) from None
        raise
