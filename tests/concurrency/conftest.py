"""People with clients of their own, for threads of their own. RACES=5 has each race run so many times."""

import os

import pytest

from tests.support.callers import Caller, people_named


@pytest.fixture
def people(redis_url, transactional_db) -> list[Caller]:
    """Five of them, and everything they do is committed."""
    return people_named("ada", "bob", "cleo", "dan", "eva")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    rounds = int(os.environ.get("RACES", "1"))
    if rounds > 1 and "people" in metafunc.fixturenames:
        metafunc.fixturenames.append("round_")
        metafunc.parametrize("round_", range(rounds))
