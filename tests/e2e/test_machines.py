"""Two whole runs, as on two machines, that share one database and one Redis."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
import pytest
import redis

from tests.e2e.bot_tables import Host, all_finish
from tests.e2e.load import bear
from tests.e2e.runs import Run, running
from tests.support import citus

KEYS = {
    "SECRET_KEY": "the-same-on-every-machine-" + "x" * 50,
    "SIGNING_KEY": "B" * 43,
    "SEALING_KEY": "D" * 43,
}
FEW = {
    "TASK_PROCESSES": "1",
    "WEB_PROCESSES": "1",
    "RATE_LIMIT_SIGN_UP": "1000",
    "RATE_LIMIT_PLAYER": "100000",
}


@pytest.fixture(scope="module")
def servers(tmp_path_factory) -> Iterator[dict[str, str]]:
    with citus.throwaway(tmp_path_factory.mktemp("shared")) as addresses:
        yield addresses


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("machines")


@pytest.fixture(scope="module")
def machines(servers, folder) -> Iterator[tuple[Run, Run]]:
    with (
        running(folder / "one", **servers, **KEYS, **FEW) as one,
        running(folder / "two", **servers, **KEYS, **FEW) as two,
    ):
        yield one, two


def test_two_machines_bear_a_load_together(machines, servers):
    bear(machines, servers["DATABASE_URL"])


@contextmanager
def held(*processes: psutil.Process | None) -> Iterator[None]:
    """They stand still meanwhile."""
    found = [process for process in processes if process]
    assert len(found) == len(processes)
    for process in found:
        process.suspend()
    try:
        yield
    finally:
        for process in found:
            process.resume()


@pytest.mark.parametrize("number", [0, 1])
def test_whichever_beat_stands_still_the_other_finds_what_was_forgotten(machines, servers, number):
    host = Host(machines[0], f"hannah{number}")
    with held(machines[number].child("beat")):
        with held(*(machine.child("--exclude-queues") for machine in machines)):
            game = host.table("random", "random")
            with redis.Redis.from_url(servers["REDIS_URL"]) as client:
                client.delete("bots", "people")

        all_finish(machines[1], [game])
