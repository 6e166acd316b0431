"""The form of a refusal of the server, the same as that of the refusals of the rules."""

from typing import ClassVar

from rules.refusals import Refusal

SERVER_REFUSALS: dict[str, type[Refusal]] = {}


class ServerRefusal(Refusal):
    """The request is refused with the HTTP status `status`, and nothing has changed."""

    kinds = SERVER_REFUSALS
    rule: ClassVar[str] = ""
    status: ClassVar[int] = 409
