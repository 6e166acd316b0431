"""Two whole runs, as on two machines, that share one database and one Redis."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from config.embedded.throwaway import throwaway_servers
from tests.e2e.load import bear
from tests.e2e.runs import Run, running

pytestmark = pytest.mark.xdist_group("machines")

KEYS = {"SECRET_KEY": "the-same-on-every-machine-" + "x" * 50, "SIGNING_KEY": "B" * 43}
FEW = {
    "TASK_PROCESSES": "1",
    "WEB_PROCESSES": "1",
    "RATE_LIMIT_SIGN_UP": "1000",
    "RATE_LIMIT_PLAYER": "100000",
}


@pytest.fixture(scope="module")
def servers(tmp_path_factory) -> Iterator[dict[str, str]]:
    with throwaway_servers(tmp_path_factory.mktemp("shared")) as addresses:
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
