"""A receiver that fails is left alone for a while, and in the end paused."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from games import tasks
from games.deliveries.models import Attempt, Delivery
from games.deliveries.retention import KEPT
from games.webhooks import receivers
from games.webhooks.models import Webhook
from games.webhooks.receivers import MAX_HOLD
from games.webhooks.services import delivery_replay, webhook_test, webhook_update
from games.webhooks.transport import Answer
from tests.support.tables import people
from tests.support.webhook_receiver import Reply
from tests.support.webhooks import webhook_for

pytestmark = pytest.mark.django_db


@pytest.fixture
def webhook(receiver, nearby) -> Webhook:
    found, _ = webhook_for(people(1)[0], url=receiver.url, kinds=["game.event"])
    return found


def within(wait: timedelta | None, seconds: float) -> bool:
    return wait is not None and seconds * 0.8 <= wait.total_seconds() <= seconds * 1.2 + 1


@pytest.mark.parametrize(
    ("failures", "seconds"), [(2, None), (3, 5), (4, 30), (100, MAX_HOLD.total_seconds())]
)
def test_a_receiver_that_failed_twice_is_tried_on_and_then_left_alone_for_ever_longer(
    webhook, receiver, posted, failures, seconds
):
    receiver.answering = lambda _: Reply(503)
    Webhook.objects.update(failures=failures - 1)
    webhook_test(webhook)
    before = timezone.now()
    posted()

    held = Webhook.objects.get().held_until
    assert (held is None) == (seconds is None)
    assert held is None or within(held - before, seconds)


def test_nothing_is_posted_to_a_receiver_that_is_left_alone_not_even_a_test(
    webhook, receiver, posted, settings
):
    settings.RETRIES = (timedelta(hours=1),)
    receiver.answering = lambda _: Reply(503)
    for _ in range(5):
        webhook_test(webhook)
    Delivery.objects.update(next_attempt_at=timezone.now())
    for _ in range(5):
        Webhook.objects.update(failures=2)
        posted()
    before = len(receiver.received)
    assert before < 5
    assert Webhook.objects.filter(held_until__gt=timezone.now()).exists()

    delivery_replay(webhook_test(webhook))
    posted()
    assert len(receiver.received) == before
    Webhook.objects.update(held_until=timezone.now())
    posted()
    assert len(receiver.received) == before + 1


def test_once_something_gets_through_all_the_rest_follows_at_once(webhook, receiver, posted):
    receiver.answering = lambda _: Reply(503)
    for _ in range(4):
        webhook_test(webhook)
        posted()
    assert Webhook.objects.get().failing_since
    receiver.answering = lambda _: Reply()
    Webhook.objects.update(held_until=timezone.now())
    webhook_test(webhook)
    posted()

    assert set(Delivery.objects.values_list("state", flat=True)) == {"delivered"}
    found = Webhook.objects.get()
    assert (found.failures, found.failing_since, found.held_until) == (0, None, None)


def test_a_success_resets_what_another_worker_counted_meanwhile(webhook, posted, monkeypatch):
    def post(*_: object, **__: object) -> Answer:
        Webhook.objects.update(failures=2, failing_since=timezone.now())
        return Answer(status=204)

    monkeypatch.setattr("games.webhooks.channel.post", post)
    webhook_test(webhook)
    posted()

    found = Webhook.objects.get()
    assert (found.failures, found.failing_since) == (0, None)


def test_one_message_a_receiver_cannot_stand_does_not_come_again_at_once(webhook, receiver, posted, settings):
    settings.RETRIES = (timedelta(hours=1),)
    receiver.answering = lambda _: Reply(500)
    bad = webhook_test(webhook)
    posted()
    receiver.answering = lambda _: Reply()
    webhook_test(webhook)
    posted()

    bad.refresh_from_db()
    assert (bad.state, bad.attempts) == ("pending", 1)
    assert Delivery.objects.filter(pk=bad.pk, next_attempt_at__gt=timezone.now()).exists()


def test_a_receiver_that_is_gone_is_paused_at_once(webhook, receiver, posted):
    receiver.answering = lambda _: Reply(410)
    delivery = webhook_test(webhook)
    posted()

    webhook.refresh_from_db()
    assert (webhook.paused_because, bool(webhook.paused_at)) == ("gone", True)
    delivery.refresh_from_db()
    assert delivery.state == "pending"


def test_a_receiver_that_has_failed_for_days_is_paused_and_not_before(
    webhook, receiver, posted, later, settings
):
    receiver.answering = lambda _: Reply(500)
    webhook_test(webhook)
    posted()
    almost = timezone.now() - settings.GIVE_UP_AFTER + timedelta(minutes=2)
    Webhook.objects.update(failing_since=almost)
    later()
    posted()
    assert Webhook.objects.get().paused_at is None

    Webhook.objects.update(failing_since=almost - timedelta(minutes=2))
    later()
    posted()
    assert Webhook.objects.get().paused_because == "failing"


def test_what_nobody_reads_is_not_piled_up_for_ever(webhook, nearby, monkeypatch):
    monkeypatch.setattr(receivers, "MAX_PENDING", 2)
    for _ in range(3):
        webhook_test(webhook)
    tasks.tidy_webhooks()

    webhook.refresh_from_db()
    assert webhook.paused_because == "overfull"


@pytest.mark.parametrize("change", [{"paused": False}, {"url": "http://127.0.0.1:9001/"}])
def test_who_resumes_or_moves_begins_anew(webhook, receiver, posted, change):
    delivery = webhook_test(webhook)
    tomorrow = timezone.now() + timedelta(days=1)
    Delivery.objects.update(next_attempt_at=tomorrow)
    Webhook.objects.update(failures=9, failing_since=timezone.now(), held_until=tomorrow)
    webhook = webhook_update(webhook, webhook.token, **change)

    assert Delivery.objects.filter(pk=delivery.pk, next_attempt_at__lte=timezone.now()).exists()
    assert (webhook.failures, webhook.failing_since, webhook.held_until) == (0, None, None)


def test_deliveries_that_ended_a_week_ago_are_forgotten_with_their_attempts(webhook, receiver, posted):
    old, new = webhook_test(webhook), webhook_test(webhook)
    posted()
    waiting = webhook_test(webhook)
    Delivery.objects.filter(pk=old.pk).update(ended_at=timezone.now() - KEPT - timedelta(hours=1))
    Delivery.objects.filter(pk=waiting.pk).update(created_at=timezone.now() - 2 * KEPT)

    assert tasks.forget_old_rows() == 1
    assert set(Delivery.objects.all()) == {new, waiting}
    assert {row.delivery_id for row in Attempt.objects.all()} == {new.id}
