"""Creates every Redis client, each with a time-out and without automatic retries.

Redis may be unavailable at any time: each caller continues without it and decides when to try again.
It may also lose everything it holds:

    what                                  when it is lost
    wake-ups of streams and long polls    they look at the database within one to two seconds
    wake-ups of the notifier and hooks    both look at the database every second
    Celery messages                       a sweep every five seconds finds games that wait for a bot, a
                                          settlement or a deadline
    rate-limit counters                   they start again at zero; while Redis is away, each process counts
    `lease:`                              two workers may think about one move, of which one counts; two
                                          beats may send a task twice
    `begun:`, an attempt has begun        the death of a worker over it is not counted as a failure
    `sent:`, the sweep has sent for it    it is sent for twice, and the second message finds nothing to do
    `places:`, tables of bots in a queue  for a while, a host has more of them in the queue
"""

from functools import cache
from typing import Final

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
