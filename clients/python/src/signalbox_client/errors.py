"""What can go wrong, by the families that a program tells apart."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from signalbox_client import records
from signalbox_client.record import read


class SignalboxError(Exception):
    """The base of all errors of this package."""


class Unreachable(SignalboxError):
    """No answer came. If the request changes something, it may or may not have been carried out."""


class SignInFailed(SignalboxError):
    """OAuth ended without a token; `error` is the code of the RFC."""

    def __init__(self, error: str, description: str = "") -> None:
        super().__init__(description or error)
        self.error = error


class Problem(SignalboxError):
    """The server refused, and says why: compare `code`, show `detail`."""

    def __init__(self, status: int, members: Mapping[str, Any], retry_after: float | None = None) -> None:
        self.status = status
        self.code: str = str(members.get("code", ""))  # one of records.ProblemCode, or a newer one
        self.title: str = str(members.get("title", ""))
        self.detail: str = str(members.get("detail") or f"The server answered {status}.")
        self.rule: str | None = members.get("rule")
        self.request_id: str | None = members.get("request_id")
        self.retry_after = retry_after  # in seconds
        self.members = members  # all of the document
        super().__init__(self.detail)

    @property
    def context(self) -> records.ProblemContext:
        """Details for programs. What does not fit the document is still in `members`."""
        try:
            return read(self.members.get("context", {}), records.ProblemContext)
        except msgspec.ValidationError:
            return records.ProblemContext()


class Invalid(Problem):
    """The request itself is wrong."""

    @property
    def errors(self) -> list[records.InvalidField]:
        return self.context.errors or []


class Unauthenticated(Problem):
    """There is no token, or it is not valid any more."""


class Forbidden(Problem):
    """The token or the player may not do this."""


class NotFound(Problem):
    """There is no such thing, or you may not know of it."""


class Conflict(Problem):
    """It does not fit the present state."""


class StaleVersion(Conflict):
    """The game has moved on since you looked."""

    @property
    def version(self) -> int | None:
        return self.context.version

    @property
    def actions(self) -> list[records.Action]:
        """What is legal now."""
        return self.context.actions or []


class IllegalAction(Problem):
    """A rule of the game forbids it: `rule` is its number."""


class RateLimited(Problem):
    """Too many requests: wait for `retry_after` seconds."""


class Unavailable(Problem):
    """The server has no time, or an error of its own."""


FAMILIES: Final[Mapping[int, type[Problem]]] = {
    **dict.fromkeys((400, 406, 413, 415, 422), Invalid),
    401: Unauthenticated,
    403: Forbidden,
    **dict.fromkeys((404, 410), NotFound),
    **dict.fromkeys((409, 412, 428), Conflict),
    429: RateLimited,
}
SERVER_ERROR: Final = 500


def problem(status: int, members: Mapping[str, Any], retry_after: float | None = None) -> Problem:
    """The error for an answer, by code and status."""
    family = Unavailable if status >= SERVER_ERROR else FAMILIES.get(status, Problem)
    if members.get("code") == records.ProblemCode.STALE_VERSION:
        family = StaleVersion
    elif members.get("rule") and family in (Invalid, Conflict):
        family = IllegalAction
    return family(status, members, retry_after)
