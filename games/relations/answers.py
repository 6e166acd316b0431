"""What the API says of friends, blocked players and preferences."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Final

from games.http.answers import Answer, Text, Time, component, list_of, said
from games.http.links import Routes, linked, links_of, shown_links
from games.relations import models

FRIEND_LINKS: Final[Routes] = {"self": ("friend", "other"), "player": ("player", "other")}
BLOCK_LINKS: Final[Routes] = {"self": ("block", "other"), "player": ("player", "other")}
_FRIEND: Final = {
    "player": "bob",
    "since": "2026-01-31T18:00:00Z",
    "status": "friend",
    "links": shown_links(FRIEND_LINKS, other="bob"),
}
_BLOCK: Final = {
    "player": "bob",
    "since": "2026-01-31T18:00:00Z",
    "links": shown_links(BLOCK_LINKS, other="bob"),
}


class Friend(Answer):
    player: Text
    status: Annotated[
        str,
        component("FriendStatus"),
        said("`sent`: you have asked; `received`: they have asked you; `friend`."),
    ]
    since: Time
    links: Annotated[Any, linked(FRIEND_LINKS)]
    example: ClassVar = ("A friend", _FRIEND)

    @classmethod
    def of(cls, row: models.Friend) -> Friend:
        return cls.from_row(row, player=row.other.name, links=links_of(row, FRIEND_LINKS))


FriendList = list_of(Friend)


class Block(Answer):
    player: Text
    since: Time
    links: Annotated[Any, linked(BLOCK_LINKS)]
    example: ClassVar = ("Blocked", _BLOCK)

    @classmethod
    def of(cls, row: models.Block) -> Block:
        return cls.from_row(row, player=row.other.name, links=links_of(row, BLOCK_LINKS))


BlockList = list_of(Block)


ONLY_FRIENDS: Final = {"invitations": "friends"}


class Preferences(Answer):
    invitations: Annotated[
        str,
        component("InvitedBy"),
        said("Who may invite you to a table: `anyone`, or only `friends`."),
    ]
    example: ClassVar = ("Only friends", ONLY_FRIENDS)
