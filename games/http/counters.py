"""How often somebody may ask: counters in Redis, one fixed window each, all of a request in one round trip.

Without Redis nobody is limited: a game must not stop because a counter does.
"""

import logging
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from time import monotonic
from typing import Any

import redis
from django.conf import settings

from games.redis_clients import shared_client

logger = logging.getLogger("signalbox.limits")

# After a failure the next requests do not wait for their counters at all.
_PAUSE_SECONDS = 1.0

# Counting and setting the end of the window are one step, so no counter can stay for ever.
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


@dataclass(frozen=True, slots=True)
class Policy:
    name: str
    quota: int
    window: int  # in seconds


@dataclass(frozen=True, slots=True)
class Account:
    """One counter: a policy, and whom it counts. `cost` 0 looks without counting, -1 takes one back."""

    policy: Policy
    whom: str
    cost: int = 1


@dataclass(frozen=True, slots=True)
class Standing:
    """How an account stands after a request."""

    policy: Policy
    left: int
    seconds: int  # until all of it is there again
    is_over: bool


def charge(accounts: Sequence[Account]) -> list[Standing]:
    """Count one request on all accounts; no standings at all if they cannot be counted."""
    return _counters(settings.REDIS_URL).charge(accounts)


@cache
def _counters(url: str) -> "_Counters":
    """One for each process: all its requests know when Redis is away."""
    return _Counters(url)


class _Counters:
    def __init__(self, url: str) -> None:
        self._count: Any = shared_client(url).register_script(_COUNT)
        self._away_until = 0.0

    def charge(self, accounts: Sequence[Account]) -> list[Standing]:
        if monotonic() < self._away_until:
            return []
        keys = [f"limit:{account.policy.name}:{account.whom}" for account in accounts]
        values = [value for account in accounts for value in (account.cost, account.policy.window)]
        try:
            found = self._count(keys, values)
        except redis.RedisError as error:
            self._away_until = monotonic() + _PAUSE_SECONDS
            logger.warning("Nobody is limited now: Redis does not count (%s).", type(error).__name__)
            return []
        return [_standing(*row) for row in zip(accounts, found[::2], found[1::2], strict=True)]


def _standing(account: Account, used: int, milliseconds: int) -> Standing:
    quota = account.policy.quota
    seconds = math.ceil(milliseconds / 1000) if milliseconds > 0 else account.policy.window
    return Standing(account.policy, max(0, quota - used), seconds, is_over=used >= quota + account.cost)
