"""Whether the public log keeps its word on how soon a fact enters."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Min
from django.utils import timezone

from games.transparency.models import PendingLeaf
from proof.transparency.entries import MERGE_DELAY


def behind_since() -> datetime | None:
    """When the oldest fact was due that should have entered long ago; None if the log is not behind."""
    late = PendingLeaf.objects.filter(due__lt=timezone.now() - MERGE_DELAY)
    found: datetime | None = late.aggregate(oldest=Min("due"))["oldest"]
    return found
