import pytest
from django.test import Client

from tests.support.people import sign_up


@pytest.fixture
def browser() -> Client:
    return Client()


@pytest.fixture
def signed_in(browser) -> Client:
    """Ada's browser."""
    sign_up(browser)
    return browser
