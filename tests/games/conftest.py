"""What tests of games share."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import partial

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client

from games import counters
from games.http.heavy import Places
from games.operations.probes import readiness
from tests.support.callers import Caller
from tests.support.clock import Clock, moved_clock


@pytest.fixture(autouse=True)
def _a_new_process(monkeypatch) -> None:
    """What a process keeps by itself: a probe's answer for a second, counts while there is no Redis, and the
    places of archives, which a test that does not read one would keep.
    """
    monkeypatch.setattr("games.me.export_views._under_way", Places())
    readiness.checked_at = float("-inf")
    counters._counters.cache_clear()  # noqa: SLF001 (nothing else needs to forget)
    cache.clear()


@pytest.fixture
def sent(monkeypatch):
    """What was sent to the broker, instead of sending it: the task, and what it was told."""
    messages: list[tuple[str, ...]] = []
    monkeypatch.setattr(
        "games.work.broker.current_app.send_task",
        lambda name, args, **_: messages.append((name.removeprefix("games.tasks."), *args)),
    )
    return messages


@pytest.fixture
def clock() -> Iterator[Clock]:
    """What time it is for every service."""
    with moved_clock() as found:
        yield found


@pytest.fixture
def later(clock, settings) -> Callable[[], None]:
    """What failed comes when a test lets time go by: no more of it than signatures of webhooks are valid."""
    settings.RETRIES = (timedelta(seconds=30),)
    return partial(clock.forward, seconds=40)


@pytest.fixture
def ada(api) -> Caller:
    return Caller(api, "ada")


@pytest.fixture
def bob(api) -> Caller:
    return Caller(api, "bob")


@pytest.fixture
def cleo(api) -> Caller:
    return Caller(api, "cleo")


@pytest.fixture
def admin_client(admin_user: User) -> Client:
    """Logged in on the page, as pytest-django's is not: its session belongs to the pages for people."""
    client = Client()
    client.post("/admin/login/", {"username": admin_user.username, "password": "password"})
    return client
