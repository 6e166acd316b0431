"""What people were told, and what makes somebody tell them."""

from __future__ import annotations

from uuid import UUID

from games.accounts.models import Player
from games.deliveries.models import PauseReason
from games.log.models import Game
from games.management.commands import notify
from games.moves.act import game_act
from games.notices.kinds import PausedByServer
from games.notices.selectors import newest_number, notices_after
from rules.actions import KeepTickets
from tests.support.tables import folded_now

# Something that is not about a game.
PAUSED = PausedByServer(webhook=UUID(int=1), because=PauseReason.GONE.value)


def told(player: Player) -> list[str]:
    notices = notices_after(player, 0, 1000)
    assert [notice.number for notice in notices] == list(range(1, len(notices) + 1))
    assert newest_number(player) == len(notices)
    return [notice.kind for notice in notices]


def choose(game: Game, seat: int) -> None:
    state = folded_now(game.id).state
    assert state is not None
    game_act(game.id, KeepTickets(seat, state.offers[seat]))


def looked() -> None:
    """Whatever nobody heard of is told now."""
    notify.notify_all(notify.forgotten(notify.Rounds()))
