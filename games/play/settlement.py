"""The end of a game, and the next one."""

from __future__ import annotations

from uuid import UUID

from games.log.seeds import seed_of
from games.models import Game, Player
from games.play.change import Outcome, changing
from games.play.idempotency import Asked, keep_answer, kept_answer
from games.play.lobby import TableWish, open_table, seat_bot, seat_number, sit_down
from games.play.selectors import check_visible
from games.ratings.services import game_rate
from games.refusals import NotFinished, NotSeated, RematchExists
from games.table.events import SeedRevealed
from rules import ruleset


def game_settle(game_id: UUID) -> None:
    """Count the scores, reveal the seed and rate the players, if the last turn is over; else do nothing."""
    with changing(game_id) as change:
        if change.folded.status != "scoring" or change.folded.state is None:
            return
        rules = ruleset(change.folded.table.ruleset)
        change.write([*rules.settle(change.folded.state), SeedRevealed(seed_of(game_id).hex())])
        game_rate(change.game, change.folded, at=change.now)


def game_rematch(game_id: UUID, player: Player, *, asked: Asked | None = None) -> Outcome:
    """Open the same table again; the caller sits down, the bots are seated, the others may join."""
    with changing(game_id) as change:
        if kept := kept_answer(asked):
            return kept
        table, cause = change.folded.table, asked.key if asked else None
        seat = seat_number(change, player)
        check_visible(change.game, seat, player)
        if seat is None:
            raise NotSeated
        if change.folded.status != "finished":
            raise NotFinished(status=change.folded.status)
        if change.game.rematch_id:
            raise RematchExists(game=str(change.game.rematch_id))
        wish = TableWish(
            ruleset=table.ruleset,
            seats=len(table.chairs),
            options=table.options,
            visibility=table.visibility,
            clock=table.clock,
            bot_delay=table.bot_delay,
            rematch_of=game_id,
        )
        new = open_table(player, wish, cause=cause)
        sit_down(new, player, None, None, cause=cause)
        for chair in table.chairs:
            if chair.bot:
                seat_bot(new, chair.bot, None, cause=cause)
        new.save()
        Game.objects.filter(pk=game_id).update(rematch=new.game)
        keep_answer(asked, new.outcome())
        return new.outcome()
