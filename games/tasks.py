"""What happens without anybody asking: bot turns and the end of a game.

Redis may lose a message and a worker may die, so every task looks at the database and does what is
due there, and a sweep finds what nobody was told of. A task that comes twice finds nothing to do.
"""

from __future__ import annotations

import secrets
from contextlib import suppress
from uuid import UUID

from celery import shared_task

from bots.registry import BOTS
from games import store
from games.attention import attend, seat_for_bot
from games.models import Game
from games.refusals import StaleVersion
from games.services.ending import game_settle
from games.services.playing import Expected, game_act
from rules import KeyedChance, ruleset, view_for


@shared_task
def play_bot_turn(game_id: str) -> None:
    """Decide once for a bot; the next decision is a task of its own."""
    game = Game.objects.get(pk=game_id)
    folded = store.states.load(game.id, game.version)
    seat = seat_for_bot(folded)
    if seat is None or folded.state is None or folded.status != "playing":
        return
    rules = ruleset(folded.table.ruleset)
    bot = BOTS[folded.table.chairs[seat].played_by]()
    whims = KeyedChance(secrets.token_bytes(32))
    action = bot.choose(view_for(folded.state, seat), rules.legal_actions(folded.state, seat), whims)
    with suppress(StaleVersion):  # somebody else moved it on, and has sent for the next decision
        game_act(game.id, action, expected=Expected(version=folded.seq))


@shared_task
def settle_game(game_id: str) -> None:
    game_settle(UUID(game_id))


@shared_task
def sweep() -> int:
    """Send for every game that waits on a bot or a settlement, whoever forgot it."""
    waiting = Game.objects.filter(status__in=(Game.Status.PLAYING, Game.Status.SCORING))
    games = ((game.id, store.states.load(game.id, game.version)) for game in waiting.iterator())
    return sum(attend(game_id, folded) for game_id, folded in games)
