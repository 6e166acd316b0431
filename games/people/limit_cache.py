"""The cache in which allauth counts attempts: Redis, shared by all processes.

While Redis is away each process counts in its memory: nobody is locked out because counting has stopped, and
nobody may guess passwords without end.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

import redis
from django.conf import settings
from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.locmem import LocMemCache

from games.redis_clients import shared_client

A = TypeVar("A")
P = ParamSpec("P")
logger = logging.getLogger("signalbox.limits")


def or_in_memory(
    ask: Callable[Concatenate[LimitCache, P], A],
) -> Callable[Concatenate[LimitCache, P], A]:
    @wraps(ask)
    def answer(cache: LimitCache, /, *args: P.args, **kwargs: P.kwargs) -> A:
        try:
            return ask(cache, *args, **kwargs)
        except redis.RedisError as error:
            logger.warning("each process counts alone: Redis is not available (%s)", type(error).__name__)
            found: A = getattr(LocMemCache, ask.__name__)(cache, *args, **kwargs)
            return found

    return answer


class LimitCache(LocMemCache):
    def __init__(self, location: str, params: dict[str, Any]) -> None:
        super().__init__("limits", {**params, "OPTIONS": {"MAX_ENTRIES": 10_000}})

    @or_in_memory
    def add(self, key: str, value: Any, timeout: float | None = DEFAULT_TIMEOUT, version: Any = None) -> bool:
        return bool(_redis().set(_named(key), json.dumps(value), px=self._milliseconds(timeout), nx=True))

    @or_in_memory
    def get(self, key: str, default: Any = None, version: Any = None) -> Any:
        found: Any = _redis().get(_named(key))
        return default if found is None else json.loads(found)

    @or_in_memory
    def set(self, key: str, value: Any, timeout: float | None = DEFAULT_TIMEOUT, version: Any = None) -> None:
        _redis().set(_named(key), json.dumps(value), px=self._milliseconds(timeout))

    @or_in_memory
    def delete(self, key: str, version: Any = None) -> bool:
        return bool(_redis().delete(_named(key)))

    def _milliseconds(self, timeout: float | None) -> int:
        seconds = self.default_timeout if timeout in (DEFAULT_TIMEOUT, None) else timeout
        return max(1, int(1000 * float(seconds or 0)))


def _redis() -> redis.Redis:
    return shared_client(settings.REDIS_URL)


def _named(key: str) -> str:
    return f"cache:{key}"
