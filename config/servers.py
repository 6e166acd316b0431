"""From the URL of a server to what Django and Celery want to hear."""

from typing import Any
from urllib.parse import SplitResult, parse_qsl, unquote, urlencode

from config.env import Misconfigured

POSTGRES_SCHEMES = ("postgres", "postgresql")
REDIS_SCHEMES = ("redis", "rediss", "unix")


def django_database(url: SplitResult, *, pool_size: int) -> dict[str, Any]:
    """A Django database; a query such as ``?host=/folder`` or ``?sslmode=require`` goes to libpq."""
    options: dict[str, Any] = dict(parse_qsl(url.query))
    host = options.pop("host", None) or unquote(url.hostname or "")
    name = unquote(url.path.lstrip("/"))
    if not name:
        raise Misconfigured(
            "DATABASE_URL names no database; expected one after the host, as in postgres://host/name."
        )
    if pool_size:
        options["pool"] = {"min_size": 1, "max_size": pool_size, "timeout": 5}
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": name,
        "USER": unquote(url.username or ""),
        "PASSWORD": unquote(url.password or ""),
        "HOST": host,
        "PORT": str(url.port or ""),
        "OPTIONS": options,
        "CONN_HEALTH_CHECKS": True,  # a pooled connection may be older than the server behind it
    }


def celery_broker(url: SplitResult) -> str:
    """Celery's spelling: it has a scheme of its own for a Redis behind a unix socket."""
    if url.scheme != "unix":
        return url.geturl()
    query = dict(parse_qsl(url.query))
    return f"redis+socket://{url.path}?{urlencode({'virtual_host': query.get('db', '0')})}"
