"""Counters for rate limits: fixed windows in Redis, one round trip per request.

While Redis is away each process counts by itself: games must not stop, and nobody may guess passwords without
end.
"""

import logging
import math
from collections.abc import Sequence
from functools import cache
from threading import Lock
from time import monotonic
from typing import NamedTuple

import redis
from django.conf import settings

from games.redis_clients import shared_client

logger = logging.getLogger("signalbox.limits")

# After a failure, requests do not ask Redis for this long, instead of waiting for a timeout each.
_PAUSE_SECONDS = 1.0
_COUNTED_HERE = 10_000  # counters of one process

# A script counts and sets the expiry atomically, so no counter can be left without one.
_COUNT = """
local found = {}
for i, key in ipairs(KEYS) do
  local used
  local cost = tonumber(ARGV[2 * i - 1])
  if cost == 0 then
    used = tonumber(redis.call('GET', key) or 0)
  else
    used = redis.call('INCRBY', key, cost)
    if used == cost then redis.call('EXPIRE', key, ARGV[2 * i]) end
  end
  found[2 * i - 1] = used
  found[2 * i] = redis.call('PTTL', key)
end
return found
"""


class Policy(NamedTuple):
    name: str
    quota: int
    window: int  # in seconds


class Account(NamedTuple):
    """One counter: a policy and its subject. A `cost` of 0 reads without counting, -1 takes one back."""

    policy: Policy
    whom: str
    cost: int = 1


class Balance(NamedTuple):
    """The state of a counter after a request."""

    policy: Policy
    used: int
    left: int
    seconds: int  # until the quota is reset
    is_over: bool


def charge(accounts: Sequence[Account]) -> list[Balance]:
    """Count one request on all accounts."""
    return _counters(settings.REDIS_URL).charge(accounts)


@cache
def _counters(url: str) -> "_Counters":
    """One per process, so that all requests share the knowledge that Redis is not available."""
    return _Counters(url)


class _Counters:
    def __init__(self, url: str) -> None:
        self._count = shared_client(url).register_script(_COUNT)
        self._away_until = 0.0
        self._here = _CountersHere()

    def charge(self, accounts: Sequence[Account]) -> list[Balance]:
        keys = [f"limit:{account.policy.name}:{account.whom}" for account in accounts]
        if monotonic() < self._away_until:
            return self._here.charge(keys, accounts)
        values = [value for account in accounts for value in (account.cost, account.policy.window)]
        try:
            found = self._count(keys, values)
        except redis.RedisError as error:
            self._away_until = monotonic() + _PAUSE_SECONDS
            logger.warning("each process counts alone: Redis is not available (%s)", type(error).__name__)
            return self._here.charge(keys, accounts)
        return [_balance(*row) for row in zip(accounts, found[::2], found[1::2], strict=True)]


class _CountersHere:
    """The same in the memory of this process. Whoever has too many counters made empties them all."""

    def __init__(self) -> None:
        self._lock, self._found = Lock(), dict[str, tuple[int, float]]()

    def charge(self, keys: Sequence[str], accounts: Sequence[Account]) -> list[Balance]:
        with self._lock:
            if len(self._found) >= _COUNTED_HERE:
                self._found.clear()
            return [self._charge(*each) for each in zip(keys, accounts, strict=True)]

    def _charge(self, key: str, account: Account) -> Balance:
        now = monotonic()
        used, end = self._found.get(key, (0, 0.0))
        if end <= now:
            used, end = 0, now + account.policy.window
        self._found[key] = (used + account.cost, end)
        return _balance(account, used + account.cost, math.ceil(1000 * (end - now)))


def _balance(account: Account, used: int, milliseconds: int) -> Balance:
    quota = account.policy.quota
    seconds = math.ceil(milliseconds / 1000) if milliseconds > 0 else account.policy.window
    is_over = used >= quota + account.cost
    return Balance(account.policy, used, max(0, quota - used), seconds, is_over)
