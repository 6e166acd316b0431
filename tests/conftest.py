"""What holds for all tests. Those of rules and bots run without Django too: see `make test-python`."""

import signal
from importlib.util import find_spec

import pytest

HAS_DJANGO = find_spec("django") is not None

PLUGINS = ["tests.support.server_fixtures", "tests.support.spread", "tests.e2e.shared"]
pytest_plugins = PLUGINS if HAS_DJANGO else []
collect_ignore = [] if HAS_DJANGO else ["bots/runner/server"]


def pytest_addoption(parser: pytest.Parser) -> None:
    if not HAS_DJANGO:
        parser.addini("DJANGO_SETTINGS_MODULE", "of pytest-django, which is not here either")


def pytest_configure(config: pytest.Config) -> None:
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        # The background jobs of a script are deaf to it, and so would be every process that a test starts.
        signal.signal(signal.SIGINT, signal.default_int_handler)
