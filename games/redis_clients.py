"""Creates every Redis client, each with a time-out and without automatic retries.

Redis may be unavailable at any time: each caller continues without it and decides when to try again.
"""

import threading
from functools import cache
from typing import Any, Final

import redis.asyncio
from redis.asyncio.retry import Retry as AsyncRetry
from redis.backoff import NoBackoff
from redis.retry import Retry

REQUEST_TIMEOUT: Final = 0.5  # seconds that one step of a request may wait for Redis
BACKGROUND_TIMEOUT: Final = 2.0  # seconds, outside requests
_HEALTH_CHECK_SECONDS: Final = 5


@cache
def shared_client(url: str) -> redis.Redis:
    """For requests: one client, and thus one connection pool, per process."""
    return new_client(url, timeout=REQUEST_TIMEOUT)


def ask(url: str, *command: str | int) -> Any:
    """The answer to one command. It skips the client's layers, which cost more than the round trip."""
    return _shared_line(url).ask(*command)


@cache
def _shared_line(url: str) -> "Line":
    return Line(url)


class Line(threading.local):
    """A connection for each thread, which nobody has to take from a pool and check.

    That Redis has closed it is noticed with the next command, which is then sent again. A command must do no
    harm if it is carried out twice.
    """

    def __init__(self, url: str) -> None:
        super().__init__()
        self._connection: Any = new_client(url, timeout=REQUEST_TIMEOUT).connection_pool.make_connection()

    def ask(self, *command: str | int) -> Any:
        try:
            return self._ask(command)
        except redis.ConnectionError:
            return self._ask(command)

    def _ask(self, command: tuple[str | int, ...]) -> Any:
        self._connection.send_command(*command)
        return self._connection.read_response()


@cache
def shared_publisher(url: str) -> "Publisher":
    return Publisher(url)


class Publisher(threading.local):
    """Publishes without waiting for an answer: each thread has a connection on which Redis says nothing.

    So nobody hears of a refused message. A lost connection is noticed before the next one.
    """

    def __init__(self, url: str) -> None:
        super().__init__()
        self._connection: Any = new_client(url, timeout=REQUEST_TIMEOUT).connection_pool.make_connection()
        self._connection.register_connect_callback(self._silence)

    def publish(self, channel: str, message: int) -> None:
        if self._is_lost():
            self._connection.disconnect()
        self._connection.send_command("PUBLISH", channel, message)

    def _is_lost(self) -> bool:
        """There is something to read only if Redis has closed the connection."""
        try:
            return bool(self._connection.can_read())
        except redis.RedisError:
            return True

    def _silence(self, connection: Any) -> None:
        connection.send_command("CLIENT", "REPLY", "OFF")


def new_client(url: str, *, timeout: float = BACKGROUND_TIMEOUT) -> redis.Redis:
    return redis.Redis.from_url(
        url, socket_timeout=timeout, socket_connect_timeout=timeout, retry=Retry(NoBackoff(), 0)
    )


def new_async_client(url: str) -> redis.asyncio.Redis:
    return redis.asyncio.Redis.from_url(
        url,
        socket_timeout=BACKGROUND_TIMEOUT,
        socket_connect_timeout=BACKGROUND_TIMEOUT,
        health_check_interval=_HEALTH_CHECK_SECONDS,
        retry=AsyncRetry(NoBackoff(), 0),
    )
