"""The same request twice: it is carried out once, and answered twice."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import IntegrityError

from games.log import store
from games.models import KeptAnswer, Player
from games.play.change import Outcome
from games.refusals import KeyReused


@dataclass(frozen=True, slots=True)
class Asked:
    """A request that may come twice: who asked, under which key, and for what."""

    player: Player
    key: str
    fingerprint: str


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
