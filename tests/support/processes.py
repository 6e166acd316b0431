"""What a test needs to start a program: a free port, an environment of its own, and patience."""

import os
import socket
import time
from collections.abc import Callable
from typing import TypeVar

# What the settings of the tests have put into our own environment must not reach the run.
_OURS = {
    "SECRET_KEY",
    "SIGNING_KEY",
    "SEALING_KEY",
    "VAPID_KEY",
    "PUBLIC_URL",
    "ALLOWED_HOSTS",
    "DATABASE_URL",
    "REDIS_URL",
    "HTTPS_ONLY",
    "DJANGO_SETTINGS_MODULE",
    "MAKELEVEL",
    "MAKEFLAGS",
}
T = TypeVar("T")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def clean_env(**changes: str) -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name not in _OURS} | changes


def eventually(ask: Callable[[], T], *, seconds: float = 30, what: str = "it", every: float = 0.1) -> T:
    """The first answer that is true."""
    deadline = time.monotonic() + seconds
    while not (answer := ask()):
        assert time.monotonic() < deadline, f"{what} did not happen within {seconds} s"
        time.sleep(every)
    return answer
