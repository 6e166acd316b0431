"""One run in a worker for all tests that leave it as they found it, also those of `tests/web`.

A file that does not has a `run` of its own.
"""

from collections.abc import Iterator

import pytest

from tests.e2e.runs import Run, running


@pytest.fixture(scope="session")
def run(tmp_path_factory) -> Iterator[Run]:
    # A folder with a space in its name, as many a home folder has.
    data = tmp_path_factory.mktemp("one for many") / "data"
    limits = {"RATE_LIMIT_SIGN_UP": "1000", "RATE_LIMIT_PLAYER": "100000"}
    with running(data, WEB_PROCESSES="1", TASK_PROCESSES="1", **limits) as started:
        yield started
