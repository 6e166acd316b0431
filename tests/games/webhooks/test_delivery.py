"""What is due is posted, signed and noted down; what fails comes again."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from standardwebhooks.webhooks import WebhookVerificationError

from games.accounts.models import Player
from games.deliveries.batches import batch_lease
from games.deliveries.models import Attempt, Delivery
from games.deliveries.sender import batch_send
from games.webhooks import channel, signatures
from games.webhooks.channel import LOGGED_ATTEMPTS, Webhooks
from games.webhooks.models import Webhook
from games.webhooks.responses import LOGGED_BYTES, response_of
from games.webhooks.services import (
    delivery_replay,
    webhook_rotate,
    webhook_test,
    webhook_update,
    webhooks_delete,
)
from tests.support.tables import people
from tests.support.webhook_receiver import Receiver, Reply
from tests.support.webhooks import webhook_for

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner(nearby) -> Player:
    return people(1)[0]


def hooked(owner: Player, receiver: Receiver) -> tuple[Webhook, str]:
    return webhook_for(owner, url=receiver.url, kinds=["game.event"])


def state_of(delivery: Delivery) -> str:
    return Delivery.objects.get(pk=delivery.pk).state


def test_a_message_is_signed_and_says_what_it_is(owner, receiver, posted):
    webhook, secret = hooked(owner, receiver)
    delivery = webhook_test(webhook)

    assert posted() == 1
    (received,) = receiver.received
    message = received.verified(secret)
    assert (message["type"], message["data"]) == ("webhook.test", {"webhook": str(webhook.id)})
    assert received.headers["webhook-id"] == str(delivery.id)
    assert received.headers["content-type"] == "application/json"
    assert state_of(delivery) == "delivered"
    assert posted() == 0


def test_while_a_secret_is_replaced_both_sign_and_afterwards_only_the_new_one(owner, receiver, posted):
    webhook, old = hooked(owner, receiver)
    webhook, new = webhook_rotate(webhook)
    webhook_test(webhook)
    posted()
    (received,) = receiver.received
    assert received.verified(old) == received.verified(new)
    assert len(received.headers["webhook-signature"].split()) == 2

    Webhook.objects.update(previous_until=timezone.now())
    webhook_test(webhook)
    posted()
    assert receiver.received[1].verified(new)
    with pytest.raises(WebhookVerificationError):
        receiver.received[1].verified(old)


def test_secrets_are_not_readable_in_the_database(owner, receiver):
    webhook, secret = hooked(owner, receiver)
    webhook, newer = webhook_rotate(webhook)
    row = str(Webhook.objects.values().get())

    assert secret not in row
    assert newer not in row
    assert secret.removeprefix(signatures.PREFIX) not in row


def test_a_secret_kept_under_another_key_signs_nothing_until_it_is_rotated(
    owner, receiver, posted, settings, later
):
    webhook, _ = hooked(owner, receiver)
    delivery = webhook_test(webhook)
    settings.SECRET_KEY = "another" * 10
    posted()

    assert receiver.received == []
    assert "rotate" in response_of(Attempt.objects.get()).error
    _, secret = webhook_rotate(webhook)
    later()
    posted()
    assert receiver.received[0].verified(secret)
    assert state_of(delivery) == "delivered"


@pytest.mark.parametrize(
    ("reply", "error"),
    [
        (Reply(500), "status 500"),
        (Reply(404), "status 404"),
        (Reply(302, headers=(("Location", "/x"),)), "status 302"),
        (Reply(raw=b"garbage\r\n\r\n"), "not an HTTP response"),
    ],
)
def test_what_fails_comes_again_later_under_the_same_id(owner, receiver, posted, later, reply, error):
    webhook, secret = hooked(owner, receiver)
    delivery = webhook_test(webhook)
    receiver.answering = lambda _: reply
    posted()

    delivery.refresh_from_db()
    assert (delivery.state, delivery.attempts, delivery.leased_until) == ("pending", 1, None)
    assert delivery.next_attempt_at
    assert timedelta(seconds=24) < delivery.next_attempt_at - Attempt.objects.get().at < timedelta(seconds=37)
    assert posted() == 0

    receiver.answering = lambda _: Reply(200, b"ok")
    later()
    posted()
    assert [r.headers["webhook-id"] for r in receiver.received] == [str(delivery.id)] * 2
    assert receiver.received[1].verified(secret)
    assert state_of(delivery) == "delivered"
    assert [response_of(row).error for row in Attempt.objects.order_by("number")] == [error, ""]


def test_a_receiver_that_hangs_has_failed(owner, receiver, posted, hurried):
    delivery = webhook_test(hooked(owner, receiver)[0])
    receiver.answering = lambda _: Reply(hang=True)
    posted()

    assert response_of(Attempt.objects.get()).error == "response timed out"
    assert state_of(delivery) == "pending"


def test_the_log_has_the_request_without_its_signature_and_the_beginning_of_the_answer(
    owner, receiver, posted, public
):
    webhook, _ = hooked(owner, receiver)
    webhook_test(webhook)
    receiver.answering = lambda _: Reply(200, b"\x00\xff" + b"a" * 5000)
    posted()

    row = Attempt.objects.get()
    assert (row.status, row.number, row.url) == (200, 1, receiver.url)
    body = response_of(row).body
    assert body.startswith("\ufffd\ufffdaaa")
    assert len(body) == LOGGED_BYTES
    assert set(row.headers) == {"content-type", "user-agent", "webhook-id", "webhook-timestamp"}


def test_only_the_newest_attempts_are_kept(owner, receiver, posted, later, monkeypatch):
    monkeypatch.setattr(channel, "LOGGED_ATTEMPTS", 2)
    webhook, _ = hooked(owner, receiver)
    webhook_test(webhook)
    receiver.answering = lambda _: Reply(500)
    for _ in range(4):
        later()
        posted()

    assert LOGGED_ATTEMPTS == 20
    assert sorted(Attempt.objects.values_list("number", flat=True)) == [3, 4]


def test_a_delivery_is_given_up_after_days_and_not_before(owner, receiver, posted, later, settings):
    webhook, _ = hooked(owner, receiver)
    delivery = webhook_test(webhook)
    receiver.answering = lambda _: Reply(500)
    for _ in range(12):
        later()
        posted()
    assert state_of(delivery) == "pending"

    Delivery.objects.update(created_at=timezone.now() - settings.GIVE_UP_AFTER)
    later()
    posted()
    delivery.refresh_from_db()
    assert (delivery.state, delivery.next_attempt_at) == ("failed", None)
    assert delivery.ended_at


def test_a_replay_sends_what_has_ended_once_more(owner, receiver, posted):
    webhook, _ = hooked(owner, receiver)
    delivery = webhook_test(webhook)
    posted()
    delivery_replay(delivery)
    assert state_of(delivery) == "pending"
    posted()

    assert [r.headers["webhook-id"] for r in receiver.received] == [str(delivery.id)] * 2
    assert receiver.received[0].body == receiver.received[1].body
    assert Attempt.objects.count() == 2
    assert state_of(delivery) == "delivered"


def test_while_a_webhook_is_paused_nothing_is_sent_and_afterwards_everything_is(owner, receiver, posted):
    webhook, _ = hooked(owner, receiver)
    receiver.answering = lambda _: Reply(500)
    delivery = webhook_test(webhook)
    posted()
    webhook = webhook_update(webhook, webhook.token, paused=True)
    Delivery.objects.update(next_attempt_at=timezone.now())
    assert posted() == 0

    receiver.answering = lambda _: Reply()
    webhook_update(webhook, webhook.token, paused=False)
    posted()
    assert state_of(delivery) == "delivered"


def test_a_webhook_that_is_deleted_while_a_receiver_thinks_leaves_nothing(owner, receiver, posted):
    webhook, _ = hooked(owner, receiver)
    webhook_test(webhook)
    batch = batch_lease(Webhooks())
    assert batch
    webhooks_delete(Webhook.objects.all())
    batch_send(batch, Webhooks())

    assert not Delivery.objects.exists()
    assert not Attempt.objects.exists()


def test_an_error_of_our_own_stops_neither_the_poster_nor_the_delivery(
    owner, receiver, posted, later, monkeypatch, caplog
):
    webhook, _ = hooked(owner, receiver)
    broken = webhook_test(webhook)
    with monkeypatch.context() as patch:
        patch.setattr(channel, "post", lambda *_, **__: 1 / 0)
        assert posted() == 1
    assert "ZeroDivisionError" in caplog.text
    broken.refresh_from_db()
    assert (broken.attempts, broken.state, broken.leased_until) == (1, "pending", None)

    later()
    assert posted() == 1
    assert state_of(broken) == "delivered"
