"""The games that were played to the end on this server, in the order in which they ended."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from django.db.models import Q, QuerySet

from games.log.models import Game

AT_ONCE: Final = 200


def finished() -> QuerySet[Game]:
    """Imports and test tables are not among them."""
    games = Game.objects.filter(status=Game.Status.FINISHED, test=False, origin=None)
    return games.filter(finished_at__isnull=False)  # as in its index


def pages(games: QuerySet[Game]) -> Iterator[list[Game]]:
    games = games.order_by("finished_at", "id")
    found = list(games[:AT_ONCE])
    while found:
        yield found
        last = found[-1]
        # The first comparison is implied by the other; it lets the database begin there in its index.
        following = games.filter(finished_at__gte=last.finished_at)
        after = Q(finished_at__gt=last.finished_at) | Q(finished_at=last.finished_at, id__gt=last.id)
        found = list(following.filter(after)[:AT_ONCE])
