"""The month of a data set, and the games that belong to it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from django.db.models import Count, Q, QuerySet

from games.models import Game

AT_ONCE: Final = 200
SPELLED: Final = re.compile(r"(20\d\d)-(0[1-9]|1[0-2])")


@dataclass(frozen=True, slots=True)
class Month:
    """In UTC."""

    year: int
    number: int

    def __str__(self) -> str:
        return f"{self.year}-{self.number:02d}"

    @property
    def start(self) -> datetime:
        return datetime(self.year, self.number, 1, tzinfo=UTC)

    @property
    def end(self) -> datetime:
        return self.following.start

    @property
    def following(self) -> Month:
        return Month(self.year + self.number // 12, self.number % 12 + 1)


def month_from(text: str) -> Month:
    """Raises ValueError."""
    found = SPELLED.fullmatch(text)
    if found is None:
        raise ValueError(f"{text!r} is not a month such as 2026-10")
    return Month(int(found[1]), int(found[2]))


def month_before(moment: datetime) -> Month:
    last = moment.astimezone(UTC).replace(day=1) - timedelta(days=1)
    return Month(last.year, last.month)


def finished_in(month: Month) -> QuerySet[Game]:
    """Played to the end on this server in this month. Imports and test tables are not among them."""
    games = Game.objects.filter(status=Game.Status.FINISHED, test=False, origin=None)
    return games.filter(finished_at__gte=month.start, finished_at__lt=month.end)


def published(games: QuerySet[Game]) -> QuerySet[Game]:
    return games.filter(visibility=Game.Visibility.PUBLIC, hidden_at=None)


def games_of(month: Month) -> Iterator[list[Game]]:
    """The games of a data set, some at a time, in the order in which they ended."""
    games = published(finished_in(month)).order_by("finished_at", "id").prefetch_related("seats", "results")
    found = list(games[:AT_ONCE])
    while found:
        yield found
        last = found[-1]
        # The first comparison is implied by the other; it lets the database begin there in its index.
        following = games.filter(finished_at__gte=last.finished_at)
        after = Q(finished_at__gt=last.finished_at) | Q(finished_at=last.finished_at, id__gt=last.id)
        found = list(following.filter(after)[:AT_ONCE])


def left_out(month: Month) -> dict[str, int]:
    """How many games of the month are not published, by the reason."""
    reasons = {
        "private": Q(visibility=Game.Visibility.PRIVATE),
        "unlisted": Q(visibility=Game.Visibility.UNLISTED),
        "hidden": Q(visibility=Game.Visibility.PUBLIC, hidden_at__isnull=False),
    }
    counts = {name: Count("pk", filter=reason) for name, reason in reasons.items()}
    return finished_in(month).aggregate(**counts)
