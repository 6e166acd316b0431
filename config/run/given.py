"""Checks that the user's own servers are reachable before anything else starts."""

import psycopg
import redis

from config.env import Misconfigured
from games.redis_clients import new_client

_CONNECT_TIMEOUT = 5


def check_postgres(url: str) -> None:
    try:
        psycopg.connect(url, connect_timeout=_CONNECT_TIMEOUT).close()
    except psycopg.ProgrammingError:  # its message would repeat the URL with the password
        raise Misconfigured(
            "DATABASE_URL cannot be read by PostgreSQL; expected postgres://host/name."
        ) from None
    except psycopg.Error as error:
        raise Misconfigured(
            f"DATABASE_URL points to a database that cannot be used: {_last_line(error)}"
        ) from None


def check_redis(url: str) -> None:
    try:
        with new_client(url, timeout=_CONNECT_TIMEOUT) as client:
            client.ping()
    except (redis.RedisError, ValueError) as error:
        raise Misconfigured(f"REDIS_URL points to a Redis that cannot be used: {_last_line(error)}") from None


def _last_line(error: Exception) -> str:
    """The server's own reason; the lines of libpq above it are about the connection."""
    return (str(error).strip().splitlines() or [type(error).__name__])[-1]
