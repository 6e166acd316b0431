"""The headers and fields for safe changes: Idempotency-Key, If-Match and `expected_version`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any
from uuid import UUID

from django.utils.crypto import salted_hmac
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request

from games.http.auth import caller
from games.http.bodies import InvalidHeader
from games.http.declared import sends
from games.http.operations import Method, operation
from games.moves.act import Expected
from games.moves.idempotency import KeyedRequest
from games.moves.refusals import KeyReused
from games.reading import answers
from proof.chain import canonical
from rules.refusals import Refusal

KEY = re.compile(r"[A-Za-z0-9_-]{1,64}")
# A proxy that compresses an answer marks its tag, such as `"…-gzip"`.
ETAG = re.compile(r'(?:W/)?"([0-9a-f]{64})(?:-[a-z]+)?"')

KEY_HEADER = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "pattern": "^[A-Za-z0-9_-]{1,64}$"},
    OpenApiParameter.HEADER,
    description="Makes the request safe to retry: repeated with the same key it is carried out once, and "
    "the first answer comes again, with `Idempotency-Replayed`. A key counts for you and the game in the "
    "path (requests that open a table: for you alone) and is remembered for 30 days.",
)


MATCH_HEADER = OpenApiParameter(
    "If-Match",
    {"type": "string", "pattern": r'^(\*|(W/)?"[0-9a-f]{64}(-[a-z]+)?")$'},
    OpenApiParameter.HEADER,
    description="The ETag of the game your decision is based on.",
)


def changes(status: int) -> list[OpenApiParameter]:
    """The headers of an operation that changes a game."""
    return [KEY_HEADER, sends("ETag", status), sends("Idempotency-Replayed", status)]


def asks(
    name: str,
    summary: str,
    returns: OpenApiResponse,
    *,
    status: int = 200,
    refuses: Iterable[type[Refusal]] = (),
    parameters: Sequence[Any] = (),
    **more: Any,
) -> Callable[[Method], Method]:
    """Declare an operation that asks something of a table and answers with what came of it."""
    return operation(
        name,
        summary,
        returns,
        tag="play" if returns.response is answers.Outcome else "games",
        status=status,
        refuses=[KeyReused, *refuses],
        parameters=[*changes(status), *parameters],
        **more,
    )


opens = partial(asks, status=201, parameters=[sends("Location", 201)])


def keyed_request(request: Request, game_id: UUID | None = None) -> KeyedRequest | None:
    """The caller, the Idempotency-Key and a fingerprint of the request; None without a key.

    `game_id`: the game that it changes. One that opens a table has none.
    """
    key = request.META.get("HTTP_IDEMPOTENCY_KEY")
    if key is None:
        return None
    if not KEY.fullmatch(key):
        raise InvalidHeader(
            {"Idempotency-Key": ["This must be 1 to 64 of the characters A-Z, a-z, 0-9, _ and -."]}
        )
    what = [request.method, request.get_full_path(), request.data]
    return KeyedRequest(caller(request), key, _fingerprint(what), game_id)


def _fingerprint(what: Any) -> str:
    """Keyed: the body of a sealed choice could be guessed from a plain hash of it."""
    return salted_hmac("idempotency", canonical(what), algorithm="sha256").hexdigest()


def expected(request: Request, body: dict[str, Any]) -> Expected | None:
    """From `expected_version` in the body, which is taken out of it, or from If-Match."""
    version = pop_version(body)
    if version is not None:
        return Expected(version=version)
    header = request.META.get("HTTP_IF_MATCH")
    if header is None or header.strip() == "*":
        return None
    found = ETAG.fullmatch(header.strip())
    if found is None:
        raise InvalidHeader({"If-Match": ["This must be the ETag of the game: its hash in double quotes."]})
    return Expected(hash=found[1])


def pop_version(body: dict[str, Any]) -> int | None:
    """Takes `expected_version` out of an action."""
    if "expected_version" not in body:
        return None
    version = body.pop("expected_version")
    if type(version) is not int or version < 0:
        raise ValidationError({"expected_version": ["This must be a whole number, 0 or more."]})
    return version
