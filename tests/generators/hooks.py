"""What Schemathesis has to know: how lines are written, and which refusals of valid requests are meant."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

import schemathesis
from schemathesis.generation import GenerationMode

REFUSALS = (400, 406, 413, 415, 422)
# What a schema cannot say: by the code of a problem; or of a field, its message or code, also with its name.
ANSWERED = {
    "url_refused": "Whether the host of an address is public is known when it is looked up.",
    "export_unreadable": "An export is lines of JSON, and the document describes it as a string.",
    "export_unsound": "Whether a log holds is for the audit; that of the example is cut short.",
    "key_reused": "Whether a key is new depends on what was sent before.",
    "cursor": "A cursor is opaque: it comes from an answer and cannot be made up.",
    "beyond": "How many events a game has, or notices a player, depends on the game and the player.",
    "null_characters_not_allowed": "No string can hold NUL, because the database has none.",
    "This must be a whole number.": "281.0 is an integer to JSON Schema, and on purpose not to the server.",
    "blank": "At least one character can be said, but not that it is none of space.",
    "unknown_bot": "Which bots there are is listed by `listBots`; more may be added.",
    "wrong_seat_count": "How many can play depends on the ruleset.",
    "wrong_option": "Which options there are depends on the ruleset.",
    "reserved": "The names of bots and of the server are reserved.",
    "audit": "The scope exists, but only the operator can grant it.",
    "at invalid": "A pattern lets the 30th of February pass.",
    "from invalid": "The same.",
    "to invalid": "The same.",
    "If-Match invalid": "Schemathesis sends `0`, which does not fit the pattern.",
    "ruleset invalid": "Which rulesets there are is listed by `listRulesets`; more may be added.",
    "bot invalid": "A bot takes neither a seed nor an invite code.",
    "expected_version invalid": "An integer, as above.",
    "clock invalid": "A clock takes one of two members, which is said in its description.",
    "increment invalid": "The same.",
    "scripts invalid": "A seat can have one script.",
    "name invalid": "Which characters can be printed is not for a pattern.",
    "description invalid": "The same.",
    "text invalid": "The same.",
    "reason invalid": "The same.",
    "time_zone invalid": "Which time zones there are is for the system; more may be added.",
    "auth invalid": "How many bytes base64url stands for is not for a pattern.",
    "key invalid": "Whether it is a point of the curve is not, either.",
    "signature unknown": "The action of a test table is its host's, and never signed.",
    "p256dh invalid": "Whether it is a point of the curve is not, either.",
    "homepage invalid": "`format: uri` allows more than an address on the web.",
    "redirect_uris invalid": "`format: uri` allows more than an address that a browser may be sent to.",
    "url invalid": "`format: uri` allows more than an address on the web.",
    "endpoint invalid": "As above.",
    "expires_at invalid": "It must be in the future.",
    "visibility invalid": "A test table is always private.",
    "events invalid": "Which kinds and subjects there are depends on the board of the ruleset.",
    "result invalid": "It is asked of a player, who must be given too.",
    "max_items": "How many names a string lists is not for its schema.",
    "games not_found": "Which games there are depends on what was played.",
}


@schemathesis.serializer("application/x-ndjson")
def lines(ctx: Any, value: Any) -> bytes:
    return value if isinstance(value, bytes) else str(value).encode(errors="replace")


@schemathesis.check
def refused_for_a_reason(ctx: Any, response: Any, case: Any) -> None:
    """In place of `positive_data_acceptance`, which knows statuses only."""
    if case.meta is None or case.meta.generation.mode is not GenerationMode.POSITIVE:
        return
    if response.status_code in REFUSALS and (found := unanswered(response.json())):
        raise AssertionError(f"{', '.join(found)}: {response.text}")


@schemathesis.check
def no_server_error(ctx: Any, response: Any, case: Any) -> None:
    """In place of `not_a_server_error`: a name that takes long to look up is no fault of the server."""
    if response.status_code >= HTTPStatus.INTERNAL_SERVER_ERROR:
        assert response.json().get("code") == "resolver_busy", response.text
        assert "retry-after" in response.headers, "the server does not say when to try again"


def unanswered(problem: dict[str, Any]) -> list[str]:
    errors = problem.get("context", {}).get("errors", [])
    found = [names(error) for error in errors] or [(problem["code"],)]
    return [one[-1] for one in found if not ANSWERED.keys() & {*one}]


def names(error: dict[str, str]) -> tuple[str, ...]:
    field = error["pointer"].rpartition("/")[2]
    return error["message"], error["code"], f"{field} {error['code']}"
