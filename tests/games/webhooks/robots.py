"""Tables at which a bot from behind a URL sits, and what such bots say."""

from __future__ import annotations

import json
from typing import Any

from django.utils import timezone

from games.accounts.models import Player
from games.log.models import Event, Game
from games.moves.act import game_act
from games.tables.lobby import TableWish, game_create, game_start, seat_take
from games.webhooks.bot_callback import bots_ask
from games.webhooks.models import Webhook
from rules import read_action, ruleset
from tests.support.tables import folded_now, people
from tests.support.webhook_receiver import Received, Receiver, Reply
from tests.support.webhooks import webhook_for


def table(robot: Player, *, bots: int = 0, dealt: bool = True, clock: Any = None) -> Game:
    """The robot has seat 1; seat 0, which begins, is a person's, and further seats are of random bots."""
    host = people(1)[0]
    wish = TableWish(
        ruleset="london",
        seats=2 + bots,
        bots=["random"] * bots,
        options={"first": "0"},
        visibility="private",
        clock=clock or {},
    )
    game = game_create(host, wish).game
    seat_take(game.id, robot, invite_code=game.invite_code)
    if dealt:
        game_start(game.id, host)
    return Game.objects.get(pk=game.pk)


def hooked(robot: Player, receiver: Receiver) -> Webhook:
    return webhook_for(robot, url=receiver.url, kinds=["bot.act"])[0]


def ask(game: Game) -> int:
    """As is done whenever the table has moved."""
    return bots_ask(game.id, folded_now(game.id), timezone.now())


def first_offered(received: Received) -> Reply:
    """A bot in one line."""
    return Reply(200, json.dumps(received.message["data"]["items"][0]).encode())


def saying(answer: Any) -> Any:
    return lambda _: Reply(200, answer if isinstance(answer, bytes) else json.dumps(answer).encode())


def chosen_by(game: Game, seat: int) -> int:
    return Event.objects.filter(game=game, actor=seat, type="tickets_chosen").count()


def robots_turn(game: Game) -> Game:
    """Both have kept their tickets, and the person has drawn two cards."""
    for seat in (0, 1):
        game_act(game.id, next(iter(actions_of(game, seat))))
    for _ in range(2):
        game_act(game.id, read_action({"type": "draw_card", "pile": "transport", "seat": 0}))
    return Game.objects.get(pk=game.pk)


def actions_of(game: Game, seat: int) -> Any:
    folded = folded_now(game.id)
    assert folded.state
    return ruleset(folded.table.ruleset).legal_actions(folded.state, seat)
