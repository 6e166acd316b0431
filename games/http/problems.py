"""Problem details (RFC 9457): the shape of every error response."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse

from games.http.answers import or_absent
from games.http.problem_body import ProblemBody, ProblemContext, ProblemLinks
from games.http.renderer import json_of
from games.http.request_id import current_request_id
from games.refusals import Invalid, NotFound, ServerRefusal, Suspended, Unauthenticated

MEDIA_TYPE = "application/problem+json"
CATALOGUE = "/docs/errors"


@dataclass(frozen=True)
class ProblemType:
    """A type of problem. Its code is stable; clients should compare it."""

    code: str
    status: int
    title: str

    @property
    def uri(self) -> str:
        return f"{CATALOGUE}#{self.code}"

    @classmethod
    def of(cls, refusal: type[ServerRefusal]) -> "ProblemType":
        return cls(refusal.code, refusal.status, refusal.title)


BAD_REQUEST = ProblemType("bad_request", 400, "The request could not be understood.")
PARSE_ERROR = ProblemType("parse_error", 400, "The body does not match its content type.")
INVALID = ProblemType.of(Invalid)
UNAUTHENTICATED = ProblemType.of(Unauthenticated)
FORBIDDEN = ProblemType("forbidden", 403, "You are not allowed to do this.")
MISSING_SCOPE = ProblemType("missing_scope", 403, "The token lacks a required scope.")
NOT_FOUND = ProblemType.of(NotFound)
SUSPENDED = ProblemType.of(Suspended)
METHOD_NOT_ALLOWED = ProblemType("method_not_allowed", 405, "The method is not supported here.")
NOT_ACCEPTABLE = ProblemType("not_acceptable", 406, "No representation matches the Accept header.")
CONFLICT = ProblemType("conflict", 409, "The request conflicts with the current state.")
TOO_LARGE = ProblemType("too_large", 413, "The request is too large.")
UNSUPPORTED_MEDIA_TYPE = ProblemType("unsupported_media_type", 415, "The content type is not supported.")
SERVED_ELSEWHERE = ProblemType("served_elsewhere", 421, "Another server answers this.")
THROTTLED = ProblemType("throttled", 429, "Too many requests.")
INTERNAL_ERROR = ProblemType("internal_error", 500, "The server failed to process the request.")
NOT_READY = ProblemType("not_ready", 503, "The server is not ready.")
UNAVAILABLE = ProblemType("unavailable", 503, "The database is not available at the moment.")
OVERLOADED = ProblemType("overloaded", 503, "The server is too busy for this at the moment.")

# The general types; the others are refusals (`games.http.refusals`).
PROBLEM_TYPES = (
    BAD_REQUEST,
    PARSE_ERROR,
    INVALID,
    UNAUTHENTICATED,
    FORBIDDEN,
    MISSING_SCOPE,
    SUSPENDED,
    NOT_FOUND,
    METHOD_NOT_ALLOWED,
    NOT_ACCEPTABLE,
    CONFLICT,
    TOO_LARGE,
    UNSUPPORTED_MEDIA_TYPE,
    SERVED_ELSEWHERE,
    THROTTLED,
    INTERNAL_ERROR,
    NOT_READY,
    UNAVAILABLE,
    OVERLOADED,
)


@dataclass(frozen=True)
class Problem:
    """One occurrence of a problem."""

    type: ProblemType
    detail: str
    rule: str | None = None
    context: ProblemContext | dict[str, Any] | None = None
    retry_after: int | None = None  # seconds
    links: ProblemLinks | None = None

    def body(self) -> ProblemBody:
        return ProblemBody(
            type=self.type.uri,
            title=self.type.title,
            status=self.type.status,
            detail=self.detail,
            code=self.type.code,
            rule=or_absent(self.rule),
            links=or_absent(self.links),
            context=or_absent(self.context),
            request_id=or_absent(current_request_id()),
        )

    def response(self) -> HttpResponse:
        """For code outside REST framework, such as middleware."""
        headers = {} if self.retry_after is None else {"Retry-After": str(self.retry_after)}
        body = json_of(self.body())
        return HttpResponse(body, status=self.type.status, content_type=MEDIA_TYPE, headers=headers)


class ProblemError(Exception):
    """Raised in a view; the exception handler turns it into the response."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.detail)
        self.problem = problem


def type_for_status(status: int) -> ProblemType:
    """The first listed type with this status, or else the general one of its class (400 or 500)."""
    fallback = INTERNAL_ERROR if status >= INTERNAL_ERROR.status else BAD_REQUEST
    found = next((kind for kind in PROBLEM_TYPES if kind.status == status), fallback)
    return found if found.status == status else ProblemType(found.code, status, found.title)
