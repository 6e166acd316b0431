"""What a `make run` is asked for, and the settings it supplies."""

import os
import secrets
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from config.embedded import caddy
from config.embedded.folder import DataFolder, write_privately
from config.embedded.postgres import APPLICATION, postgres_url
from config.embedded.redis import redis_url
from config.env import Env, Misconfigured
from config.servers import POSTGRES_SCHEMES, REDIS_SCHEMES

HIGHEST_PORT = 65535

CHECKOUT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Plan:
    """The options of a run, read from the environment."""

    host: str
    port: int
    streams_port: int
    folder: DataFolder
    embeds_postgres: bool
    embeds_redis: bool
    web_processes: int
    task_processes: int
    wants_proxy: bool
    caddy: Path | None  # the proxy in front of web and streams, if enabled and installed
    is_private: bool  # only this machine can connect
    trusted_proxies: str  # in front of ours
    body_timeout: timedelta

    @property
    def web(self) -> "Place":
        return caddy.web_socket(self.folder) if self.caddy else (self.host, self.port)

    @property
    def streams(self) -> "Place":
        return caddy.streams_socket(self.folder) if self.caddy else (self.host, self.streams_port)

    @property
    def streams_url(self) -> str:
        """The base URL of streams for clients."""
        return address(self.host, self.port if self.caddy else self.streams_port)


Place = Path | tuple[str, int]  # where a program listens: a unix socket, or host and port


def read_plan(env: Env) -> Plan:
    cores = min(os.cpu_count() or 1, 4)
    port = env.number("PORT", 8000, low=1, high=HIGHEST_PORT)
    streams_port = env.number(
        "STREAMS_PORT", port + 1 if port < HIGHEST_PORT else port - 1, low=1, high=HIGHEST_PORT
    )
    if streams_port == port:
        raise Misconfigured(f"STREAMS_PORT is '{port}'; expected another port than PORT.")
    host = env.text("HOST", "127.0.0.1")
    wants_proxy = env.choice("PROXY", "caddy", among=("caddy", "none")) == "caddy"
    is_behind_another = env.flag("BEHIND_PROXY", default=False)
    return Plan(
        host=host,
        port=port,
        streams_port=streams_port,
        folder=DataFolder(Path(env.text("DATA_DIR", str(CHECKOUT / ".data"))).expanduser().resolve()),
        embeds_postgres=not _is_given(env, "DATABASE_URL", POSTGRES_SCHEMES),
        embeds_redis=not _is_given(env, "REDIS_URL", REDIS_SCHEMES),
        web_processes=env.number("WEB_PROCESSES", cores, low=1, high=64),
        task_processes=env.number("TASK_PROCESSES", cores, low=1, high=64),
        wants_proxy=wants_proxy,
        caddy=caddy.binary() if wants_proxy else None,
        is_private=_is_loopback(host) and not is_behind_another and not env.text("ALLOWED_HOSTS", ""),
        trusted_proxies=env.text("TRUSTED_PROXIES", "private_ranges" if is_behind_another else ""),
        body_timeout=env.duration("BODY_TIMEOUT", "60s", at_least=timedelta(seconds=1)),
    )


def _is_given(env: Env, name: str, schemes: tuple[str, ...]) -> bool:
    return bool(env.text(name, "")) and bool(env.url(name, schemes=schemes))


def settings_for(plan: Plan, given: dict[str, str], *, log_format: str) -> dict[str, str]:
    """All settings of the run: what the user set, and development values for the rest."""
    defaults = {
        "SECRET_KEY": _kept_secret(plan.folder.root / "secret-key"),
        "SIGNING_KEY": _kept_secret(plan.folder.root / "signing-key", size=32),
        "SEALING_KEY": _kept_secret(plan.folder.root / "sealing-key", size=32),
        "VAPID_KEY": _kept_secret(plan.folder.root / "vapid-key", size=32),
        "PUBLIC_URL": address(plan.host, plan.port),
        "ALLOWED_HOSTS": f"localhost,127.0.0.1,[::1],{plan.host}",
        "HTTPS_ONLY": "false",
        "EMAIL_URL": "console:",
        "HSTS": "0",
        "WEBHOOKS_TO_PRIVATE_ADDRESSES": "loopback" if plan.is_private else "none",
        "LOG_FORMAT": log_format,
        "STREAMS_URL": "" if plan.caddy else plan.streams_url,
        "DATASETS_DIR": str(plan.folder.root / "datasets"),
        "PROMETHEUS_MULTIPROC_DIR": str(plan.folder.run / "metrics"),
        "CELERY_SKIP_CHECKS": "true",  # the migration, which is first, has checked everything
    }
    if plan.embeds_postgres:
        defaults["DATABASE_URL"] = postgres_url(plan.folder, role=APPLICATION)
        defaults["DATABASE_OWNER_URL"] = postgres_url(plan.folder)
    if plan.embeds_redis:
        defaults["REDIS_URL"] = redis_url(plan.folder)
    # Only our own proxy connects to web and streams, so its header with the client's address is trusted.
    forced = {"BEHIND_PROXY": "true"} if plan.caddy else {}
    wishes = {name: value for name, value in given.items() if value or name not in defaults}
    return defaults | wishes | forced


def _is_loopback(host: str) -> bool:
    return host in ("localhost", "::1") or host.startswith("127.")


def _kept_secret(file: Path, *, size: int = 50) -> str:
    """Generated once and kept, so that signatures stay valid across restarts."""
    try:
        return file.read_text().strip()
    except FileNotFoundError:
        secret = secrets.token_urlsafe(size)
        try:
            write_privately(file, secret)
        except OSError as error:
            raise Misconfigured(f"{file} cannot be written ({error.strerror}); it has to be kept.") from None
        return secret


def address(host: str, port: int) -> str:
    return f"http://{'localhost' if host == '127.0.0.1' else host}:{port}"
