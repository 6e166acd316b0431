"""A receiver, a player that is a bot, and a poster that comes when a test calls it."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from uuid import uuid4

import pytest

from games import tasks
from games.accounts.models import Player
from tests.support.api_client import check_message
from tests.support.webhook_receiver import Receiver, receiving


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as found:
        yield found


@pytest.fixture
def robot() -> Player:
    return Player.objects.create(name=f"r-{uuid4().hex[:12]}", is_bot=True)


@pytest.fixture
def nearby(settings) -> None:
    """Receivers on this machine may be called."""
    settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = "all"


@pytest.fixture
def public(monkeypatch) -> None:
    """What a receiver answers counts as an answer from the Internet."""
    monkeypatch.setattr("games.webhooks.transport.is_public", lambda _: True)


@pytest.fixture
def hurried(settings) -> None:
    """A receiver that never answers is not waited for long."""
    settings.WEBHOOK_TIMEOUT = timedelta(seconds=0.4)


@pytest.fixture
def posted(nearby, receiver, sent) -> Callable[[], int]:
    """Posts everything that is due, and says how much that was; all of it is as the reference says."""

    def post() -> int:
        done = tasks.deliver_webhooks()
        for received in receiver.received:
            check_message(received.message)
        return done

    return post
