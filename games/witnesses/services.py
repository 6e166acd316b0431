"""Witnesses are asked to cosign the newest checkpoint (C2SP tlog-witness), beside moves and the sequencer.

What a witness answers is believed only if it is its cosignature of what it was asked for. One that fails is
left alone for a while; the others are asked at the same time and do not wait for it.
"""

from __future__ import annotations

import logging
import re
from base64 import b64encode
from concurrent.futures import ThreadPoolExecutor, as_completed
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from games.transparency.models import Checkpoint, Cosignature, Witness
from games.transparency.publication import first_shown, newest
from games.transparency.storage import hashes_of
from games.webhooks.transport import Answer, post_anywhere
from games.work.leases import alone
from games.work.schedule import pause_after
from proof.transparency.notes import NoteError, Verifier, opened, parsed
from proof.transparency.tree import Hashes, consistency

logger = logging.getLogger("signalbox.witnesses")

ROUND_SECONDS: Final = 60.0  # longer than a round takes
LONGEST_PAUSE: Final = timedelta(minutes=5)
HEADERS: Final = {"content-type": "text/plain; charset=utf-8"}
OK, CONFLICT = 200, 409


class Refused(Exception):
    """The answer is not what a witness says."""


def witnesses_ask() -> int:
    """Ask those who have not cosigned the newest checkpoint. Returns how many more have now."""
    if not settings.WITNESSES:
        return 0
    with alone("witnesses", seconds=ROUND_SECONDS) as lease:
        last = newest()
        due = _due(last) if lease and last else {}
        return _round(last, due) if last and due else 0


def witnesses_behind() -> dict[str, datetime | None]:
    """By name: since when there is something that the witness has not cosigned."""
    keys = [str(key) for key, _ in settings.WITNESSES]
    sizes = dict(Witness.objects.filter(key__in=keys).values_list("key", "size"))
    return {key.partition("+")[0]: _signed_after(sizes.get(key, 0)) for key in keys}


def _signed_after(size: int) -> datetime | None:
    later = Checkpoint.objects.filter(size__gt=size).order_by("size")
    return later.values_list("at", flat=True).first()


def _due(last: Checkpoint) -> dict[Verifier, tuple[Witness, str]]:
    known = Witness.objects.in_bulk([str(key) for key, _ in settings.WITNESSES], field_name="key")
    asked = {key: (known.get(str(key)) or Witness(key=str(key)), url) for key, url in settings.WITNESSES}
    have = set(Cosignature.objects.filter(size=last.size).values_list("witness", flat=True))
    now = timezone.now()
    return {
        key: (row, url)
        for key, (row, url) in asked.items()
        if row.key not in have and (row.retry_at is None or row.retry_at <= now)
    }


def _round(last: Checkpoint, due: dict[Verifier, tuple[Witness, str]]) -> int:
    """The database is asked here alone, so that no other thread needs a connection."""
    read, count = hashes_of(last.size), 0
    with ThreadPoolExecutor(len(due), thread_name_prefix="witness") as threads:
        asked = {
            threads.submit(post_anywhere, f"{url}/add-checkpoint", HEADERS, _request(row, last, read)): key
            for key, (row, url) in due.items()
        }
        for answered in as_completed(asked):
            key = asked[answered]
            count += _hear(key, due[key][0], last, answered.result())
    return count


def _request(row: Witness, last: Checkpoint, read: Hashes) -> bytes:
    """From the size that it has cosigned last, as far as is known: if not, it says so."""
    old = row.size if row.size <= last.size else 0
    lines = [f"old {old}", *(b64encode(one).decode() for one in consistency(old, last.size, read))]
    return ("\n".join(lines) + "\n\n" + last.note).encode()


def _hear(key: Verifier, row: Witness, last: Checkpoint, answer: Answer) -> bool:
    try:
        if answer.status == CONFLICT:
            row.size = _size(row, last, answer)
        else:
            _keep(row, last, _line(key, last, answer))
    except Refused as error:
        _postpone(row, str(error))
        return False
    row.failures, row.retry_at = 0, None
    row.save()
    return answer.status == OK


def _line(key: Verifier, last: Checkpoint, answer: Answer) -> str:
    if answer.status != OK or not answer.is_whole:
        raise Refused(answer.error or f"it answered {answer.status}")
    try:
        note = last.note + answer.body.decode()
        opened(note, [key])
        _, signatures = parsed(note)
    except (NoteError, UnicodeDecodeError) as error:
        raise Refused(f"its answer is no cosignature: {error}") from None
    return next(one.line for one in signatures if one[:2] == (key.name, key.key_id))


def _size(row: Witness, last: Checkpoint, answer: Answer) -> int:
    """Of what it has cosigned. The next round asks it from there."""
    text = answer.body.decode("ascii", "replace")
    size = int(text) if re.fullmatch(r"\d{1,18}\n", text, re.ASCII) else -1
    if size > last.size:
        raise Refused(f"it has cosigned {size} entries, more than the {last.size} that there are")
    if size in (row.size, -1):
        raise Refused("it does not say what it has cosigned")
    return size


@transaction.atomic
def _keep(row: Witness, last: Checkpoint, line: str) -> None:
    Cosignature.objects.get_or_create(size=last.size, witness=row.key, defaults={"line": line})
    Cosignature.objects.filter(witness=row.key, size__lt=min(first_shown(), last.size)).delete()
    row.size = last.size


def _postpone(row: Witness, why: str) -> None:
    row.failures += 1
    pause = pause_after(row.failures, at_most=LONGEST_PAUSE)
    row.retry_at = timezone.now() + pause
    row.save()
    name = row.key.partition("+")[0]
    logger.warning("witness %s is asked again in %d s: %s", name, pause.total_seconds(), why)
