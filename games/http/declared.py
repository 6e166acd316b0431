"""What operations declare for the OpenAPI document beside their schemas: examples and response headers."""

from typing import Any, Final

from drf_spectacular.utils import OpenApiExample, OpenApiParameter

from games.http.answers import JSON

CODES: Final = "x-codes"
THE_RULES: Final = "the rules"  # in place of a code: every refusal of the rules

HEADERS: Final = {
    "ETag": "The entity tag of this representation, for `If-None-Match` and, of a game, `If-Match`.",
    "Location": "The address of what was created or is in progress.",
    "Content-Location": "The address of the version that was returned.",
    "Link": "Where to wait (`monitor`), if this server cannot: the same request at the streams process.",
    "Retry-After": "How many seconds to wait before the next request.",
    "Idempotency-Replayed": "`true` if this answer was given before to a request with the same key.",
    "WWW-Authenticate": "The authentication scheme (RFC 6750).",
    "RateLimit-Policy": 'The limits that apply, such as `"player";q=1200;w=60`: 1200 requests in 60 seconds.',
    "RateLimit": 'What is left of them, such as `"player";r=1199;t=58`: 1199 requests, reset in 58 seconds.',
}
SCHEMAS: Final[dict[str, dict[str, Any]]] = {
    "ETag": {"pattern": '^(W/)?"[0-9a-f]+(-[a-z]+)?"$'},
    "Location": {"format": "uri-reference"},
    "Content-Location": {"format": "uri-reference"},
    "Retry-After": {"type": "integer", "minimum": 1},
    "Idempotency-Replayed": {"enum": ["true"]},
}


def sends(name: str, *statuses: int) -> OpenApiParameter:
    """A response header for these statuses, to be listed in the `parameters` of an operation."""
    return OpenApiParameter(name, str, OpenApiParameter.HEADER, response=list(statuses))


def asked(name: str, value: Any, description: str = "", media_type: str = JSON) -> OpenApiExample:
    """An example of a request. A test holds each example against its schema."""
    return OpenApiExample(name, value, description=description, request_only=True, media_type=media_type)


def answered(name: str, value: Any, media_type: str = JSON) -> OpenApiExample:
    return OpenApiExample(name, value, response_only=True, status_codes=["200"], media_type=media_type)
