"""One server for all tests of the client that need a real one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.runs import Run, running

FEW = {"WEB_PROCESSES": "1", "TASK_PROCESSES": "1", "RATE_LIMIT_PLAYER": "100000"}


@pytest.fixture(scope="module")
def data(tmp_path_factory) -> Path:
    return Path(tmp_path_factory.mktemp("javascript")) / "data"


@pytest.fixture(scope="module")
def run(data) -> Iterator[Run]:
    with running(data, **FEW) as started:
        yield started
