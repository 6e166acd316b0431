"""What bots behind a URL answer is done once or not at all."""

from __future__ import annotations

import pytest

from games.accounts.keys import key_set
from games.deliveries.batches import batch_lease
from games.deliveries.models import Attempt, Delivery
from games.deliveries.sender import batch_send
from games.log.models import Event, Game
from games.moves.act import game_resign
from games.moves.clock import game_time_out
from games.webhooks.bot_callback import bot_answer
from games.webhooks.channel import Webhooks
from games.webhooks.messages import Writer
from games.webhooks.models import Webhook
from games.webhooks.responses import response_of
from games.webhooks.transport import post
from rules.refusals import Refusal
from tests.games.webhooks.robots import chosen_by, first_offered, hooked, robots_turn, saying, table
from tests.support.signing import Signer
from tests.support.tables import bots_play
from tests.support.webhook_receiver import Received, Reply

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nearby")]


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        (b"", "invalid"),
        (b"garbage", "invalid"),
        (b"\xff\xfe", "invalid"),
        (b"[" * 5000, "invalid"),
        (
            b'{"type": "draw_card", "pile": "x", "pile": "transport"}',
            'invalid: The answer cannot be read: the member "pile"',
        ),
        ([], "invalid"),
        ("pass", "invalid"),
        (None, "invalid"),
        ({}, "invalid"),
        ({"type": "fly"}, "invalid"),
        ({"type": "keep_tickets"}, "invalid"),
        ({"type": "keep_tickets", "tickets": 5}, "invalid"),
        ({"type": "keep_tickets", "tickets": ["t1", "t1"]}, "tickets_not_offered"),
        ({"type": "draw_card", "pile": "transport"}, "not_now"),
        ({"type": "keep_tickets", "tickets": [], "seat": 0}, "invalid"),
        ({"type": "draw_card", "pile": "transport", "expected_version": "new"}, "invalid"),
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
    assert response_of(row).error.startswith(error)
    assert (delivery.state, delivery.attempts) == ("pending", 1)
    assert Webhook.objects.get().failures == 0  # it can be reached; what it says is another matter


def test_an_answer_that_is_given_twice_is_done_once(robot, receiver, posted):
    game = table(robot)
    hooked(robot, receiver)
    receiver.answering = first_offered
    (delivery,) = batch_lease(Webhooks())
    message = Writer(delivery.webhook.token, [delivery]).message_of(delivery)
    batch_send([delivery], Webhooks())

    with pytest.raises(Refusal):  # as by a worker that has taken the other one for dead
        bot_answer(delivery, message, first_offered(receiver.received[0]).body)
    assert chosen_by(game, 1) == 1


def test_while_all_decide_at_once_the_choices_of_others_do_not_spoil_an_answer(
    robot, receiver, posted, monkeypatch
):
    game = table(robot, bots=1)
    hooked(robot, receiver)
    receiver.answering = first_offered

    def meanwhile(*args, **more):
        bots_play(game.id)
        return post(*args, **more)

    monkeypatch.setattr("games.webhooks.channel.post", meanwhile)
    posted()

    assert receiver.received[0].message["data"]["version"] == game.version
    assert [chosen_by(game, seat) for seat in (1, 2)] == [1, 1]


def test_an_answer_for_a_table_that_has_moved_on_is_asked_for_anew(
    robot, receiver, posted, later, monkeypatch
):
    game = robots_turn(table(robot))
    hooked(robot, receiver)
    receiver.answering = saying({"type": "draw_card", "pile": "transport"})

    def meanwhile(*args, **more):
        if not receiver.received:
            game_resign(game.id, 0)
        return post(*args, **more)

    monkeypatch.setattr("games.webhooks.channel.post", meanwhile)
    posted()
    assert response_of(Attempt.objects.get()).error.startswith("stale_version")
    later()
    posted()

    assert receiver.received[1].message["data"]["version"] == game.version + 1
    assert Event.objects.filter(game=game, actor=1, type="card_drawn").count() == 1


def test_an_answer_that_comes_too_late_is_refused_and_the_stand_in_decides(
    robot, receiver, posted, later, clock, monkeypatch
):
    game = table(robot, clock={"per_action": 60})
    hooked(robot, receiver)
    receiver.answering = first_offered

    def meanwhile(*args, **more):
        if not receiver.received:
            clock.forward(seconds=63)
            game_time_out(game.id)
        return post(*args, **more)

    monkeypatch.setattr("games.webhooks.channel.post", meanwhile)
    posted()
    assert response_of(Attempt.objects.get()).error.startswith("time_is_up")
    assert chosen_by(game, 1) == 0

    bots_play(game.id)
    later()
    posted()
    assert chosen_by(game, 1) == 1
    assert len(receiver.received) == 1
    assert Delivery.objects.get().state == "cancelled"


@pytest.mark.parametrize(
    ("signature", "error"), [(None, "signature_required"), ("mine", "invalid"), ({"after": 1}, "invalid")]
)
def test_an_answer_without_the_signature_that_its_account_demands_is_refused(
    robot, receiver, posted, signature, error
):
    key_set(robot, key=Signer().key, required=True)
    table(robot)
    hooked(robot, receiver)
    more = {} if signature is None else {"signature": signature}
    receiver.answering = lambda got: saying({**got.message["data"]["items"][0], **more})(got)
    posted()

    assert response_of(Attempt.objects.get()).error.startswith(error)


def test_an_answer_can_be_signed_with_the_key_of_the_account(robot, receiver, posted):
    mine = Signer()
    key_set(robot, key=mine.key, required=True)
    game = table(robot)
    hooked(robot, receiver)

    def signed(received: Received) -> Reply:
        action = received.message["data"]["items"][0]
        signature = mine.sign(str(game.pk), game.hash, {**action, "seat": 1})
        reply: Reply = saying({**action, "signature": signature})(received)
        return reply

    receiver.answering = signed
    posted()
    assert chosen_by(game, 1) == 1
