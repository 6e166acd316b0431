"""One process for streams, shared by all tests of it; it reads the database that the tests write."""

from __future__ import annotations

import http.client
import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from tests.support.api_client import component, validator_of
from tests.support.callers import Caller, people_named, spelled
from tests.support.stream_client import Listener
from tests.support.web_process import Web, streams_server

Listen = Callable[..., Listener]
WISHES = {
    "STREAMS_HEARTBEAT": "1s",
    "STREAMS_STALL": "2s",
    "STREAMS_PER_PLAYER": "12",
    "DATABASE_POOL_SIZE": "8",
}

SCHEMAS = {"games": "GameMessage", "me": "MyMessage"}


@pytest.fixture(scope="session")
def streams(same_database, tmp_path_factory) -> Iterator[Web]:
    with streams_server(tmp_path_factory.mktemp("streams"), same_database, **WISHES) as running:
        yield running


@pytest.fixture
def listen(streams) -> Iterator[Listen]:
    """A stream for a caller, or for nobody in particular; gone with the test."""
    with ExitStack() as stack:

        def opened(caller: Caller | None, path: str, **headers: str) -> Listener:
            token = caller.headers if caller else {}
            schema = SCHEMAS[path.split("/")[1]]
            listener = Listener(streams.port, path, {**token, **spelled(headers)}, schema=schema)
            return stack.enter_context(listener)

        yield opened


@pytest.fixture
def people(redis_url, transactional_db) -> list[Caller]:
    """Three of them, and everything they do is committed."""
    return people_named("ada", "bob", "cleo")


@pytest.fixture
def ask(streams):
    """The problem that a request comes to, held against the schema; and its headers."""

    def asked(path: str, caller: Caller | None = None, method: str = "GET", **headers: str) -> Any:
        connection = http.client.HTTPConnection("127.0.0.1", streams.port, timeout=30)
        token = caller.headers if caller else {}
        try:
            connection.request(method, path, headers={**token, **spelled(headers)})
            answer = connection.getresponse()
            found = json.loads(answer.read())
            answer_headers = {name.lower(): value for name, value in answer.getheaders()}
        finally:
            connection.close()
        assert answer_headers["content-type"] == "application/problem+json"
        validator_of(component("#/components/schemas/Problem")).validate(found)
        assert (found["status"], found["request_id"]) == (answer.status, answer_headers["x-request-id"])
        return found, answer_headers

    return asked
