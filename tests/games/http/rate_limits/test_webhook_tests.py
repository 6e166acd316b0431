"""A test message keeps a worker waiting for its receiver, so one player can send only so many in a minute."""

from __future__ import annotations

import pytest

from games.deliveries.models import Delivery
from games.webhooks.delivery_views import TESTS
from tests.support.callers import Caller, people_named, problem
from tests.support.webhooks import webhook_for

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def many_requests(counters, settings) -> None:
    settings.RATE_LIMIT_PLAYER = 1000
    settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = "loopback"


def test_tests_of_all_webhooks_of_a_player_are_counted_together():
    ada, bob = people_named("ada", "bob")
    paths = [path_to_test(caller) for caller in (ada, ada, bob)]

    for number in range(TESTS.quota):
        assert ada.post(paths[number % 2]).status_code == 202
    refused = ada.post(paths[0])

    assert problem(refused, 429, "throttled")["context"]["policies"][0]["name"] == "webhook_tests"
    assert int(refused["Retry-After"]) >= 1
    assert Delivery.objects.count() == TESTS.quota
    assert bob.post(paths[2]).status_code == 202


def path_to_test(caller: Caller) -> str:
    webhook, _ = webhook_for(caller.player, url="http://127.0.0.1:9000/", kinds=["game.event"])
    return f"/webhooks/{webhook.id}/test"
