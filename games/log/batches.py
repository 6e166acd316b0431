"""Deletes old rows in batches, so that no transaction holds locks for long."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet


def oldest_delete(old: QuerySet[Any], time: str, at_once: int) -> int:
    """Delete about `at_once` of these rows, the oldest by `time`, which has an index. Returns their number.

    They are deleted by a comparison instead of a list of keys, which may be composite.
    """
    last = old.order_by(time).values_list(time, flat=True)[at_once - 1 : at_once]
    for end in last:
        old = old.filter(**{f"{time}__lte": end})
    return old.delete()[0]
