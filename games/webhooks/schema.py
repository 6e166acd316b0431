"""The messages that webhooks receive, for the `webhooks` section of the OpenAPI document."""

from __future__ import annotations

from typing import Any

from games.http.json_schema import Schema, camel, closed, only, ref
from games.models import Webhook
from games.notices.kinds import KINDS, Payload
from games.notices.schema import data_name, news_name
from games.play import examples
from games.play.schema import TIME, UUID_TEXT
from games.webhooks.messages import TEST

_HEADERS = {
    "webhook-id": "The id of the message, the same for every attempt: discard repetitions.",
    "webhook-timestamp": "The time of this attempt, in seconds since 1970.",
    "webhook-signature": "As in Standard Webhooks: one signature (`v1,…`) for each currently valid secret.",
}
_TAKEN = "The message is accepted. The body is ignored."
_ANSWER = {"description": "The action to take, exactly as a body of `act`."}


def messages() -> dict[str, tuple[str, Schema]]:
    """Each kind with its description and the schema of its `data`: notices, and more."""
    question = {
        "allOf": [ref("ActionList"), closed({"game": ref("Game")})],
        "description": "The answer of `listActions`, and in `game` that of `getGame`.",
    }
    return {
        **{kind: (str(payload.__doc__), ref(_news(kind))) for kind, payload in _notices().items()},
        Webhook.Kind.EVENT: (
            "A new entry of the log, as you may read it, and how the game stands when it is sent.",
            ref("NewEvent"),
        ),
        Webhook.Kind.BOT_ACT: (
            "It is your turn to act: answer the request with your action.",
            question,
        ),
        TEST: ("A test message, requested with `testWebhook`.", closed({"webhook": UUID_TEXT})),
    }


def news_components() -> dict[str, Schema]:
    """What a notice carries, with the game it is about."""
    return {
        _news(kind): {"allOf": [ref(news_name(payload)), ref(data_name(payload))]}
        for kind, payload in _notices().items()
    }


def _notices() -> dict[str, type[Payload]]:
    """The kinds of notices that are posted: all but that a webhook was paused."""
    return {kind: payload for kind, payload in KINDS.items() if kind in Webhook.Kind}


def _news(kind: str) -> str:
    return f"{camel(kind)}News"


def add_messages(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """A post-processing hook of drf-spectacular; bodies are components, as generators need names."""
    found = messages()
    bodies = {_name(kind): _body(kind, data) for kind, (_, data) in found.items()}
    result["components"]["schemas"] |= news_components() | bodies
    result["webhooks"] = {str(kind): {"post": _post(str(kind), text)} for kind, (text, _) in found.items()}
    return result


def _name(kind: str) -> str:
    return f"{camel(kind)}Callback"


def _body(kind: str, data: Schema) -> Schema:
    return closed({"type": only(str(kind)), "timestamp": TIME, "data": data})


def _example(kind: str) -> dict[str, Any]:
    message = {"type": kind, "timestamp": examples.AT, "data": examples.MESSAGES[kind]}
    return {kind: {"value": message}}


def _post(kind: str, description: str) -> dict[str, Any]:
    asked = kind == Webhook.Kind.BOT_ACT
    answer = {"schema": ref("Action"), "examples": {"Draw": {"value": examples.DRAW}}}
    taken = {**_ANSWER, "content": {"application/json": answer}}
    body = {"schema": ref(_name(kind)), "examples": _example(kind)}
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
        "requestBody": {"required": True, "content": {"application/json": body}},
        "responses": {"2XX": taken if asked else {"description": _TAKEN}},
    }
