"""Reads of notices, and of the games that the notifier has to read."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Final, NamedTuple
from uuid import UUID

from django.db.models import QuerySet

from games.accounts.models import Player
from games.log.models import Game
from games.notices.models import Inbox, Notice, NotifierCursor
from games.placement import looked_up
from games.sql import fetch
from rules.table.state import OVER


def notices_after(player: Player, number: int, limit: int) -> list[Notice]:
    """In order and without gaps: a smaller number never appears after a greater one was read.

    Only the oldest can be missing, because they are no longer kept.
    """
    found = Notice.objects.filter(player=player, number__gt=number).order_by("number")
    return list(found.prefetch_related(looked_up("game", Game.objects.only("ruleset", "name")))[:limit])


class Numbers(NamedTuple):
    """Of a player's notices: the newest, and the newest of those no longer kept; 0 where there is none."""

    newest: int = 0
    forgotten: int = 0


def notice_numbers(player: Player) -> Numbers:
    row = Inbox.objects.filter(pk=player.pk).values_list("last", "forgotten").first()
    return Numbers(*row) if row else Numbers()


def newest_number(player: Player) -> int:
    return notice_numbers(player).newest


# Subqueries look each game up by its key: for a join the planner may decide to read all games ever played.
# Hand-written, because it runs after every action.
BEHIND: Final = """
SELECT progress.game_id, progress.watchers, (
    (SELECT 1 FROM games_seat WHERE game_id = progress.game_id AND player_id IS NOT NULL LIMIT 1) IS NOT NULL
    OR (SELECT status FROM games_game WHERE id = progress.game_id) = ANY(%s)
    OR (SELECT 1 FROM games_removal WHERE game_id = progress.game_id LIMIT 1) IS NOT NULL
)
FROM games_notifiercursor progress
WHERE (SELECT version FROM games_game WHERE id = progress.game_id) > progress.seq
"""
BEHIND_AMONG: Final = f"{BEHIND} AND progress.game_id = ANY(%s)"
HOSTS: Final = "SELECT id, host_id FROM games_game WHERE id = ANY(%s)"
# Webhooks belong to players: `placement` says why they are not joined with games.
HOOKS: Final = "SELECT player_id, game_id FROM games_webhook WHERE paused_at IS NULL AND player_id = ANY(%s)"


def games_to_notify(among: Collection[UUID] | None = None) -> list[UUID]:
    """Games, or those of the given ones, with events that the notifier has not read.

    A table of bots alone has notices only when it is over, unless its host has removed a person or a webhook
    is subscribed to it.
    """
    over = list(OVER)
    rows = fetch(BEHIND, over) if among is None else fetch(BEHIND_AMONG, over, list(among))
    bots_alone = {game: watchers for game, watchers, has_notices in rows if not has_notices}
    hooked = _hooked(bots_alone) if bots_alone else set()
    return [game for game, _, has_notices in rows if has_notices or game in hooked]


def _hooked(watchers: Mapping[UUID, Sequence[UUID]]) -> set[UUID]:
    """Those of these games, given with their watchers, to which a webhook is subscribed."""
    hosts: dict[UUID, UUID | None] = dict(fetch(HOSTS, list(watchers)))
    people = {person for game in watchers for person in (hosts.get(game), *watchers[game]) if person}
    hooks = set(fetch(HOOKS, list(people)))
    return {
        game
        for game in watchers
        if (hosts.get(game), None) in hooks or any((one, game) in hooks for one in watchers[game])
    }


def games_moved_since(moment: datetime) -> list[UUID]:
    return list(Game.objects.filter(Game.moved_since(moment)).values_list("id", flat=True))


def cursors_after(game: UUID | None, limit: int) -> list[UUID]:
    """The games with a cursor, in the order of their ids; None: from the first."""
    found = NotifierCursor.objects.order_by("game_id")
    found = found.filter(game_id__gt=game) if game else found
    return list(found.values_list("game_id", flat=True)[:limit])


def games_to_warn(now: datetime) -> QuerySet[NotifierCursor, UUID]:
    """Games with a player who is to be warned of a deadline."""
    return NotifierCursor.objects.filter(warn_at__lte=now).values_list("game_id", flat=True)
