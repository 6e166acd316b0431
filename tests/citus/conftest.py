"""Tests of a distributed database. They need a Citus cluster on this machine, whose nodes they kill.

With CITUS_DATABASE_URL every other test runs on the cluster too, such as those in tests/concurrency.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from django.db import connection

from tests.support import citus
from tests.support.callers import Caller, people_named

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if os.environ.get(citus.VARIABLE):
        return
    reason = f"{citus.VARIABLE} is not given: these tests need a Citus cluster"
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.skip(reason=reason))


@pytest.fixture
def people(redis_url, transactional_db) -> list[Caller]:
    return people_named("ada", "bob", "cleo")


@pytest.fixture(scope="session")
def logical_replication() -> None:
    coordinator = citus.coordinator()
    for node in (coordinator, *(citus.at(coordinator, *each) for each in citus.worker_nodes(coordinator))):
        citus.replicate_logically(node)
    connection.close()  # if it was to one of them


@pytest.fixture
def own_url(same_database) -> str:
    """The test database, at the coordinator."""
    url: str = same_database["DATABASE_URL"]
    return url
