"""What an answer repeats of a request that it refuses, wherever something can be sent: little."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest

from games.accounts.models import Scope
from tests.support.accounts import token_for
from tests.support.api_client import component, document

pytestmark = pytest.mark.django_db

LONG = "x" * 5000
MOST = 4000  # bytes of an answer, with at most 20 names of the client's, each of at most 64 characters
OPERATIONS = [
    (method, path, operation)
    for path, operations in document()["paths"].items()
    for method, operation in operations.items()
    if path.startswith("/api/v1")
]
IDS = [operation["operationId"] for _, _, operation in OPERATIONS]


def resolved(schema: dict[str, Any]) -> dict[str, Any]:
    return component(schema["$ref"]) if "$ref" in schema else schema


def members_of(operation: dict[str, Any]) -> list[str]:
    """The members that a body can have, of whatever variant."""
    content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    schema = resolved(content.get("schema", {}))
    variants = [schema, *(resolved(one) for one in schema.get("oneOf", []))]
    return sorted({name for variant in variants for name in variant.get("properties", {})})


def bodies(operation: dict[str, Any]) -> Iterator[Any]:
    yield LONG
    yield {LONG: LONG}
    yield {f"{LONG}{number}": 0 for number in range(100)}
    for name in members_of(operation):
        for value in (LONG, [LONG], {LONG: LONG}):
            yield {"ruleset": "london", "seats": 2, "type": "draw_card", name: value}
            yield {name: value}


def queries(operation: dict[str, Any]) -> Iterator[str]:
    yield f"{LONG}={LONG}"
    yield "&".join(f"{LONG[:40]}{number}=1" for number in range(500))
    for parameter in operation.get("parameters", []):
        if parameter.get("in") == "query":
            yield f"{parameter['name']}={LONG}"


def headers(operation: dict[str, Any]) -> Iterator[dict[str, str]]:
    yield {"Accept": f"application/{LONG}"}
    for parameter in operation.get("parameters", []):
        if parameter.get("in") == "header":
            yield {parameter["name"]: LONG}


def requests(operation: dict[str, Any], method: str) -> Iterator[dict[str, Any]]:
    yield from ({"query_string": query} for query in queries(operation))
    yield from ({"headers": header} for header in headers(operation))
    if method != "get":
        yield from ({"data": body, "content_type": "application/json"} for body in bodies(operation))


def filled_in(path: str, game: str) -> str:
    known = {"{ruleset_id}": "london", "{game_id}": game, "{name}": LONG[:900], "{secret}": LONG[:900]}
    return re.sub(r"{\w+}", lambda found: known.get(found[0]) or str(uuid4()), path)


@pytest.mark.parametrize("tickets", [["x"] * 10_000, [LONG], ["x"] * 50], ids=["many", "long", "wrong"])
def test_an_action_that_is_refused_is_repeated_only_as_far_as_it_may_be_one(ada, tickets):
    game = ada.done("/games", {"ruleset": "london", "seats": 2, "bots": ["random"]})["id"]
    ada.done(f"/games/{game}/start")

    answer = ada.post(f"/games/{game}/actions", {"type": "keep_tickets", "tickets": tickets})
    assert answer.status_code == (409 if len(tickets) == 50 else 400)
    assert len(answer.content) < MOST


@pytest.mark.parametrize(("method", "path", "operation"), OPERATIONS, ids=IDS)
def test_a_refusal_repeats_little_of_the_request(ada, client, method, path, operation):
    game = ada.done("/games", {"ruleset": "london", "seats": 2, "bots": ["random"]})["id"]
    ada.done(f"/games/{game}/start")
    token = token_for(ada.player, *Scope.values)
    address = filled_in(path, game)

    for more in requests(operation, method):
        more["headers"] = {**token, **more.get("headers", {})}
        answer = getattr(client, method)(address, **more)
        if answer.status_code >= 400:
            assert len(answer.content) < MOST, (str(more)[:200], answer.content[:400])
