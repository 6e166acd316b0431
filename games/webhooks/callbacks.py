"""What the server posts to webhooks: a message for each kind, and how the document describes them."""

from __future__ import annotations

from types import new_class
from typing import Annotated, Any, ClassVar, Final, cast
from uuid import UUID

from drf_spectacular.utils import OpenApiWebhook

from games.http.answers import JSON, Answer, Timestamp, component, said
from games.json_schema import camel, ref
from games.notices.answers import ABOUT
from games.notices.kinds import KINDS, Payload
from games.reading import examples
from games.reading.answers import ActionList, NewEvent
from games.webhooks.models import Webhook

TEST: Final = "webhook.test"


class Callback(Answer, tag_field="type"):
    text: ClassVar[str]  # what it says
    sample: ClassVar[dict[str, Any]]  # of its data
    timestamp: Timestamp
    data: Any


class GameEventCallback(Callback, tag=Webhook.Kind.EVENT.value):
    text = "A new entry of the log, as you may read it, and how the game stands when it is sent."
    data: NewEvent
    sample = {"event": examples.READ_BY_SEAT, **examples.TURN}


class Question(ActionList):
    inline = extends = True
    game: Annotated[Any, component("Game")]


class BotActCallback(Callback, tag=Webhook.Kind.BOT_ACT.value):
    text = "It is your turn to act: answer the request with your action."
    data: Annotated[Question, said("The answer of `listActions`, and in `game` that of `getGame`.")]
    sample = {**examples.OFFERED, "game": examples.GAME}


class Tested(Answer):
    inline = True
    webhook: UUID


class WebhookTestCallback(Callback, tag=TEST):
    text = "A test message, requested with `testWebhook`."
    data: Tested
    sample = {"webhook": "2f1d9b1e-5a0c-4d55-8f51-3b7f2f6d9a10"}


def _of_notice(payload: type[Payload]) -> type[Callback]:
    """What a notice carries, with the game it is about."""
    name = camel(payload.kind)
    members = {
        "__annotations__": {"data": Annotated[dict[str, Any], component(f"{name}News")]},
        "__module__": __name__,
        "text": payload.__doc__,
        "sample": {**_about(payload), **payload.sample},
    }
    made = new_class(f"{name}Callback", (Callback,), {"tag": payload.kind}, lambda own: own.update(members))
    return cast("type[Callback]", made)


def _about(payload: type[Payload]) -> dict[str, Any]:
    if not payload.about_game:
        return {"at": ABOUT["at"]}
    shown = {"seq": payload.in_log, "name": payload.names_table}
    return {name: value for name, value in ABOUT.items() if shown.get(name, True)}


CALLBACKS: Final[dict[str, type[Callback]]] = {
    **{kind: _of_notice(payload) for kind, payload in KINDS.items() if kind in Webhook.Kind},
    Webhook.Kind.EVENT: GameEventCallback,
    Webhook.Kind.BOT_ACT: BotActCallback,
    TEST: WebhookTestCallback,
}

# -- in the document ---------------------------------------------------------------------------

_HEADERS: Final = {
    "webhook-id": "The id of the message, the same for every attempt: discard repetitions.",
    "webhook-timestamp": "The time of this attempt, in seconds since 1970.",
    "webhook-signature": "As in Standard Webhooks: one signature (`v1,…`) for each currently valid secret.",
}
_TAKEN: Final = {"description": "The message is accepted. The body is ignored."}
_ACTION: Final = {"schema": ref("Action"), "examples": {"Draw": {"value": examples.DRAW}}}
_ANSWER: Final = {
    "description": "The action to take, exactly as a body of `act`.",
    "content": {JSON: _ACTION},
}


def _described(kind: str, callback: type[Callback]) -> OpenApiWebhook:
    """Written out, because `extend_schema` has no place for the headers and the security of a webhook."""
    message = {"type": kind, "timestamp": examples.AT, "data": callback.sample}
    content = {JSON: {"schema": ref(callback.__name__), "examples": {kind: {"value": message}}}}
    operation = {
        "operationId": f"on{camel(kind)}",
        "description": callback.text,
        "summary": f"Receive {kind}",
        "tags": ["callbacks"],
        "requestBody": {"content": content, "required": True},
        "responses": {"2XX": _ANSWER if callback is BotActCallback else _TAKEN},
        "security": [],
        "parameters": [_header(name, text) for name, text in _HEADERS.items()],
    }
    return OpenApiWebhook(kind, {"post": operation})


def _header(name: str, text: str) -> dict[str, Any]:
    return {"in": "header", "name": name, "required": True, "description": text, "schema": {"type": "string"}}


WEBHOOKS: Final = [_described(str(kind), callback) for kind, callback in CALLBACKS.items()]
