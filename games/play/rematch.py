"""Rematches: a new table with the settings of a finished game."""

from __future__ import annotations

from uuid import UUID

from games.log.viewer import Viewer
from games.models import Game, Player
from games.play.change import Change, changing, opening
from games.play.idempotency import KeyedRequest, once_per_key
from games.play.lobby import TableWish, open_table, put_bot, seat_number, sit_down
from games.play.outcome import Outcome
from games.play.visibility import check_visible
from games.refusals import NotFinished, NotSeated, RematchExists
from games.table.state import Table


@once_per_key
def game_rematch(game_id: UUID, player: Player, *, keyed: KeyedRequest | None = None) -> Outcome:
    """Open a table with the same settings and bots. The caller takes a seat; the others may join."""
    with changing(game_id) as ended, opening(keyed=keyed) as new:
        check_rematch(ended, player)
        table = ended.folded.table
        open_table(new, player, _same_again(game_id, table))
        sit_down(new, player, None, None)
        for chair in table.chairs:
            if chair.bot:
                put_bot(new, chair.bot, None)
        Game.objects.filter(pk=game_id).update(rematch=new.game)
    return new.outcome()


def check_rematch(ended: Change, player: Player) -> None:
    seat = seat_number(ended, player)
    check_visible(ended.game, Viewer(player, seat))
    if seat is None:
        raise NotSeated
    if not ended.folded.is_finished:
        raise NotFinished(status=ended.folded.status)
    if ended.game.rematch_id:
        raise RematchExists(game=str(ended.game.rematch_id))


def _same_again(game_id: UUID, table: Table) -> TableWish:
    return TableWish(
        ruleset=table.ruleset,
        seats=len(table.chairs),
        options=table.options,
        visibility=table.visibility,
        clock=table.clock,
        bot_delay=table.bot_delay,
        stand_ins=table.stand_ins,
        rematch_of=game_id,
        purpose=table.purpose,
    )
