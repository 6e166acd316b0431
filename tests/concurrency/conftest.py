"""People with clients of their own, for threads of their own."""

import pytest

from tests.support.api_client import ApiClient
from tests.support.callers import Caller


@pytest.fixture
def people(redis_url, transactional_db) -> list[Caller]:
    """Five of them, and everything they do is committed."""
    names = ("ada", "bob", "cleo", "dan", "eva")
    return [Caller(ApiClient(raise_request_exception=False), name) for name in names]
