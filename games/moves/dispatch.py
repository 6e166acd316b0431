"""Sends for the task that a game needs next, if it does not wait for a person."""

from __future__ import annotations

from typing import Final
from uuid import UUID

from django.db.models import Q
from django.utils import timezone

from games.log.models import Game
from games.log.projection import attention_for
from games.moves.due import bots_alone
from games.work.broker import wake
from games.work.places import place_give_back, places_take
from rules.table.fold import Folded

# Two queues, so that tables with people are not served after a thousand tables of bots alone.
WITH_PEOPLE: Final = "people"
BOTS_ALONE: Final = "bots"
MAX_ALONE: Final = 4  # tables of bots alone of one host that wait in the queue; the others wait for these
CLOCK: Final = "clock"  # deadlines and settlements
NOBODY: Final = UUID(int=0)  # who hosts the tables whose hosts are gone


def attend(game: UUID, folded: Folded) -> bool:
    """Dispatch the task that is due, if any. Returns whether that was for all tables of bots of its host."""
    people = any(not (chair.bot or chair.stand_in) for chair in folded.table.chairs)
    delay = folded.table.bot_delay / 1000
    return send(game, attention_for(folded), version=folded.seq, seconds=delay, people=people)


def send(game: UUID, attention: str, *, version: int, seconds: float = 0, people: bool = True) -> bool:
    """The message is for this version and ignored once the game has advanced.

    So a repeated or late message never starts a second sequence of bot turns beside the first.
    """
    if attention == Game.Attention.SETTLE:
        wake("settle_game", str(game))
    elif attention == Game.Attention.BOT and people:
        wake("play_bots", str(game), version, countdown=seconds or None, queue=WITH_PEOPLE)
    elif attention == Game.Attention.BOT:
        host = Game.objects.values_list("host", flat=True).get(pk=game) or NOBODY
        if not seconds:
            bots_send(host, due=game)
            return True
        wake("send_for_bots", str(host), countdown=seconds)
    return False


def bots_send(host: UUID, *, due: UUID | None = None) -> int:
    """Send for tables of bots alone of one host, those first that wait longest. Returns their number.

    Only a few of them are in the queue at a time, so that nobody waits behind a hundred of one host. `due`: a
    table that is due even if the clock here is behind the one that dated its newest event.
    """
    is_due = Q(attend_at__lte=timezone.now()) | Q(pk=due)
    waiting = bots_alone().filter(is_due, host=None if host == NOBODY else host)
    rows = waiting.order_by("attend_at", "id").values_list("id", "version")[: 2 * MAX_ALONE]
    found = {_place(game, version): (game, version) for game, version in rows}
    taken = places_take(str(host), list(found), most=MAX_ALONE)
    for game, version in map(found.__getitem__, taken):
        wake("play_bots", str(game), version, str(host), queue=BOTS_ALONE)
    return len(taken)


def place_leave(host: UUID, game: UUID, version: int) -> None:
    """The message for this table of bots alone has come out of the queue."""
    place_give_back(str(host), _place(game, version))


def _place(game: UUID, version: int) -> str:
    return f"{game}:{version}"
