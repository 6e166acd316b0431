"""The end of a game, and the next one."""

from __future__ import annotations

from uuid import UUID

from games.models import Game, Player, Seat
from games.refusals import NotFinished, NotSeated, RematchExists
from games.services.changing import Asked, Outcome, changing, keep_answer, kept_answer, seed_of
from games.services.lobby import TableWish, open_table, seat_bot, sit_down
from games.table.events import SeedRevealed
from rules import ruleset


def game_settle(game_id: UUID) -> None:
    """Count the scores and reveal the seed, if the last turn is over; otherwise do nothing."""
    with changing(game_id) as change:
        if change.folded.status != "scoring" or change.folded.state is None:
            return
        rules = ruleset(change.folded.table.ruleset)
        change.write([*rules.settle(change.folded.state), SeedRevealed(seed_of(game_id).hex())])


def game_rematch(game_id: UUID, player: Player, *, asked: Asked | None = None) -> Outcome:
    """Open the same table again; the caller sits down, the bots are seated, the others may join."""
    with changing(game_id) as change:
        if kept := kept_answer(asked):
            return kept
        table = change.folded.table
        if change.folded.status != "finished":
            raise NotFinished(status=change.folded.status)
        if not Seat.objects.filter(game=change.game, player=player).exists():
            raise NotSeated
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
        new = open_table(player, wish, cause=asked.key if asked else None)
        sit_down(new, player, None, None)
        for chair in table.chairs:
            if chair.bot:
                seat_bot(new, chair.bot, None)
        new.save()
        Game.objects.filter(pk=game_id).update(rematch=new.game)
        keep_answer(asked, new.outcome())
        return new.outcome()
