"""How many tables one player can open in a day, and how many tables and games they can host at a time.

Each check runs under the lock of the player's row, so two requests do not count at the same time.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.conf import settings
from django.db.models import Exists, OuterRef, QuerySet

from bots.registry import THINKING
from games.accounts.models import Player
from games.log.models import Game, Seat
from games.tables.refusals import (
    TooManyGames,
    TooManyOpenTables,
    TooManyTables,
    TooManyTestTables,
    TooManyThinkingBots,
)
from rules.table.state import Table

DAY: Final = timedelta(days=1)


def check_tables_of_day(player: Player, new: Game) -> None:
    """Closed tables count too, and those that another player hosts by now."""
    most = settings.TEST_TABLES_PER_DAY if new.test else settings.TABLES_PER_DAY
    since = new.created_at - DAY
    opened = Game.objects.filter(opened_by=player, created_at__gt=since, test=new.test).exclude(pk=new.pk)
    if (current := opened.count()) >= most:
        raise (TooManyTestTables if new.test else TooManyTables)(most=most, current=current)


def check_open_tables(player: Player, new: Game) -> None:
    """Test tables do not count."""
    if new.test:
        return
    current = _hosted(player, Game.Status.OPEN).filter(test=False).exclude(pk=new.pk).count()
    if current >= settings.OPEN_TABLES_PER_PLAYER:
        raise TooManyOpenTables(most=settings.OPEN_TABLES_PER_PLAYER, current=current)


def check_running_games(player: Player, table: Table) -> None:
    """Test tables have a daily limit of their own, but their bots think as long as others."""
    if not table.is_test:
        _check_running(player)
    if any(chair.bot in THINKING for chair in table.chairs):
        _check_thinking(player)


def _check_running(player: Player) -> None:
    current = _hosted(player, Game.Status.PLAYING).filter(test=False).count()
    if current >= settings.RUNNING_GAMES_PER_PLAYER:
        raise TooManyGames(most=settings.RUNNING_GAMES_PER_PLAYER, current=current)


def _check_thinking(player: Player) -> None:
    """Games with people count too: they can resign or let their time run out, and the bot goes on."""
    thinking = Seat.objects.filter(game=OuterRef("pk"), bot__in=THINKING)
    current = _hosted(player, Game.Status.PLAYING).filter(Exists(thinking)).count()
    if current >= settings.THINKING_GAMES_PER_PLAYER:
        raise TooManyThinkingBots(most=settings.THINKING_GAMES_PER_PLAYER, current=current)


def _hosted(player: Player, status: str) -> QuerySet[Game]:
    return Game.objects.filter(host=player, status=status)
