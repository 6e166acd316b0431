"""The time that all services are told, which a test moves instead of waiting."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone


class Clock:
    """Goes on by itself, from wherever a test has put it, until it is stopped."""

    def __init__(self) -> None:
        self._ahead = timedelta()
        self._stopped_at: datetime | None = None

    def now(self) -> datetime:
        return (self._stopped_at or datetime.now(UTC)) + self._ahead

    def forward(self, **span: float) -> None:
        self._ahead += timedelta(**span)

    def put(self, moment: datetime) -> None:
        self._ahead += moment - self.now()

    def stop(self) -> None:
        self._stopped_at = datetime.now(UTC)


@contextmanager
def moved_clock() -> Iterator[Clock]:
    """Every service asks `timezone.now`; the linter refuses other ways."""
    clock = Clock()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(timezone, "now", clock.now)
        yield clock
