"""Places in a queue: of the work of one account only so much waits there at a time.

What gets no place stays due in the database, and is sent for when a place is free again. So an account with
much work waits for itself, and nobody behind it. Places are in Redis, beside the queue. One whose message was
lost expires. Without Redis nothing can be sent anyway.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final

import redis
from django.conf import settings

from games.redis_clients import shared_client

PLACE_SECONDS: Final = 60  # after this long a message counts as lost


def places_take(account: str, wanted: Sequence[str], *, most: int) -> list[str]:
    """Those of these pieces of work, in their order, that get a place."""
    key, now = _key(account), time.time()
    try:
        client = shared_client(settings.REDIS_URL)
        with client.pipeline(transaction=False) as asked:
            asked.zremrangebyscore(key, "-inf", now)
            asked.zrange(key, 0, -1)
            taken = {name.decode() for name in asked.execute()[1]}
        found = [name for name in wanted if name not in taken][: max(0, most - len(taken))]
        if found:
            with client.pipeline(transaction=False) as asked:
                asked.zadd(key, dict.fromkeys(found, now + PLACE_SECONDS))
                asked.expire(key, PLACE_SECONDS)
                asked.execute()
    except redis.RedisError:
        return list(wanted)
    return found


def place_give_back(account: str, name: str) -> None:
    try:
        shared_client(settings.REDIS_URL).zrem(_key(account), name)
    except redis.RedisError:
        return


def _key(account: str) -> str:
    return f"places:{account}"
