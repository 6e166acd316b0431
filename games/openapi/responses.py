"""What each successful response is, in words.

Most follow from the description of the operation, which begins with what it returns.
"""

from __future__ import annotations

import re
from typing import Any, Final

_RETURNS: Final = re.compile(r"[Rr]eturns (.+?)[.:](?:\s|$)", re.DOTALL)
TEXTS: Final = {  # where the description begins with what is done
    ("act", "200"): "The dry run: what would follow.",
    ("act", "201"): "What the action has caused, and the game after it.",
    ("advanceClock", "200"): "What has happened in that time, and the game after it.",
    ("agreeToPause", "200"): "The consent, the pause if all have agreed, and the game after it.",
    ("auditGame", "200"): "The report.",
    ("beginVacation", "200"): "The vacation, and the game after it.",
    ("createApp", "201"): "The app and, if it is confidential, its secret, which is shown only this once.",
    ("createGame", "201"): "The table, with a seat for you unless `sit` was false.",
    ("createMyCalendar", "201"): "The new address, shown only this once.",
    ("createPushSubscription", "201"): "The subscription, without its keys.",
    ("createToken", "201"): "The token, shown only this once.",
    ("createWebhook", "201"): "The webhook, with its secret, which is shown only this once.",
    ("endPause", "200"): "What has happened to the pause, and the game after it.",
    ("endVacation", "200"): "The end of the vacation, and the game after it.",
    ("giveTime", "200"): "The time that was given, and the game after it.",
    ("healthz", "200"): "The process answers.",
    ("importGame", "200"): "The game, which you had already imported.",
    ("importGame", "201"): "The imported game.",
    ("orderAudit", "202"): "The audit, which waits for its turn.",
    ("proposePause", "200"): "The proposal, the pause if nobody else has to agree, and the game after it.",
    ("readyz", "200"): "The server is ready.",
    ("rematch", "201"): "The table of the rematch.",
    ("renewAppSecret", "200"): "The app, with its new secret, which is shown only this once.",
    ("replayDelivery", "202"): "The delivery, which is due again.",
    ("resign", "200"): "The resignation, and the game after it.",
    ("rotateWebhookSecret", "200"): "The webhook, with its new secret, which is shown only this once.",
    ("signUp", "201"): "The account and its first token, which is shown only this once.",
    ("streamGame", "200"): "A sequence of messages, until the stream ends.",
    ("streamMe", "200"): "A sequence of messages, until the stream ends.",
    ("takeSeatBack", "200"): "The return, and the game after it.",
    ("testWebhook", "202"): "The delivery of the test message.",
}


def describe_responses(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """A post-processing hook of drf-spectacular."""
    for operations in result["paths"].values():
        for operation in operations.values():
            for status, response in operation["responses"].items():
                if not response.get("description"):
                    response["description"] = _text(operation, status)
    return result


def _text(operation: dict[str, Any], status: str) -> str:
    name = operation["operationId"]
    if text := TEXTS.get((name, status)):
        return text
    found = _RETURNS.search(operation["description"].split("\n\n")[0])
    if found is None:
        raise ValueError(f"nothing says what {name} returns with {status}")
    text = " ".join(found[1].split())
    return f"{text[0].upper()}{text[1:]}."
