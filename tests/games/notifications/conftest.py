"""A push service, a browser, and senders that come when a test calls them."""

from collections.abc import Callable, Iterator

import pytest

from games import tasks
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
def push(sent) -> Callable[[], int]:
    """Sends every push that is due, and says how many attempts that were."""
    return tasks.send_pushes
