"""The client, and what its errors mean for a runner."""

from __future__ import annotations

from threading import Event
from typing import Final

from bots.errors import Trouble
from signalbox_client import (
    Client,
    Forbidden,
    ProblemCode,
    RateLimited,
    SignalboxError,
    Unauthenticated,
    Unavailable,
    Unreachable,
)

NO_TOKEN_CODE: Final = 1
AWAY: Final = (Unreachable, RateLimited, Unavailable)  # it may be back soon


class Stopped(Exception):
    """The runner is to stop, so nobody waits any longer."""


def client(url: str, token: str, stop: Event) -> Client:
    def pause(seconds: float) -> None:
        if stop.wait(seconds):
            raise Stopped

    try:
        return Client(url, token, sleep=pause, user_agent="signalbox-runner")
    except ValueError as wrong:
        raise Trouble(str(wrong)) from None


def is_token_refused(error: SignalboxError) -> bool:
    lacks_scope = isinstance(error, Forbidden) and error.code == ProblemCode.MISSING_SCOPE
    return lacks_scope or isinstance(error, Unauthenticated)


def token_trouble(error: SignalboxError) -> Trouble:
    return Trouble(f"The server does not take the token: {error}", NO_TOKEN_CODE)
