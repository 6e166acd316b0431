"""Servers that are somebody's own are asked once before anything else starts."""

import psycopg
import redis

from config.env import Misconfigured
from games.redis_clients import new_client

_CONNECT_TIMEOUT = 5


def check_postgres(url: str) -> None:
    try:
        psycopg.connect(url, connect_timeout=_CONNECT_TIMEOUT).close()
    except psycopg.ProgrammingError:  # its words would repeat the URL, password and all
        raise Misconfigured(
            "DATABASE_URL cannot be read by PostgreSQL; expected postgres://host/name."
        ) from None
    except psycopg.Error as error:
        raise Misconfigured(f"DATABASE_URL leads to no usable database: {_last_line(error)}") from None


def check_redis(url: str) -> None:
    try:
        with new_client(url, timeout=_CONNECT_TIMEOUT) as client:
            client.ping()
    except (redis.RedisError, ValueError) as error:
        raise Misconfigured(f"REDIS_URL leads to no usable Redis: {_last_line(error)}") from None


def _last_line(error: Exception) -> str:
    """The server's own reason; what libpq says above it is about the way there."""
    return (str(error).strip().splitlines() or [type(error).__name__])[-1]
