"""The programs that `make run` starts, in their order."""

import http.client
import os
import socket
import sys
from pathlib import Path

from config.embedded import caddy
from config.run.fork import ROOT_WARNING
from config.run.plan import Place, Plan
from config.run.program import Program

# Celery warns about running as root; a user who starts everything as root knows.
_AS_ROOT_KNOWINGLY = ("-W", f"ignore:{ROOT_WARNING}") if os.geteuid() == 0 else ()

_SERVERS = frozenset({"postgres", "redis"})
POSTERS = 16  # webhooks and notifications sent at the same time
# Workers need nothing from each other. One that greets the others while Redis is down hears no signal.
_ALONE = ("--without-gossip", "--without-mingle")


def migrate_program(env: dict[str, str]) -> Program:
    return Program(
        name="migrate", argv=_python("-m", "manage", "migrate", "--no-input", "--verbosity", "1"), env=env
    )


def for_serving(env: dict[str, str]) -> dict[str, str]:
    """The environment of whatever serves strangers: it does not know the owner of the tables."""
    return {name: value for name, value in env.items() if name != "DATABASE_OWNER_URL"}


def app_programs(plan: Plan, given: dict[str, str]) -> list[Program]:
    """The project's own processes."""
    env = for_serving(given)
    celery = _python(*_AS_ROOT_KNOWINGLY, "-m", "celery", "-A", "config.celery", "--quiet")
    beat_memory = str(plan.folder.run / "beat")
    return [
        Program(
            name="web",
            argv=_python(
                *("-m", "granian", "--interface", "wsgi", "config.wsgi:application", "--http", "1"),
                *(*_listening(plan.web, "--uds-permissions", "0600"), "--workers", str(plan.web_processes)),
                *("--blocking-threads", "16", "--respawn-failed-workers", "--workers-kill-timeout", "5"),
                *("--log-level", "warning"),
            ),
            env={"DATABASE_POOL_SIZE": "4"} | env,
            needs=_SERVERS,
            is_ready=lambda: _answers(plan.web),
            socket=plan.web if isinstance(plan.web, Path) else None,
        ),
        Program(
            name="streams",
            argv=_python("-m", "config.streams", *_listening(plan.streams)),
            env={"DATABASE_POOL_SIZE": "8"} | env,
            needs=_SERVERS,
            is_ready=lambda: _answers(plan.streams),
            socket=plan.streams if isinstance(plan.streams, Path) else None,
        ),
        Program(
            name="worker",
            argv=(
                *(*celery, "worker", *_ALONE, "--exclude-queues", "webhooks,notifications"),
                *("--concurrency", str(plan.task_processes), "--loglevel", "INFO"),
            ),
            env=env,
            needs=_SERVERS,
        ),
        Program(  # mostly waits for receivers, for which threads are enough
            name="hooks",
            argv=(
                *(*celery, "worker", *_ALONE, "--queues", "webhooks,notifications", "--hostname", "hooks@%h"),
                *("--pool", "threads", "--concurrency", str(POSTERS), "--loglevel", "INFO"),
            ),
            env={"DATABASE_POOL_SIZE": str(POSTERS)} | env,
            needs=_SERVERS,
        ),
        Program(
            name="notifier", argv=_python("-m", "manage", "notify", "--skip-checks"), env=env, needs=_SERVERS
        ),
        Program(
            name="beat",
            argv=(*celery, "beat", "--schedule", beat_memory, "--pidfile="),
            env=env,
            needs=_SERVERS,
        ),
        *proxy_programs(plan, env),
    ]


def proxy_programs(plan: Plan, env: dict[str, str]) -> list[Program]:
    """Ready when its upstreams are; until then it asks clients to come again. None without Caddy."""
    if plan.caddy is None:
        return []
    variables = {
        "SITE_ADDRESS": f"http://:{plan.port}",
        "BIND_ADDRESS": plan.host,
        "TRUSTED_PROXIES": plan.trusted_proxies.replace(",", " "),
        "PROXY_LOG": "console" if env.get("LOG_FORMAT") == "text" else "json",
        "BODY_TIMEOUT": f"{plan.body_timeout.total_seconds():.0f}s",
    }
    return [caddy.caddy_program(plan.caddy, plan.folder, variables, lambda: _answers((plan.host, plan.port)))]


def _listening(place: Place, *with_socket: str) -> tuple[str, ...]:
    if isinstance(place, Path):
        return ("--uds", str(place), *with_socket)
    host, port = place
    return ("--host", host, "--port", str(port))


def _python(*words: str) -> tuple[str, ...]:
    return (sys.executable, *words)


def _answers(place: Place) -> bool:
    connection = http.client.HTTPConnection("localhost")
    try:
        connection.sock = _connected(place)
        connection.request("GET", "/healthz")
        return connection.getresponse().status < http.client.INTERNAL_SERVER_ERROR
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def _connected(place: Place) -> socket.socket:
    if not isinstance(place, Path):
        return socket.create_connection((_reachable(place[0]), place[1]), timeout=2)
    made = socket.socket(socket.AF_UNIX)
    made.settimeout(2)
    made.connect(str(place))
    return made


def _reachable(host: str) -> str:
    """The loopback address, for a server that listens on all addresses."""
    return {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104
