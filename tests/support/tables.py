"""Tables for tests: people sit down, bots play, games end."""

from __future__ import annotations

import random
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

from django.db import connection
from django.db.models.functions import Least
from django.utils import timezone

from games import tasks
from games.accounts.models import Player
from games.log import store
from games.log.models import Game
from games.moves.act import game_act
from games.moves.bot_turns import seat_for_bot
from games.moves.settlement import game_settle
from games.tables.lobby import TableWish, game_create, game_start, seat_take
from rules import Action, ruleset
from rules.table.fold import Folded


def people(count: int) -> list[Player]:
    return [Player.objects.create(name=f"p-{uuid4().hex[:12]}") for _ in range(count)]


def started(name: str = "london", seats: int = 2, **wishes: object) -> tuple[Game, list[Player]]:
    """A game of people, dealt."""
    players = people(seats)
    wish = TableWish(ruleset=name, seats=seats, **wishes)  # type: ignore[arg-type]
    game = game_create(players[0], wish).game
    for number, player in enumerate(players[1:], start=1):
        seat_take(game.id, player, client_seed=f"5eed{number:02x}")
    game_start(game.id, players[0])
    game.refresh_from_db()
    return game, players


def folded_now(game_id: UUID) -> Folded:
    return store.states.load(game_id, Game.objects.get(pk=game_id).version)


def any_action(folded: Folded, whim: random.Random) -> Action:
    assert folded.state is not None
    seat = whim.choice(folded.to_act)
    return whim.choice(list(ruleset(folded.table.ruleset).legal_actions(folded.state, seat)))


def play_on(game_id: UUID, *, actions: int, seed: int = 1) -> Folded:
    """So many actions of players who do anything they may, or fewer if the game ends before."""
    whim, folded = random.Random(seed), folded_now(game_id)
    for _ in range(actions):
        if not folded.to_act:
            break
        action = any_action(folded, whim)
        bot = folded.table.chairs[action.seat].played_by
        folded = game_act(game_id, action, bot=bot).folded
    return folded


def bots_play(game_id: UUID) -> None:
    """As workers do, message by message, until a person has to act; with a delay, one decision."""
    while seat_for_bot(folded := folded_now(game_id)) is not None:
        tasks.play_bots(str(game_id), folded.seq)
        if folded.table.bot_delay or folded_now(game_id).seq == folded.seq:
            break


def played_out(name: str = "london", seats: int = 2, *, seed: int = 1) -> Game:
    game, _ = started(name, seats)
    play_on(game.id, actions=5000, seed=seed)
    game_settle(game.id)
    game.refresh_from_db()
    return game


def table_with_bots(bots: int, people_too: int = 0, **wishes: object) -> Game:
    host = people(1)[0]
    wish = TableWish(
        ruleset="london",
        seats=bots + people_too,
        bots=["random"] * bots,
        sit=bool(people_too),
        **wishes,  # type: ignore[arg-type]
    )
    game = game_create(host, wish).game
    game_start(game.id, host)
    return Game.objects.get(pk=game.pk)


def stood_still(game: Game, seconds: int = 60) -> None:
    """Nobody has touched the game for so long."""
    long_ago = timezone.now() - timedelta(seconds=seconds)
    Game.objects.filter(pk=game.pk).update(moved_at=long_ago, created_at=Least("created_at", long_ago))
    Game.objects.filter(pk=game.pk, attend_at__isnull=False).update(attend_at=long_ago)


def own_connection() -> dict[str, Any]:
    """What another process needs to reach the same database."""
    used = connection.get_connection_params()
    return {name: used[name] for name in ("dbname", "user", "host", "password", "port") if used.get(name)}
