"""Converts the URLs of servers into the settings of Django and Celery."""

from typing import Any
from urllib.parse import SplitResult, parse_qsl, unquote, urlencode

from config.env import Env, Misconfigured

POSTGRES_SCHEMES = ("postgres", "postgresql")
REDIS_SCHEMES = ("redis", "rediss", "unix")
MAIL_SCHEMES = ("smtps", "smtp")
MAIL_TO_LOG = "console:"
_SMTP_PORTS = {"smtps": 465, "smtp": 587}


def databases(env: Env) -> dict[str, dict[str, Any]]:
    database = django_database(
        env.url("DATABASE_URL", schemes=POSTGRES_SCHEMES),
        pool_size=env.number("DATABASE_POOL_SIZE", 0, low=0, high=100),
        prepared=env.flag("DATABASE_PREPARED", default=True),
    )
    return {"default": database}


def django_database(url: SplitResult, *, pool_size: int, prepared: bool = True) -> dict[str, Any]:
    """A Django database. A query such as ``?host=/folder`` or ``?sslmode=require`` is passed to libpq."""
    options: dict[str, Any] = dict(parse_qsl(url.query))
    host = options.pop("host", None) or unquote(url.hostname or "")
    name = unquote(url.path.lstrip("/"))
    if not name:
        raise Misconfigured(
            "DATABASE_URL does not name a database; expected one after the host, as in postgres://host/name."
        )
    # Bound by the server, statements can be prepared: each is parsed and planned once per connection.
    options |= {"server_side_binding": True, "prepare_threshold": 2} if prepared else {}
    return {
        "ENGINE": "config.postgres",
        "NAME": name,
        "USER": unquote(url.username or ""),
        "PASSWORD": unquote(url.password or ""),
        "HOST": host,
        "PORT": str(url.port or ""),
        "OPTIONS": options | pool_options(pool_size),
        "DISABLE_SERVER_SIDE_CURSORS": True,  # they need a session, which a pooler may not give
        "CONN_HEALTH_CHECKS": True,  # a pooled connection may be older than the server process
    }


def pool_options(size: int) -> dict[str, Any]:
    """A size of 0 is no pool: each thread has a connection of its own.

    The pool tries to reconnect after 1, 2, 4, 8 and more seconds, whoever waits for a connection. So it must
    give up soon: then the next request that needs one tries at once.
    """
    return {"pool": {"min_size": 1, "max_size": size, "timeout": 5, "reconnect_timeout": 2}} if size else {}


def owner_database(env: Env, database: dict[str, Any]) -> dict[str, Any] | None:
    """The same database for the role that owns its tables; None where it is not given."""
    if not env.text("DATABASE_OWNER_URL", ""):
        return None
    owner = django_database(env.url("DATABASE_OWNER_URL", schemes=POSTGRES_SCHEMES), pool_size=0)
    if owner["NAME"] != database["NAME"]:
        raise Misconfigured("DATABASE_OWNER_URL names another database than DATABASE_URL; expected the same.")
    if owner["USER"] == database["USER"]:
        raise Misconfigured(
            "DATABASE_OWNER_URL names the same role as DATABASE_URL; expected the owner of the tables, "
            "and in DATABASE_URL a role that owns nothing."
        )
    return owner


def celery_broker(url: SplitResult) -> str:
    """The URL as Celery expects it, with its own scheme for a Redis on a unix socket."""
    if url.scheme != "unix":
        return url.geturl()
    query = dict(parse_qsl(url.query))
    return f"redis+socket://{url.path}?{urlencode({'virtual_host': query.get('db', '0')})}"


def django_mail(url: SplitResult | None) -> dict[str, Any]:
    """Where mail goes: to an SMTP server, by TLS from the start (`smtps`) or after STARTTLS (`smtp`).

    `?tls=off` is for a server on the same machine.
    """
    if url is None:
        return {"EMAIL_BACKEND": "django.core.mail.backends.console.EmailBackend"}
    if not url.hostname:
        raise Misconfigured("EMAIL_URL names no host; expected one, as in smtps://user:password@host.")
    plain = dict(parse_qsl(url.query)).get("tls") == "off"
    return {
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "EMAIL_HOST": unquote(url.hostname),
        "EMAIL_PORT": url.port or _SMTP_PORTS[url.scheme],
        "EMAIL_HOST_USER": unquote(url.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(url.password or ""),
        "EMAIL_USE_SSL": url.scheme == "smtps",
        "EMAIL_USE_TLS": url.scheme == "smtp" and not plain,
        "EMAIL_TIMEOUT": 10,
    }
