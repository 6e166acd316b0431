"""Clients of Redis: none waits for ever, none tries again by itself."""

import asyncio
import socket
from collections.abc import Callable, Iterator

import pytest
import redis

from games import redis_clients
from games.redis_clients import new_async_client, new_client, shared_client


@pytest.fixture
def silent() -> Iterator[socket.socket]:
    """A server that takes connections and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server


def address(server: socket.socket) -> str:
    return f"redis://127.0.0.1:{server.getsockname()[1]}/0"


def connections(server: socket.socket) -> int:
    """How many were made so far."""
    server.settimeout(0)
    count = 0
    try:
        while True:
            server.accept()[0].close()
            count += 1
    except BlockingIOError:
        return count


@pytest.mark.parametrize("make", [lambda url: new_client(url, timeout=0.05), shared_client])
def test_a_redis_that_does_not_answer_is_given_up_after_one_try(silent, make: Callable[[str], redis.Redis]):
    with make(address(silent)) as client, pytest.raises(redis.TimeoutError):
        client.ping()

    assert connections(silent) == 1


def test_so_it_is_without_threads(silent, monkeypatch):
    monkeypatch.setattr(redis_clients, "BACKGROUND_TIMEOUT", 0.05)

    async def ping() -> None:
        async with new_async_client(address(silent)) as client:
            await client.ping()

    with pytest.raises(redis.TimeoutError):
        asyncio.run(ping())

    assert connections(silent) == 1


def test_a_process_has_one_pool_for_its_requests(redis_url):
    assert shared_client(redis_url) is shared_client(redis_url)
    assert new_client(redis_url) is not new_client(redis_url)


def test_a_message_arrives_though_redis_has_closed_the_connection(redis_url):
    client = shared_client(redis_url)
    with new_client(redis_url).pubsub(ignore_subscribe_messages=True) as ear:
        ear.subscribe("news")
        ear.get_message(timeout=5)
        client.publish("news", 1)
        with new_client(redis_url) as other:
            other.client_kill_filter(_type="normal", skipme=True)
        client.publish("news", 2)

        assert [_heard(ear) for _ in range(2)] == [b"1", b"2"]


def _heard(ear: redis.client.PubSub) -> bytes:
    message = ear.get_message(timeout=5)
    assert message is not None
    return message["data"]
