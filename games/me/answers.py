"""What the API says of accounts and their tokens."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Final, Self
from uuid import UUID

from msgspec import Meta

from games.accounts import models
from games.http.answers import UNSET, Absent, Answer, Reference, Text, Time, component, list_of, said
from games.http.links import Routes, linked, links_of, shown_links
from games.ratings.answers import RECORD, PlayerRating, Result
from games.ratings.selectors import MAX_RESULTS

TOKEN_LINKS: Final[Routes] = {"self": ("token", "id")}
_ID: Final = "7c8d7c39-4c0e-4b3f-8d2d-6a8b8f1f2b10"
_TOKEN: Final = {
    "id": _ID,
    "name": "first",
    "scopes": ["games:read", "games:play", "account", "webhooks", "bots"],
    "created_at": "2026-01-31T18:00:00Z",
    "links": shown_links(TOKEN_LINKS, id=_ID),
}
_NEW_TOKEN: Final = {**_TOKEN, "token": "sb_pN4sHc1m0t9dYk2aXw7eQz5uRb8vLg3fJ6iOxTyC_hE"}


class Token(Answer):
    id: UUID
    name: Text
    scopes: list[Annotated[str, component("Scope")]]
    created_at: Time
    expires_at: Absent[Time] = UNSET
    last_used_at: Annotated[Absent[Time], said("Updated at most once an hour.")] = UNSET
    links: Annotated[Any, linked(TOKEN_LINKS)]
    example: ClassVar = ("A token", _TOKEN)

    @classmethod
    def of(cls, row: models.Token, **more: Any) -> Self:
        return cls.from_row(row, links=links_of(row, TOKEN_LINKS), **more)


class NewToken(Token):
    token: Annotated[Text, said("The token itself. It is shown only this once.")]
    example: ClassVar = ("Shown once", _NEW_TOKEN)


TokenList = list_of(Token, "One page")


# -- accounts ----------------------------------------------------------------------------------

ME_LINKS: Final[Routes] = {
    "self": ("me",),
    "games": ("my-games",),
    "notices": ("notices",),
    "tokens": ("tokens",),
}
PLAYER_LINKS: Final[Routes] = {"self": ("player", "name")}
_PLAYER: Final = {
    "id": "0b6f7ad5-8f4c-4f0c-9f0e-0f6c5a0f3a11",
    "name": "ada",
    "is_bot": False,
    "created_at": "2026-01-31T18:00:00Z",
    "links": shown_links(PLAYER_LINKS, name="ada"),
}


class Account(Answer):
    id: UUID
    name: Text
    is_bot: Annotated[bool, said("Whether the account is played by a program.")]
    created_at: Time


class Player(Account):
    links: Annotated[Any, linked(PLAYER_LINKS)]

    @classmethod
    def of(cls, row: models.Player, **more: Any) -> Self:
        return cls.from_row(row, links=links_of(row, PLAYER_LINKS), **more)


class SignedUp(Answer):
    player: Player
    token: NewToken
    example: ClassVar = ("Welcome", {"player": _PLAYER, "token": _NEW_TOKEN})


class Profile(Player):
    ratings: Annotated[
        list[PlayerRating],
        said("One for each game the player has been rated in, or has left to a stand-in."),
    ]
    results: Annotated[list[Result], said(f"The newest first, at most {MAX_RESULTS}.")]
    example: ClassVar = ("A person", {**_PLAYER, **RECORD})


class MeLinks(Answer):
    self: Reference
    games: Reference
    notices: Reference
    tokens: Reference
    stream: Reference


class Me(Account):
    token: Annotated[Token, said("The token used for this request.")]
    links: Annotated[MeLinks, said("Where what belongs to you is; `stream` is where to listen to it.")]
    example: ClassVar = (
        "Oneself",
        {
            **_PLAYER,
            "token": _TOKEN,
            "links": shown_links(ME_LINKS | {"stream": ("my-stream",)}),
        },
    )


class MoveKey(Answer):
    key: Annotated[str, said("The public key (Ed25519): 32 bytes in base64url without padding.")]
    required: Annotated[bool, said("Whether a move of yours without a signature is refused.")]
    set_at: Time
    example: ClassVar = (
        "A key",
        {
            "key": "A6EHv_POEL4dcN0Y50vAmWfk1jCbpQ1fHdyGZBJVMbg",
            "required": True,
            "set_at": "2026-01-31T18:00:00Z",
        },
    )


class Claim(Answer):
    url: Annotated[
        str,
        said("The page to open in a browser. Whoever opens it takes the account."),
        Meta(min_length=1, extra_json_schema={"format": "uri"}),
    ]
    expires_at: Annotated[Time, said("When the page ends, if it was not used before.")]
    example: ClassVar = (
        "A link",
        {
            "url": "https://games.example.org/account/claim/IjBiNmY3YWQ1:1vXyZ2:Qm9keS1pcy1zaWduZWQ",
            "expires_at": "2026-01-31T18:15:00Z",
        },
    )
