"""Some people who have signed up."""

import pytest

from tests.callers import Caller


@pytest.fixture
def ada(api) -> Caller:
    return Caller(api, "ada")


@pytest.fixture
def bob(api) -> Caller:
    return Caller(api, "bob")


@pytest.fixture
def cleo(api) -> Caller:
    return Caller(api, "cleo")
