"""Refusals of the server, in the form of those of the rules: here those of any request.

Those of a noun are in its room, in a file of this name.
"""

from typing import ClassVar

from rules.refusals import Refusal

SERVER_REFUSALS: dict[str, type[Refusal]] = {}


class ServerRefusal(Refusal):
    """The request is refused with the HTTP status `status`, and nothing has changed."""

    kinds = SERVER_REFUSALS
    rule: ClassVar[str] = ""
    status: ClassVar[int] = 409


class Invalid(ServerRefusal):
    """Invalid fields, listed in `errors`. Bodies and queries are refused in the same form."""

    status = 400
    text = "The request has missing or invalid fields."


class Unauthenticated(ServerRefusal):
    status = 401
    text = "A valid token is required."


class Suspended(ServerRefusal):
    status = 403
    text = "An operator has suspended this account."


class NotFound(ServerRefusal):
    """Also for what the caller may not see: the two cases must look the same."""

    status = 404
    text = "The resource does not exist."
