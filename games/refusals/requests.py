"""Refusals of a request as such: its fields, its caller, its version, its key."""

from games.refusals.base import ServerRefusal


class Invalid(ServerRefusal):
    """Invalid fields, listed in `errors`. Bodies and queries are refused in the same form."""

    status = 400
    text = "The request has missing or invalid fields."


class UnreadableAnswer(Invalid):
    """The response of a bot that plays through a URL; the delivery log shows the reason."""

    text = "The answer cannot be read: {problem}."


class NoSuchMoment(Invalid):
    text = "The game has no such moment."


class Unauthenticated(ServerRefusal):
    status = 401
    text = "A valid token is required."


class PlayerGone(Unauthenticated):
    """Another request deleted the player while this one was running."""

    text = "The account of this token has been deleted."


class Suspended(ServerRefusal):
    status = 403
    text = "An operator has suspended this account."


class NotFound(ServerRefusal):
    """Also for what the caller may not see: the two cases must look the same."""

    status = 404
    text = "The resource does not exist."


class StaleVersion(ServerRefusal):
    title = "The game has changed since the version you expected."
    text = "The game has moved on to version {version}."


class KeyReused(ServerRefusal):
    status = 422
    text = "This Idempotency-Key was already used for a different request."
