"""Many posters at once: each message is sent by one of them, and no receiver gets too many at a time."""

from __future__ import annotations

import time
from datetime import timedelta
from threading import Lock

import pytest

from games import tasks
from games.deliveries.batches import batch_lease
from games.deliveries.models import Attempt, Delivery
from games.deliveries.sender import batch_send
from games.projector import game_project
from games.webhooks.channel import Webhooks
from games.webhooks.models import Webhook
from games.webhooks.services import webhook_test, webhooks_delete
from tests.concurrency.races import race
from tests.support.callers import dealt
from tests.support.tables import people as strangers
from tests.support.webhook_receiver import Received, Reply, receiving
from tests.support.webhooks import webhook_for

pytestmark = pytest.mark.django_db(transaction=True)
POSTERS = 8


@pytest.fixture(autouse=True)
def nearby(settings, monkeypatch, redis_url) -> None:
    settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = "all"
    settings.WEBHOOK_TIMEOUT = timedelta(seconds=5)
    monkeypatch.setattr("games.deliveries.channel.wake", lambda *_, **__: None)


class Busy:
    """How many messages a receiver had at the same time."""

    def __init__(self, status: int) -> None:
        self.status, self.now, self.most, self.lock = status, 0, 0, Lock()

    def __call__(self, _: Received) -> Reply:
        with self.lock:
            self.now += 1
            self.most = max(self.most, self.now)
        time.sleep(0.02)
        with self.lock:
            self.now -= 1
        return Reply(self.status)


def post_some() -> None:
    for _ in range(5):
        if batch := batch_lease(Webhooks()):
            batch_send(batch, Webhooks())


def delete_soon() -> None:
    time.sleep(0.03)
    webhooks_delete(Webhook.objects.all())


def test_each_message_is_posted_once_and_a_player_gets_no_more_than_a_few_at_a_time(monkeypatch):
    monkeypatch.setattr(Webhooks, "batch", 2)
    with receiving() as receiver:
        receiver.answering = busy = Busy(204)
        webhook, _ = webhook_for(strangers(1)[0], url=receiver.url, kinds=["game.event"])
        made = {str(webhook_test(webhook).id) for _ in range(30)}

        assert sum(race(*[tasks.deliver_webhooks] * POSTERS)) == len(made)

        ids = [received.headers["webhook-id"] for received in receiver.received]
        assert sorted(ids) == sorted(made)
        assert 1 < busy.most <= Webhooks.per_player
    assert set(Delivery.objects.values_list("state", flat=True)) == {"delivered"}


def test_a_receiver_that_fails_gets_one_message_at_a_time(settings):
    settings.RETRIES = (timedelta(0),)
    with receiving() as receiver:
        receiver.answering = busy = Busy(500)
        webhook, _ = webhook_for(strangers(1)[0], url=receiver.url, kinds=["game.event"])
        for _ in range(10):
            webhook_test(webhook)
        Webhook.objects.update(failures=1)

        race(*[post_some] * POSTERS)

        assert busy.most == 1
        assert Attempt.objects.count() == len(receiver.received)


def test_a_webhook_can_be_deleted_while_it_is_posted_to():
    with receiving() as receiver:
        receiver.answering = Busy(204)
        webhook, _ = webhook_for(strangers(1)[0], url=receiver.url, kinds=["game.event"])
        for _ in range(20):
            webhook_test(webhook)

        found = race(*[tasks.deliver_webhooks] * 4, delete_soon)

        assert not [one for one in found if isinstance(one, Exception)]
    assert not Delivery.objects.exists()
    assert not Attempt.objects.exists()


def test_who_leaves_for_good_while_they_are_told_hears_no_more(people):
    ada, bob, *_ = people
    with receiving() as receiver:
        for player in (ada, bob):
            webhook_for(player.player, url=receiver.url, kinds=["game.event", "game.your_turn"])
        path = dealt(ada, bob)

        found = race(
            lambda: game_project(path.id),
            lambda: ada.delete("/me").status_code,
            tasks.deliver_webhooks,
            lambda: game_project(path.id),
        )

    assert not [one for one in found if isinstance(one, Exception)], found
    assert [webhook.player for webhook in Webhook.objects.all()] == [bob.player]
    assert set(Delivery.objects.values_list("webhook__player", flat=True)) == {bob.player.pk}
