"""How large the body of a request can be, and what becomes of one that nobody reads.

A view that takes more than others says so with `max_body`. Such a body is read without a database connection.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from rest_framework.exceptions import ParseError

from games.http.heavy import give_back_connection
from games.http.middleware import GetResponse
from games.http.problem_body import ProblemContext
from games.http.problems import TOO_LARGE, UNSUPPORTED_MEDIA_TYPE, Problem
from games.http.raw_headers import REASON
from games.internals.django import body_set

MAX_UNREAD: Final = 4 << 20  # bytes that are read only to be dropped
_PIECE: Final = 1 << 16


class BodyLimits:
    """The outermost middleware: whoever refuses a request, its body is read before the response goes out.

    Otherwise the web server would hang up on a proxy that is still sending it.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if _has_body(request):
            _drain(request)
        return response

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], *_: Any
    ) -> HttpResponseBase | None:
        if not _has_body(request):
            return None
        if reason := request.META.get(REASON):
            return Problem(UNSUPPORTED_MEDIA_TYPE, reason).response()
        most = max_body(getattr(view, "cls", None))
        if _is_chunked(request):
            _gather(request, most)
        return too_large(most).response() if _announced(request) > most else None


def max_body(view: object) -> int:
    """In bytes."""
    found: int = getattr(view, "max_body", settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
    return found


def too_large(most: int) -> Problem:
    detail = f"A body can have at most {most} bytes here."
    return Problem(TOO_LARGE, detail, context=ProblemContext(most=most))


def read_whole(stream: Any, parser_context: Mapping[str, Any]) -> bytes:
    """The body, for a parser.

    One that was cut off is refused: it may still be valid, but it is not what the client meant.
    """
    if max_body(parser_context.get("view")) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
        give_back_connection()
    raw: bytes = stream.read()
    announced = _announced(parser_context["request"])
    if len(raw) < announced:
        raise ParseError(f"The body ends after {len(raw)} of {announced} bytes.")
    return raw


def _announced(request: Any) -> int:
    found: str = request.META.get("CONTENT_LENGTH") or ""
    return int(found) if found.isdecimal() else 0


def _is_chunked(request: HttpRequest) -> bool:
    return "HTTP_TRANSFER_ENCODING" in request.META and "wsgi.input" in request.META


def _has_body(request: HttpRequest) -> bool:
    return _announced(request) > 0 or _is_chunked(request)


def _gather(request: HttpRequest, most: int) -> None:
    """Read a body whose length was not announced; Django would take it to be empty."""
    body_set(request, request.META["wsgi.input"].read(most + 1))


def _drain(request: HttpRequest) -> None:
    """Read what nobody has read, up to a bound."""
    source = request.META["wsgi.input"] if _is_chunked(request) else request
    with suppress(OSError):  # the client has gone
        for _ in range(0, MAX_UNREAD, _PIECE):
            if len(source.read(_PIECE)) < _PIECE:
                return
