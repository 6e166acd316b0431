"""Bots behind a URL are asked for their actions, while these are to be done."""

from __future__ import annotations

import pytest
from django.utils import timezone

from games.deliveries.models import Delivery
from games.log.models import Event
from games.moves.act import game_act, game_resign
from games.webhooks.refusals import QuestionOver
from games.webhooks.services import delivery_replay, webhook_update
from rules import read_action
from tests.games.webhooks.robots import actions_of, ask, chosen_by, first_offered, hooked, saying, table
from tests.support.tables import folded_now
from tests.support.webhook_receiver import Reply
from tests.support.webhooks import webhook_for

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nearby")]


def test_a_seat_that_has_to_act_is_asked_with_its_view_and_its_actions(robot, receiver, posted, client):
    game = table(robot)
    hooked(robot, receiver)
    receiver.answering = first_offered
    posted()

    (received,) = receiver.received
    message = received.message
    assert message["type"] == "bot.act"
    assert (message["data"]["seat"], message["data"]["version"]) == (1, game.version)
    assert message["data"]["game"]["view"]["viewer"] == 1
    assert "hand" in message["data"]["game"]["view"]["seats"][1]
    assert "hand" not in message["data"]["game"]["view"]["seats"][0]
    assert chosen_by(game, 1) == 1
    assert Delivery.objects.get().state == "delivered"


def test_a_decision_is_asked_for_once_however_often_the_table_is_looked_at(robot, receiver):
    game = table(robot)
    hooked(robot, receiver)

    assert [ask(game), ask(game)] == [0, 0]
    assert Delivery.objects.count() == 1


def test_the_next_decision_is_another_question(robot, receiver, posted):
    game = table(robot)
    hooked(robot, receiver)
    receiver.answering = first_offered
    posted()
    keep = next(iter(actions_of(game, 0)))
    game_act(game.id, keep)
    draw = read_action({"type": "draw_card", "pile": "transport", "seat": 0})
    game_act(game.id, draw)
    assert ask(game) == 0  # seat 0 has another card to draw
    game_act(game.id, draw)

    receiver.answering = saying({"type": "draw_card", "pile": "transport"})
    for _ in range(2):
        assert ask(game) == 1
        posted()
    assert ask(game) == 0
    assert folded_now(game.id).to_act == (0,)
    assert Event.objects.filter(game=game, actor=1, type="card_drawn").count() == 2


@pytest.mark.parametrize(
    "reply",
    [
        Reply(500),
        Reply(raw=b"garbage\r\n\r\n"),
        Reply(200, b" " * 20_000 + b'{"type": "keep_tickets", "tickets": []}'),
    ],
)
def test_a_bot_that_does_not_answer_is_asked_again(robot, receiver, posted, later, reply):
    game = table(robot)
    hooked(robot, receiver)
    receiver.answering = lambda _: reply
    posted()
    assert chosen_by(game, 1) == 0

    receiver.answering = first_offered
    later()
    posted()
    assert chosen_by(game, 1) == 1
    assert Delivery.objects.get().attempts == 2


def test_nobody_is_asked_for_what_was_decided_otherwise(robot, receiver, posted, later):
    """The bot has also come by itself, over the API."""
    game = table(robot)
    hooked(robot, receiver)
    receiver.answering = lambda _: Reply(500)
    posted()
    game_act(game.id, next(iter(actions_of(game, 1))))
    later()
    posted()

    assert len(receiver.received) == 1
    assert Delivery.objects.get().state == "cancelled"


def test_a_seat_whose_player_has_resigned_is_asked_no_more(robot, receiver, posted):
    game = table(robot)
    hooked(robot, receiver)
    game_resign(game.id, 1)
    posted()

    assert receiver.received == []
    assert Delivery.objects.get().state == "cancelled"
    assert ask(game) == 0


def test_a_bot_that_comes_back_is_asked_wherever_it_is_waited_for(robot, receiver, posted):
    games = [table(robot) for _ in range(2)]
    webhook = hooked(robot, receiver)
    Delivery.objects.all().delete()
    webhook = webhook_update(webhook, webhook.token, paused=True)
    assert ask(games[0]) == 0

    webhook_update(webhook, webhook.token, paused=False)
    receiver.answering = first_offered
    posted()
    assert [chosen_by(game, 1) for game in games] == [1, 1]


def test_a_question_that_was_answered_is_not_put_again_by_a_replay(robot, receiver, posted):
    game = table(robot)
    hooked(robot, receiver)
    receiver.answering = first_offered
    posted()
    with pytest.raises(QuestionOver):
        delivery_replay(Delivery.objects.get())
    posted()

    assert len(receiver.received) == 1
    assert chosen_by(game, 1) == 1
    assert Delivery.objects.get().state == "delivered"


def test_a_webhook_for_one_game_is_asked_in_that_game_alone(robot, receiver, posted):
    games = [table(robot) for _ in range(2)]
    webhook_for(robot, url=receiver.url, kinds=["bot.act"], game=games[0].id)
    receiver.answering = first_offered
    posted()

    assert [chosen_by(game, 1) for game in games] == [1, 0]


def test_nobody_is_asked_before_the_start(robot, receiver):
    hooked(robot, receiver)

    assert ask(table(robot, dealt=False)) == 0


def test_questions_wait_no_longer_than_ten_minutes_and_are_never_given_up(robot, receiver, posted, later):
    table(robot)
    hooked(robot, receiver)
    receiver.answering = saying({})
    Delivery.objects.update(attempts=50, created_at="2026-01-01T00:00:00Z")
    posted()

    delivery = Delivery.objects.get()
    assert delivery.state == "pending"
    assert delivery.next_attempt_at
    assert (delivery.next_attempt_at - timezone.now()).total_seconds() <= 720
