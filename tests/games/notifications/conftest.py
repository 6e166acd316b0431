"""A push service, a browser, and senders that come when a test calls them."""

from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest

from games import tasks
from games.deliveries.models import Delivery
from games.notifications.models import PushSubscription
from tests.support.push_service import Browser
from tests.support.webhook_receiver import Receiver, receiving


@pytest.fixture
def service(settings) -> Iterator[Receiver]:
    """A push service on this machine, which may be called."""
    settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = "all"
    with receiving() as found:
        yield found


@pytest.fixture
def browser() -> Browser:
    return Browser()


@pytest.fixture
def push(monkeypatch) -> Callable[[], int]:
    """Sends every push that is due, and says how many attempts that were."""
    monkeypatch.setattr("games.deliveries.sender.wake_senders", lambda _: None)
    return tasks.send_pushes


@pytest.fixture
def later(settings) -> Callable[[], int]:
    """What failed comes an hour later; or when a test lets so much time go by."""
    settings.RETRIES = (timedelta(hours=1),)

    def pass_time() -> int:
        PushSubscription.objects.update(held_until=None)
        return Delivery.objects.filter(state="pending").update(next_attempt_at="2026-01-01T00:00:00Z")

    return pass_time
