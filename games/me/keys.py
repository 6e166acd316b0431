"""A player's key is set or ends, and every game that they play learns of it."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

from games.accounts import keys
from games.accounts.models import MoveKey, Player
from games.log.models import Seat
from games.moves.change import changing
from games.tables.seats import key_follow, seat_number
from rules.table.checks import NotPlaying
from rules.table.state import Status

RUNNING: Final = (Status.OPEN, Status.PLAYING, Status.SCORING)


def key_replace(player: Player, *, key: str, required: bool) -> MoveKey:
    made = keys.key_set(player, key=key, required=required)
    _tell_games(player)
    return made


def key_end(player: Player) -> None:
    keys.key_delete(player)
    _tell_games(player)


def _tell_games(player: Player) -> None:
    """Each in a transaction of its own, after that of the key (`log.locks`).

    If it breaks off, the rest learn of it when the player sets the key again. Each reads the key under its
    own lock, so of two requests at once the later key is in all of them. Whoever sits down meanwhile locks
    the player either before the key was set, and then has a seat that is found here, or after it.
    """
    seats = Seat.objects.filter(player=player, game__status__in=RUNNING)
    for game_id in sorted(seats.values_list("game_id", flat=True)):
        with changing(game_id) as change, suppress(NotPlaying):  # it may have ended meanwhile
            seat = seat_number(change, player)
            if seat is not None:
                key_follow(change, player, seat)
