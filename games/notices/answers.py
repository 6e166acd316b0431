"""What the API says of notices. What each kind carries is in `kinds.py`."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Final
from uuid import UUID

from msgspec import Meta

from games.http.answers import UNSET, Absent, Answer, Count, Cursor, Link, Timestamp, component, said
from games.notices import models
from games.notices.kinds import YourTurn, names_table
from games.reading.answers import Name, game_links
from games.reading.examples import AT, ID
from rules.table.clock import timestamp

Forgotten = Annotated[Count, said("Notices up to this number are no longer kept; 0 if all are.")]


ABOUT: Final = {
    "game": ID,
    "seq": 24,
    "at": AT,
    "ruleset": "london@1",
    "name": "Friday night",
    "links": {"game": f"/api/v1/games/{ID}", "actions": f"/api/v1/games/{ID}/actions"},
}


class NoticeLinks(Answer):
    game: Link
    actions: Link


class Notice(Answer):
    """In the document, each kind has a schema of its own (`games.openapi.notices`) with these members."""

    number: Annotated[int, said("Counts 1, 2, 3 … for each player.", ge=1)]
    kind: str
    game: Absent[UUID] = UNSET
    ruleset: Annotated[Absent[str], said("What is played there.")] = UNSET
    name: Name = UNSET
    links: Absent[NoticeLinks] = UNSET
    seq: Annotated[Absent[Annotated[int, Meta(ge=1)]], said("The event of the game that caused it.")] = UNSET
    at: Timestamp
    data: Annotated[dict[str, Any], Meta(extra_json_schema={"additionalProperties": True})]
    example: ClassVar = ("Your turn", {"number": 7, "kind": YourTurn.kind, **ABOUT, "data": YourTurn.sample})

    @classmethod
    def of(cls, row: models.Notice) -> Notice:
        game = row.game
        return cls.from_row(
            row,
            game=row.game_id,
            ruleset=game and game.ruleset,
            name=(game.name or None) if game and names_table(row.kind) else None,
            links=game_links(row.game_id) if row.game_id else None,
            at=timestamp(row.at),
        )


class NoticeList(Answer):
    items: list[Annotated[Any, component("Notice")]]
    next: Cursor
    forgotten: Forgotten
    example: ClassVar = ("Your turn", {"items": [Notice.example[1]], "next": None, "forgotten": 0})
