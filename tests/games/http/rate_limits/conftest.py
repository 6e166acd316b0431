"""Callers from addresses that nobody has asked from, and small limits."""

import pytest
import redis
from django.test import Client

from tests.support.api_client import ApiClient
from tests.support.rate_limits import new_address


@pytest.fixture
def counters(redis_url, settings):
    """Small limits, and the Redis that counts."""
    settings.RATE_LIMIT_PLAYER, settings.RATE_LIMIT_ADDRESS, settings.RATE_LIMIT_SIGN_UP = 5, 3, 2
    with redis.Redis.from_url(redis_url) as client:
        yield client


@pytest.fixture
def address() -> str:
    """One that nobody has asked from."""
    return new_address()


@pytest.fixture
def api(address) -> ApiClient:
    return ApiClient(raise_request_exception=False, REMOTE_ADDR=address)


@pytest.fixture
def client(address) -> Client:
    return Client(raise_request_exception=False, REMOTE_ADDR=address)
