"""Rematches: a new table with the settings of a finished game, to which its players are invited."""

from __future__ import annotations

from uuid import UUID

from games.accounts.models import Player
from games.log.models import Game
from games.log.outcome import Outcome
from games.log.sql import people_rows
from games.log.viewer import Viewer
from games.moves.change import Change, changing, opening
from games.moves.idempotency import KeyedRequest, once_per_key
from games.reading.refusals import NotFinished, NotSeated
from games.reading.visibility import check_visible
from games.relations.friends import apart_from
from games.tables.invitations import invite_again, players_lock
from games.tables.lobby import TableWish, open_table
from games.tables.refusals import RematchExists
from games.tables.seats import put_bot, seat_number, sit_down
from rules.table.state import Table


@once_per_key
def game_rematch(game_id: UUID, player: Player, *, keyed: KeyedRequest | None = None) -> Outcome:
    """Open a table with the same settings and bots. The caller takes a seat; the others have one held."""
    with changing(game_id) as ended, opening(keyed=keyed) as new:
        check_rematch(ended, player)
        table = ended.folded.table
        others = players_lock(player, _others(ended, player))
        open_table(new, player, _same_again(ended.game, table))
        sit_down(new, player, None, None)
        for chair in table.chairs:
            if chair.bot:
                put_bot(new, chair.bot, None)
        invite_again(new, player, others, game_id)
        Game.objects.filter(pk=game_id).update(rematch=new.game)
    return new.outcome()


def _others(ended: Change, player: Player) -> list[Player]:
    """Those who may meet the player again."""
    found = [other for _, other in sorted(people_rows(ended.game.id).items()) if other != player]
    apart = apart_from(player, [other.pk for other in found])
    return [other for other in found if other.pk not in apart]


def check_rematch(ended: Change, player: Player) -> None:
    seat = seat_number(ended, player)
    check_visible(ended.game, Viewer(player, seat))
    if seat is None:
        raise NotSeated
    if not ended.folded.is_finished:
        raise NotFinished(status=ended.folded.status)
    if ended.game.rematch_id:
        raise RematchExists(game=str(ended.game.rematch_id))


def _same_again(game: Game, table: Table) -> TableWish:
    return TableWish(
        ruleset=table.ruleset,
        seats=len(table.chairs),
        options=table.options,
        visibility=table.visibility,
        name=game.name,
        clock=table.clock,
        bot_delay=table.bot_delay,
        stand_ins=table.stand_ins,
        rematch_of=game.id,
        purpose=table.purpose,
    )
