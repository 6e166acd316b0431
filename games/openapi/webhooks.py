"""What the generator has no place for in `webhooks`."""

from __future__ import annotations

from typing import Any, Final

from games.http.answers import JSON
from games.reading.examples import AT
from games.webhooks.callbacks import CALLBACKS

_HEADERS: Final = {
    "webhook-id": "The id of the message, the same for every attempt: discard repetitions.",
    "webhook-timestamp": "The time of this attempt, in seconds since 1970.",
    "webhook-signature": "As in Standard Webhooks: one signature (`v1,…`) for each currently valid secret.",
}


def complete_webhooks(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """A post-processing hook of drf-spectacular: headers, security and examples."""
    for kind, place in result["webhooks"].items():
        place["post"] |= {"security": [], "parameters": [_header(*one) for one in _HEADERS.items()]}
        message = {"type": kind, "timestamp": AT, "data": CALLBACKS[kind].sample}
        body = place["post"]["requestBody"]
        body["required"] = True
        body["content"][JSON]["examples"] = {kind: {"value": message}}
    return result


def _header(name: str, text: str) -> dict[str, Any]:
    return {"in": "header", "name": name, "required": True, "description": text, "schema": {"type": "string"}}
