"""The month of a data set, and the games that belong to it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final
from uuid import UUID

from django.db.models import QuerySet

from games.log.finished import finished, pages
from games.log.models import Game

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


def month_of(at: datetime) -> Month:
    found = at.astimezone(UTC)
    return Month(found.year, found.month)


def month_before(at: datetime) -> Month:
    return month_of(month_of(at).start - timedelta(days=1))


def finished_in(month: Month) -> QuerySet[Game]:
    return finished().filter(finished_at__gte=month.start, finished_at__lt=month.end)


def published(games: QuerySet[Game]) -> QuerySet[Game]:
    return games.filter(visibility=Game.Visibility.PUBLIC, hidden_at=None)


def games_of(month: Month) -> Iterator[list[Game]]:
    """The public games of a month, some at a time, in the order in which they ended.

    Those that an operator has hidden are among them: they have changed ratings.
    """
    games = finished_in(month).filter(visibility=Game.Visibility.PUBLIC)
    yield from pages(games.prefetch_related("seats", "results"))


def left_out(month: Month) -> Iterator[tuple[UUID, str]]:
    """The games of the month that are not published, each with the reason."""
    others = finished_in(month).exclude(visibility=Game.Visibility.PUBLIC, hidden_at=None)
    for games in pages(others.only("id", "finished_at", "visibility")):
        for game in games:
            yield game.id, "hidden" if game.visibility == Game.Visibility.PUBLIC else game.visibility


def months_played(before: Month) -> Iterator[Month]:
    """The months since the first public game was finished, up to this one."""
    ends = published(finished()).order_by("finished_at")
    first = ends.values_list("finished_at", flat=True).first()
    month = month_of(first) if first else before.following
    while month.start <= before.start:
        yield month
        month = month.following
