"""People with clients of their own, for threads of their own."""

import pytest

from tests.support.callers import Caller, people_named


@pytest.fixture
def people(redis_url, transactional_db) -> list[Caller]:
    """Five of them, and everything they do is committed."""
    return people_named("ada", "bob", "cleo", "dan", "eva")
