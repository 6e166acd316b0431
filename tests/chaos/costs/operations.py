"""The dearest requests to every operation that the limits allow."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlencode

from docs.site.document import JSON, Operation, first_example, operations
from tests.chaos.costs.bodies import BODIES
from tests.chaos.costs.question import Question, signed

if TYPE_CHECKING:
    from tests.chaos.costs.scene import Scene

BODY: Final = 63 << 10
LARGE_BODY: Final = 4095 << 10
# Not sent: streams have limits of their own, and what the scene needs must last.
LEFT_OUT: Final = {"streamGame", "streamMe", "deleteMe", "revokeToken"}
# What the running game of the scene is asked, which waits for its player.
OF_RUNNING: Final = {
    "listActions",
    "act",
    "writeMessage",
    "listMessages",
    "proposePause",
    "giveTime",
    "beginVacation",
}
OF_OPEN: Final = {"takeSeat", "startGame", "renameTable", "invite", "leaveSeat", "clearSeat", "renewInvite"}
DAMAGED: Final = {"signUp", "importGame", "createGame"}  # the valid one is not the example of the document


def asked(scene: Scene) -> Iterator[Question]:
    for operation in operations():
        if not operation.is_posted and operation.id not in LEFT_OUT:
            yield from _of(operation, scene)
    yield from _special(scene)
    yield from _headers(scene)


def _of(operation: Operation, scene: Scene) -> Iterator[Question]:
    path, method = _path(operation, scene), operation.method.upper()
    headers = signed(scene) if operation.takes_token else {}
    media_type, content = operation.body or ("", {})
    if media_type:
        headers = {**headers, "Content-Type": media_type}
    asked = _parameters(operation, scene)
    example = json.dumps(first_example(content)).encode() if media_type == JSON else None
    if operation.id not in DAMAGED:
        query = f"?{urlencode(asked)}" if asked else ""
        yield Question(operation.id, "valid", method, f"{path}{query}", headers, example)
    if method == "GET":
        yield Question(operation.id, "long query", method, f"{path}?{'&'.join(LONG_QUERY)}", headers)
    limit = LARGE_BODY if media_type and media_type != JSON else BODY
    for sort, body in BODIES.items() if media_type else ():
        yield Question(operation.id, sort, method, path, headers, body(limit))


def _path(operation: Operation, scene: Scene) -> str:
    game = {True: scene.running} if operation.id in OF_RUNNING else {operation.id in OF_OPEN: scene.open}
    return operation.path.format(**{**scene.names, "game_id": game.get(True, scene.large)})


def _parameters(operation: Operation, scene: Scene) -> dict[str, Any]:
    """The most of everything that can be counted, the newest moment, and no filter."""
    found: dict[str, Any] = {}
    for each in operation.parameters:
        if each["in"] == "query" and each["name"] == "limit":
            found["limit"] = each["schema"]["maximum"]
    return found | DEAREST.get(operation.id, lambda _: {})(scene)


DEAREST: Final[dict[str, Any]] = {
    "getGame": lambda scene: {"at": scene.version, "open": "true"},
    "auditGame": lambda scene: {"at": scene.version},
    "drawGame": lambda scene: {"at": scene.version - 1},
    "diffGame": lambda scene: {"from": 1, "to": scene.version, "open": "true"},
    "listEvents": lambda _: {"limit": 500},
    "getRecord": lambda scene: {"at": scene.version},
    "getReceipt": lambda scene: {"at": scene.version // 2},
    "listGames": lambda _: {"limit": 100, "player": "dear"},
    "listMyGames": lambda _: {"limit": 100},
    "reportGames": lambda scene: {"games": ",".join([scene.large, *scene.finished][:40])},
    "searchGames": lambda _: {"limit": 100, "ruleset": "london", "table": "bots", "shortest": 1},
    "getLogConsistency": lambda _: {"old": 1},
    "act": lambda _: {"dry_run": "true"},
}


LONG_QUERY: Final = tuple(f"limit=1&a{number}={number}" for number in range(2000))


# -- what the document's examples do not show ------------------------------------------------------


def _special(scene: Scene) -> Iterator[Question]:
    json_of = signed(scene, Content_Type=JSON)
    yield Question(
        "importGame",
        "valid",
        "POST",
        "/api/v1/imports",
        signed(scene, Content_Type="application/x-ndjson"),
        scene.export,
        once=True,
    )
    spoilt = scene.export.replace(b'"v":1', b'"v":9', 1)
    yield Question(
        "importGame",
        "a version that nobody knows",
        "POST",
        "/api/v1/imports",
        signed(scene, Content_Type="application/x-ndjson"),
        spoilt,
    )
    yield Question(
        "act",
        "valid",
        "POST",
        f"/api/v1/games/{scene.running}/actions?dry_run=true",
        json_of,
        json.dumps(scene.legal_action()).encode(),
    )
    bots = {"ruleset": "world", "seats": 5, "bots": ["planner"] * 5, "sit": False}
    yield Question("createGame", "valid", "POST", "/api/v1/games", json_of, json.dumps(bots).encode())
    yield Question("createGame", "a test table, played", "POST", "/api/v1/games", json_of, _test_table())
    punycode = b"a" * (BODY // 2) + b"-" + b"b" * (BODY // 2 - 1)
    named = {"Content-Type": f"{JSON}; charset=punycode"}
    yield Question("signUp", "a codec of its own", "POST", "/api/v1/players", named, punycode)
    yield Question("getSchema", "yaml", "GET", "/api/v1/schema?format=yaml")
    yield Question("getSchema", "json", "GET", "/api/v1/schema?format=json")


def _test_table() -> bytes:
    """Played by its own body for as long as one that passes does: most actions are refused at once."""
    pass_on = [{"seat": 1, "actions": [{"type": "pass"}] * 500}]
    table = {
        "ruleset": "world",
        "seats": 2,
        "bots": ["random"],
        "test": {"seed": "00" * 32, "actions": [], "scripts": pass_on},
    }
    return json.dumps(table).encode()


LONG: Final = 60 << 10


def _headers(scene: Scene) -> Iterator[Question]:
    """Headers as long as the proxy lets them be."""
    path = f"/api/v1/games/{scene.running}"
    many = {
        "Accept": ", ".join(f"a/b{number};q=0.1" for number in range(3000))[:LONG],
        "Accept-Language": ",".join(f"a{number % 10}-b;q=0.1" for number in range(4000))[:LONG],
        "If-None-Match": ",".join(f'"{number}"' for number in range(7000))[:LONG],
        "Cookie": "; ".join(f"a{number}=b" for number in range(6000))[:LONG],
        "Authorization": "Bearer " + "x" * LONG,
        "Idempotency-Key": "x" * LONG,
        "Forwarded": "for=_x," * (LONG // 7),
        "X-Forwarded-For": "1.2.3.4," * (LONG // 8),
    }
    for name, value in many.items():
        yield Question("getGame", f"long {name}", "GET", path, {**signed(scene), name: value})
