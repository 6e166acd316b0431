"""The form of a refusal of the server, the same as that of the refusals of the rules."""

from typing import ClassVar

from rules.refusals import Refusal

SERVER_REFUSALS: dict[str, type["ServerRefusal"]] = {}


class ServerRefusal(Refusal):
    """The request is refused with the HTTP status `status`, and nothing has changed.

    A direct subclass is a kind: it has a code and is listed in `SERVER_REFUSALS`. A subclass of a kind is a
    special case of it: it has a text of its own and shares everything else, its code and title included.
    """

    kinds: ClassVar[dict[str, type[Refusal]]] = {}
    rule: ClassVar[str] = ""
    status: ClassVar[int] = 409

    def __init_subclass__(cls) -> None:
        if ServerRefusal in cls.__bases__:
            super().__init_subclass__()
            SERVER_REFUSALS[cls.code] = cls
