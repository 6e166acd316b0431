"""What the API says of the message board of a table, and of the caller's note."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Final

from games.http.answers import UNSET, Absent, Answer, Text, Time, component, list_of, said
from games.http.links import Routes, linked, links_of, shown_links
from games.messages import models

DELETERS: Final = ("author", "operator")
_GAME: Final = "9b2f2c1e-7d7f-4b3c-8c39-2b9f2d0c7a11"
_LINKS: Final[Routes] = {
    "self": ("message", "game_id", "number"),
    "report": ("message-report", "game_id", "number"),
}


class Message(Answer):
    number: int
    player: Annotated[Absent[Text], said("Absent if the account is deleted.")] = UNSET
    seat: Annotated[Absent[int], said("Absent for a host without a seat.")] = UNSET
    text: Annotated[str, said("Plain text, not markup; empty if it is deleted.")]
    at: Time
    deleted: Annotated[
        Absent[Annotated[str, component("DeletedBy")]],
        said("Who has deleted it; absent if nobody has."),
    ] = UNSET
    links: Annotated[dict[str, Any], linked(_LINKS)]
    example: ClassVar = (
        "Written",
        {
            "number": 3,
            "player": "ada",
            "seat": 0,
            "text": "Good luck!",
            "at": "2026-01-31T18:00:00Z",
            "links": shown_links(_LINKS, game_id=_GAME, number=3),
        },
    )

    @classmethod
    def of(cls, row: models.Message) -> Message:
        author = row.player.name if row.player else None
        return cls.from_row(row, player=author, deleted=row.deleted or None, links=links_of(row, _LINKS))


MessageList = list_of(Message)


class Note(Answer):
    text: str
    changed_at: Annotated[Absent[Time], said("Absent if there is no note yet.")] = UNSET
    example: ClassVar = ("A note", {"text": "Bob needs blue.", "changed_at": "2026-01-31T18:00:00Z"})
