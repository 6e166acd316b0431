"""The response to an attempt, as it is stored.

A bot answers with a choice that may be sealed, and a receiver may echo what it was sent. So the database
holds the response like any secret of the game. What a private address answers is none of ours to show.
"""

from __future__ import annotations

import json
from typing import Final, NamedTuple

from games.deliveries.models import Attempt, Delivery
from games.log.seeds import box_of
from games.webhooks.transport import Answer
from proof.chain import canonical

LOGGED_BYTES: Final = 2048
MAX_ERROR_LENGTH: Final = 300


class Response(NamedTuple):
    body: str  # its beginning
    error: str


def sealed_response(delivery: Delivery, answer: Answer, error: str = "") -> bytes:
    """A message about no game, such as a test, has nothing to hide."""
    shown = answer.body[:LOGGED_BYTES] if answer.is_public else b""
    response = Response(printable(shown), error[:MAX_ERROR_LENGTH])
    if delivery.game_id is None:
        return canonical(response)
    return box_of(delivery.game_id).seal(list(response), _place(delivery))


def response_of(attempt: Attempt) -> Response:
    delivery, stored = attempt.delivery, bytes(attempt.response)
    if delivery.game_id is None:
        return Response(*json.loads(stored))
    return Response(*box_of(delivery.game_id).open(stored, _place(delivery)))


def printable(body: bytes) -> str:
    return body.decode(errors="replace").replace("\0", "\ufffd")


def _place(delivery: Delivery) -> str:
    return f"response to {delivery.id}"
