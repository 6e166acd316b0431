"""Which checkpoint is shown, and with which cosignatures (decision 0047)."""

from __future__ import annotations

from collections import defaultdict
from datetime import timedelta
from typing import Final

from django.conf import settings
from django.utils import timezone

from games.transparency.models import Checkpoint, Cosignature

PATIENCE: Final = timedelta(minutes=5)  # so long at most an older checkpoint is shown for its cosignatures


def newest() -> Checkpoint | None:
    return Checkpoint.objects.order_by("-size").first()


def published() -> Checkpoint | None:
    """Of those that were the newest lately, the one with the most cosignatures, which its note then has."""
    last = newest()
    if last is None or not settings.WITNESSES:
        return last
    lines = _cosignatures(first_shown())
    size = max([last.size, *lines], key=lambda size: (len(lines.get(size, ())), size))
    found = last if size == last.size else Checkpoint.objects.get(size=size)
    found.note += "".join(lines.get(size, ()))
    return found


def first_shown() -> int:
    """The size of the checkpoint that was the newest some minutes ago."""
    before = Checkpoint.objects.filter(at__lt=timezone.now() - PATIENCE).order_by("-size").first()
    return before.size if before else 0


def _cosignatures(first: int) -> dict[int, list[str]]:
    """The lines by the size of their checkpoint, of the witnesses that are asked now."""
    keys = [str(key) for key, _ in settings.WITNESSES]
    found = defaultdict(list)
    rows = Cosignature.objects.filter(size__gte=first, witness__in=keys).order_by("witness")
    for size, line in rows.values_list("size", "line"):
        found[size].append(line)
    return found
