"""A receiver, and times that are short."""

from collections.abc import Iterator
from datetime import timedelta

import pytest

from tests.receiver import Receiver, receiving


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as found:
        yield found


@pytest.fixture
def nearby(settings) -> None:
    """Receivers on this machine may be called."""
    settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = True


@pytest.fixture
def hurried(settings) -> None:
    """A receiver that never answers is not waited for long."""
    settings.WEBHOOK_PATIENCE = timedelta(seconds=0.4)
