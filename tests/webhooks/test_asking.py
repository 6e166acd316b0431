"""Bots behind a URL are asked for their actions, and what they answer is done once or not at all."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest

from games.models import Attempt, Delivery, Event, Game, Player, Webhook
from games.services import deliveries
from games.services.asking import bot_answer, bots_ask
from games.services.changing import now
from games.services.claiming import batch_claim
from games.services.clock import game_time_out
from games.services.lobby import TableWish, game_create, game_start, seat_take
from games.services.playing import game_act, game_resign
from games.services.webhooks import delivery_replay, webhook_create, webhook_update
from games.webhooks.bodies import Writer
from games.webhooks.calling import post
from rules import read_action, ruleset
from rules.refusals import Refusal
from tests.games.tables import bots_play, folded_now, people
from tests.receiver import Received, Receiver, Reply

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nearby")]


@pytest.fixture
def robot() -> Player:
    return Player.objects.create(name=f"r-{uuid4().hex[:12]}", is_bot=True)


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
    return webhook_create(robot, url=receiver.url, kinds=["bot.act"])[0]


def ask(game: Game) -> int:
    """As is done whenever the table has moved."""
    return bots_ask(game.id, folded_now(game.id), now())


def first_offered(received: Received) -> Reply:
    """A bot in one line."""
    return Reply(200, json.dumps(received.message["data"]["actions"][0]).encode())


def saying(answer: Any) -> Any:
    return lambda _: Reply(200, answer if isinstance(answer, bytes) else json.dumps(answer).encode())


def chosen_by(game: Game, seat: int) -> int:
    return Event.objects.filter(game=game, actor=seat, type="tickets_chosen").count()


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


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        (b"", "malformed"),
        (b"garbage", "malformed"),
        (b"\xff\xfe", "malformed"),
        (b"[" * 5000, "malformed"),
        ([], "malformed"),
        ("pass", "malformed"),
        (None, "malformed"),
        ({}, "malformed"),
        ({"type": "fly"}, "malformed"),
        ({"type": "keep_tickets"}, "malformed"),
        ({"type": "keep_tickets", "tickets": 5}, "malformed"),
        ({"type": "keep_tickets", "tickets": ["t1", "t1"]}, "tickets_not_offered"),
        ({"type": "draw_card", "pile": "transport"}, "not_now"),
        ({"type": "keep_tickets", "tickets": [], "seat": 0}, "malformed"),
        ({"type": "draw_card", "pile": "transport", "expected_version": "new"}, "malformed"),
        ({"type": "draw_card", "pile": "transport", "expected_version": 1}, "stale_version"),
    ],
)
def test_an_answer_that_is_no_legal_action_changes_nothing_and_is_noted(
    robot, receiver, posted, answer, error
):
    game = table(robot)
    hooked(robot, receiver)
    receiver.answering = saying(answer)
    posted()

    assert Game.objects.get(pk=game.pk).version == game.version
    row, delivery = Attempt.objects.get(), Delivery.objects.get()
    assert row.status == 200
    assert row.error.split(":")[0] == error
    assert (delivery.state, delivery.attempts) == ("pending", 1)
    assert Webhook.objects.get().failures == 0  # it can be reached; what it says is another matter


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


def test_an_answer_that_is_given_twice_is_done_once(robot, receiver, posted):
    game = table(robot)
    hooked(robot, receiver)
    receiver.answering = first_offered
    batch = batch_claim()
    assert batch
    (delivery,) = batch.deliveries
    message = Writer(robot, [delivery]).message_of(delivery)
    deliveries.batch_deliver(batch)

    with pytest.raises(Refusal):  # as by a worker that has taken the other one for dead
        bot_answer(delivery, message, first_offered(receiver.received[0]).body)
    assert chosen_by(game, 1) == 1


def test_while_all_decide_at_once_the_choices_of_others_do_not_spoil_an_answer(
    robot, receiver, posted, monkeypatch
):
    game = table(robot, bots=1)
    hooked(robot, receiver)
    receiver.answering = first_offered

    def meanwhile(*args):
        bots_play(game.id)
        return post(*args)

    monkeypatch.setattr(deliveries, "post", meanwhile)
    posted()

    assert receiver.received[0].message["data"]["version"] == game.version
    assert [chosen_by(game, seat) for seat in (1, 2)] == [1, 1]


def test_an_answer_for_a_table_that_has_moved_on_is_asked_for_anew(
    robot, receiver, posted, later, monkeypatch
):
    game = robots_turn(table(robot))
    hooked(robot, receiver)
    receiver.answering = saying({"type": "draw_card", "pile": "transport"})

    def meanwhile(*args):
        if not receiver.received:
            game_resign(game.id, 0)
        return post(*args)

    monkeypatch.setattr(deliveries, "post", meanwhile)
    posted()
    assert Attempt.objects.get().error.startswith("stale_version")
    later()
    posted()

    assert receiver.received[1].message["data"]["version"] == game.version + 1
    assert Event.objects.filter(game=game, actor=1, type="card_drawn").count() == 1


def test_an_answer_that_comes_too_late_is_refused_and_the_stand_in_decides(
    robot, receiver, posted, later, monkeypatch
):
    game = table(robot, clock={"per_action": 60})
    hooked(robot, receiver)
    receiver.answering = first_offered

    def meanwhile(*args):
        with monkeypatch.context() as patch:
            patch.setattr("games.services.changing.now", lambda: now() + timedelta(seconds=61))
            game_time_out(game.id)
        return post(*args)

    monkeypatch.setattr(deliveries, "post", meanwhile)
    posted()
    assert Attempt.objects.get().error.startswith("time_is_up")
    assert chosen_by(game, 1) == 0

    bots_play(game.id)
    later()
    posted()
    assert chosen_by(game, 1) == 1
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
    webhook = webhook_update(webhook, paused=True)
    assert ask(games[0]) == 0

    webhook_update(webhook, paused=False)
    receiver.answering = first_offered
    posted()
    assert [chosen_by(game, 1) for game in games] == [1, 1]


def test_a_question_that_was_answered_is_not_put_again_by_a_replay(robot, receiver, posted):
    game = table(robot)
    hooked(robot, receiver)
    receiver.answering = first_offered
    posted()
    delivery_replay(Delivery.objects.get())
    posted()

    assert len(receiver.received) == 1
    assert chosen_by(game, 1) == 1
    assert Delivery.objects.get().state == "cancelled"


def test_a_webhook_for_one_game_is_asked_in_that_game_alone(robot, receiver, posted):
    games = [table(robot) for _ in range(2)]
    webhook_create(robot, url=receiver.url, kinds=["bot.act"], game=games[0].id)
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
    assert (delivery.next_attempt_at - now()).total_seconds() <= 720
