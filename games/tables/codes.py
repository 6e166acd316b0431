"""The invite code of a private table: whoever has it may see the table and sit down."""

from __future__ import annotations

from hmac import compare_digest
from uuid import UUID

from games.accounts.models import Player
from games.log.models import Game
from games.log.outcome import Outcome
from games.moves.change import changing
from games.reading.refusals import NoSuchGame
from games.tables.lobby import check_host, new_code
from games.tables.refusals import NotPrivate
from rules.table.checks import check_open
from rules.table.state import Status


def table_by_code(game_id: UUID, code: str) -> Game:
    """The open private table with this code."""
    game = Game.objects.filter(pk=game_id, status=Status.OPEN).first()
    if game is None or not game.invite_code or not compare_digest(game.invite_code.encode(), code.encode()):
        raise NoSuchGame
    return game


def code_renew(game_id: UUID, host: Player) -> Outcome:
    with changing(game_id) as change:
        check_host(change, host)
        check_open(change.folded)
        if not change.game.invite_code:
            raise NotPrivate
        change.game.invite_code = new_code()
        Game.objects.filter(pk=game_id).update(invite_code=change.game.invite_code)
    return change.outcome()
