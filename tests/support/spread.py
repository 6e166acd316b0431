"""How the tests are collected, and spread over workers: a file at a time, first those that start programs."""

import gc
import os
from collections.abc import Generator

import pytest

# They wait more than they compute, and what is quick comes last: so no worker is left with a long file.
FIRST = (
    "tests/chaos",
    "tests/e2e",
    "tests/web",
    "tests/clients",
    "tests/upgrades",
    "tests/repo/test_wheel.py",
    "tests/games/streams",
)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None]:
    """All that is made here stays. Looking for garbage in it, again and again, took a third of the time."""
    gc.disable()
    yield
    gc.freeze()
    gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: not item.nodeid.startswith(FIRST))


def pytest_xdist_auto_num_workers() -> int | None:
    """One more than there are cores: with as many, cores wait while workers do."""
    if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ:
        return None
    return (os.cpu_count() or 1) + 1
