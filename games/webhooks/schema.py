"""The messages that webhooks receive, for the `webhooks` section of the OpenAPI document."""

from __future__ import annotations

import re
from typing import Any

from games.http.json_schema import Schema, array, closed, ref
from games.http.links import LINK
from games.models import Webhook
from games.play.schema import SEAT, TEXT, TIME, TURN, UUID_TEXT
from games.webhooks.messages import TEST

_HEADERS = {
    "webhook-id": "The id of the message, the same for every attempt: discard repetitions.",
    "webhook-timestamp": "The time of this attempt, in seconds since 1970.",
    "webhook-signature": "As in Standard Webhooks: one signature (`v1,…`) for each currently valid secret.",
}
_SEQ: Schema = {
    "type": "integer",
    "minimum": 1,
    "description": "The event of the game that caused the message.",
}
_LINKS = closed({"game": LINK, "actions": LINK})
_ABOUT = {"game": UUID_TEXT, "ruleset": TEXT, "links": _LINKS, "seq": _SEQ, "at": TIME}

_TAKEN = "The message is accepted. The body is ignored."
_ANSWER = {"description": "The action to take, exactly as a body of `act`."}


def _notice(seat: str, *optional: str, **more: Schema) -> Schema:
    """The schema of a notice about a game, with the seat of a recipient who has one."""
    members = {**_ABOUT, "seat": {**SEAT, "description": seat}, **more}
    return closed(members, [name for name in members if name not in ("seat", *optional)])


def messages() -> dict[str, tuple[str, Schema]]:
    """Each kind with its description and the schema of its `data`."""
    deadline = {"deadline": TIME}
    result = {"status": TEXT, "scores": array({"type": "integer"}), "winners": array(SEAT)}
    question = {
        "allOf": [ref("ActionList"), closed({"game": ref("Game")})],
        "description": "The answer of `listActions`, and in `game` that of `getGame`.",
    }
    kind = Webhook.Kind
    return {
        kind.YOUR_TURN: (
            "It is your turn to act.",
            _notice("Your seat.", "deadline", "moment", **TURN, **deadline),
        ),
        kind.STARTED: ("The game has started.", _notice("Your seat; absent if you do not have one.")),
        kind.FINISHED: (
            "The game is over, or the table was closed before the game started.",
            _notice("Your seat; absent if you do not have one.", "scores", "winners", **result),
        ),
        kind.EVENT: (
            "A new entry of the log, as you may read it, and how the game stands when it is sent.",
            ref("NewEvent"),
        ),
        kind.SEAT_TAKEN: ("A seat was taken.", _notice("The seat that was taken.", "bot", bot=TEXT)),
        kind.DEADLINE_NEAR: ("Your deadline is near.", _notice("Your seat.", **deadline)),
        kind.BOT_ACT: ("It is your turn to act: answer the request with your action.", question),
        TEST: ("A test message, requested with `testWebhook`.", closed({"webhook": UUID_TEXT})),
    }


def add_messages(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """A post-processing hook of drf-spectacular; bodies are components, as generators need names."""
    found = messages()
    result["components"]["schemas"] |= {_name(kind): _body(kind, data) for kind, (_, data) in found.items()}
    result["webhooks"] = {str(kind): {"post": _post(str(kind), text)} for kind, (text, _) in found.items()}
    return result


def camel(kind: str) -> str:
    """`game.your_turn` is `GameYourTurn`."""
    return "".join(part.capitalize() for part in re.split(r"[._]", kind))


def _name(kind: str) -> str:
    return f"{camel(kind)}Callback"


def _body(kind: str, data: Schema) -> Schema:
    return closed({"type": {"type": "string", "enum": [str(kind)]}, "timestamp": TIME, "data": data})


def _post(kind: str, description: str) -> dict[str, Any]:
    asked = kind == Webhook.Kind.BOT_ACT
    taken = {**_ANSWER, "content": {"application/json": {"schema": ref("Action")}}}
    return {
        "description": description,
        "operationId": f"on{camel(kind)}",
        "summary": f"Receive {kind}",
        "tags": ["callbacks"],
        "security": [],
        "parameters": [
            {
                "in": "header",
                "name": name,
                "required": True,
                "description": text,
                "schema": {"type": "string"},
            }
            for name, text in _HEADERS.items()
        ],
        "requestBody": {"required": True, "content": {"application/json": {"schema": ref(_name(kind))}}},
        "responses": {"2XX": taken if asked else {"description": _TAKEN}},
    }
