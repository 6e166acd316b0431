"""The cache in which allauth counts attempts: Redis, shared by all processes.

Without Redis there are no limits, as everywhere here: nobody is locked out because counting has stopped.
"""

from __future__ import annotations

import json
import logging
from typing import Any

import redis
from django.conf import settings
from django.core.cache.backends.base import DEFAULT_TIMEOUT, BaseCache

from games.redis_clients import shared_client

logger = logging.getLogger("signalbox.limits")


class LimitCache(BaseCache):
    def __init__(self, location: str, params: dict[str, Any]) -> None:
        super().__init__(params)

    def add(self, key: str, value: Any, timeout: float | None = DEFAULT_TIMEOUT, version: Any = None) -> bool:
        milliseconds = self._milliseconds(timeout)
        return bool(self._ask("set", key, json.dumps(value), px=milliseconds, nx=True, otherwise=True))

    def get(self, key: str, default: Any = None, version: Any = None) -> Any:
        found = self._ask("get", key)
        return default if found is None else json.loads(found)

    def set(self, key: str, value: Any, timeout: float | None = DEFAULT_TIMEOUT, version: Any = None) -> None:
        self._ask("set", key, json.dumps(value), px=self._milliseconds(timeout))

    def delete(self, key: str, version: Any = None) -> bool:
        return bool(self._ask("delete", key))

    def _milliseconds(self, timeout: float | None) -> int:
        seconds = self.default_timeout if timeout in (DEFAULT_TIMEOUT, None) else timeout
        return max(1, int(1000 * float(seconds or 0)))

    def _ask(self, command: str, key: str, *words: Any, otherwise: Any = None, **options: Any) -> Any:
        client = shared_client(settings.REDIS_URL)
        try:
            return getattr(client, command)(f"cache:{key}", *words, **options)
        except redis.RedisError as error:
            logger.warning("rate limits are off: Redis is not available (%s)", type(error).__name__)
            return otherwise
