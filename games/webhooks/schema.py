"""What is posted to webhooks, for the reference: OpenAPI has a place for it."""

from __future__ import annotations

from typing import Any

from games.http.json_schema import Schema, array, closed, ref
from games.models import Webhook
from games.play.schema import SEAT, TEXT, TIME, UUID_TEXT
from games.webhooks.messages import TEST

_HEADERS = {
    "webhook-id": "The same at every attempt: what has this id and was taken already may be dropped.",
    "webhook-timestamp": "When this attempt was signed, in seconds since 1970.",
    "webhook-signature": "Standard Webhooks: one signature (`v1,…`) for each secret that is valid now.",
}
_SEQ: Schema = {"type": "integer", "minimum": 1, "description": "The event of the game it follows from."}
_ABOUT = {"game": UUID_TEXT, "seq": _SEQ, "at": TIME}

_TAKEN = "Taken. What the body says does not matter."
_ANSWER = {"description": "The action, exactly as a body of `POST /games/{game_id}/actions`."}


def _notice(seat: str, *optional: str, **more: Schema) -> Schema:
    """About a game, and a seat if it is told to somebody who has one."""
    members = {**_ABOUT, "seat": {**SEAT, "description": seat}, **more}
    return closed(members, [name for name in members if name not in ("seat", *optional)])


def messages() -> dict[str, tuple[str, Schema]]:
    """Each kind with its description and the schema of its `data`."""
    deadline = {"deadline": TIME}
    result = {"status": TEXT, "scores": array({"type": "integer"}), "winners": array(SEAT)}
    question = {
        "allOf": [ref("Actions"), closed({"game": ref("Game")})],
        "description": "As `GET /games/{game_id}/actions` has it, with `game` as in `GET /games/{game_id}`.",
    }
    kind = Webhook.Kind
    return {
        kind.YOUR_TURN: ("You have to act.", _notice("Yours.", "deadline", **deadline)),
        kind.STARTED: ("The cards are dealt.", _notice("Yours; absent if you only watch.")),
        kind.FINISHED: (
            "The game is over, or was given up before its start.",
            _notice("Yours; absent if you only watch.", "scores", "winners", **result),
        ),
        kind.EVENT: ("Something happened: an entry of the log as you may read it.", ref("Event")),
        kind.SEAT_TAKEN: ("Somebody sat down.", _notice("The one that was taken.", "bot", bot=TEXT)),
        kind.DEADLINE_NEAR: ("Your time is running out.", _notice("Yours.", **deadline)),
        kind.BOT_ACT: ("You have to act: the answer is the action.", question),
        TEST: ("Somebody wanted to see whether this works.", closed({"webhook": UUID_TEXT})),
    }


def add_messages(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """A hook of drf-spectacular."""
    result["webhooks"] = {str(kind): {"post": _post(str(kind), *found)} for kind, found in messages().items()}
    return result


def _post(kind: str, description: str, data: Schema) -> dict[str, Any]:
    body = closed({"type": {"type": "string", "enum": [kind]}, "timestamp": TIME, "data": data})
    asked = kind == Webhook.Kind.BOT_ACT
    taken = {**_ANSWER, "content": {"application/json": {"schema": ref("Action")}}}
    return {
        "description": description,
        "tags": ["webhooks"],
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
        "requestBody": {"required": True, "content": {"application/json": {"schema": body}}},
        "responses": {"2XX": taken if asked else {"description": _TAKEN}},
    }
