"""What players have been told, and what they have still to be told."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from uuid import UUID

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery

from games.models import Game, Inbox, Notice, Player, Seat, Telling, Webhook
from games.notices import OVER


def notices_after(player: Player, number: int, limit: int) -> list[Notice]:
    """In order and without a gap: a smaller number never appears behind one that was read."""
    found = Notice.objects.filter(player=player, number__gt=number).order_by("number")
    return list(found[:limit])


def newest_number(player: Player) -> int:
    """The number of the player's newest notice; 0 before the first."""
    return Inbox.objects.filter(pk=player.pk).values_list("last", flat=True).first() or 0


def games_to_tell(among: Collection[UUID] | None = None) -> QuerySet[Telling, UUID]:
    """Games, or those among these, whose log goes further than what was told.

    A table of bots alone is told of only when it is over, unless a webhook listens to it. Each game is looked
    up by its key: for a join the database reads all games that were ever played, as soon as it takes that for
    cheaper.
    """
    game = Game.objects.filter(pk=OuterRef("pk"))
    person = Seat.objects.filter(game=OuterRef("pk"), player__isnull=False)
    tellings = Telling.objects.all() if among is None else Telling.objects.filter(pk__in=among)
    behind = tellings.alias(version=Subquery(game.values("version"))).filter(version__gt=F("seq"))
    wanted = behind.alias(
        status=Subquery(game.values("status")), person=Subquery(person.values("number")[:1])
    )
    active = Webhook.objects.filter(paused_at=None)
    to_it, to_all = (
        active.filter(game=OuterRef("pk")),
        active.filter(game=None, player__hosted=OuterRef("pk")),
    )
    found = wanted.filter(Q(person__isnull=False) | Q(status__in=OVER) | Exists(to_it) | Exists(to_all))
    return found.values_list("game_id", flat=True)


def games_to_warn(now: datetime) -> QuerySet[Telling, UUID]:
    """Games with a player who is to be warned of a deadline."""
    return Telling.objects.filter(warn_at__lte=now).values_list("game_id", flat=True)
