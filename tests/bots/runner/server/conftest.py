"""A web server of its own for bots outside; it writes the database that the tests read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from signalbox_client import Client
from tests.bots.runner.server.seats import Account
from tests.support.web_process import Web, web_server


@pytest.fixture(scope="session")
def web(same_database, tmp_path_factory) -> Iterator[Web]:
    with web_server(tmp_path_factory.mktemp("runner"), same_database, processes=1) as running:
        yield running


@pytest.fixture
def signed_up(web, transactional_db) -> Iterator[Callable[[str], Account]]:
    """Somebody new, who plays by program."""
    with ExitStack() as stack:

        def account(name: str) -> Account:
            token = web.ask("POST", "/players", {"name": name, "is_bot": True})[2]["token"]["token"]
            return Account(stack.enter_context(Client(f"http://127.0.0.1:{web.port}", token)), token)

        yield account


@pytest.fixture
def two(signed_up) -> list[Account]:
    return [signed_up("ada"), signed_up("bob")]
