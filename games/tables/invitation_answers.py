"""What the API says of invitations."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Final
from uuid import UUID

from games.http.answers import UNSET, Absent, Answer, Text, Time, component, list_of, said
from games.http.links import Routes, linked, links_of, shown_links
from games.reading import models

STATES: Final = (*models.Invitation.Status.values, "expired")
_GAME: Final = "9b2f2c1e-7d7f-4b3c-8c39-2b9f2d0c7a11"
_TIMES: Final = {"created_at": "2026-01-31T18:00:00Z", "expires_at": "2026-02-07T18:00:00Z"}
_SENT: Final[Routes] = {"self": ("invitation", "game_id", "player"), "player": ("player", "player")}
_RECEIVED: Final[Routes] = {
    "self": ("my-invitation", "game_id"),
    "game": ("game", "game_id"),
    "accept": ("seats", "game_id"),
}


class SentInvitation(Answer):
    player: Text
    status: Annotated[str, component("InvitationStatus")]
    seat: Annotated[Absent[int], said("The seat that is held; absent if none is.")] = UNSET
    created_at: Time
    expires_at: Time
    links: Annotated[dict[str, Any], linked(_SENT)]
    example: ClassVar = (
        "Invited",
        {
            "player": "bob",
            "status": "open",
            "seat": 1,
            **_TIMES,
            "links": shown_links(_SENT, game_id=_GAME, player="bob"),
        },
    )

    @classmethod
    def of(cls, row: models.Invitation) -> SentInvitation:
        return cls.from_row(row, player=row.player.name, status=row.state, links=links_of(row, _SENT))


SentInvitationList = list_of(SentInvitation)


class Invitation(Answer):
    game: UUID
    ruleset: Text
    inviter: Text
    seat: Annotated[Absent[int], said("The seat that is held for you, if one is.")] = UNSET
    created_at: Time
    expires_at: Time
    links: Annotated[dict[str, Any], linked(_RECEIVED)]
    example: ClassVar = (
        "One of them",
        {
            "game": _GAME,
            "ruleset": "london@1",
            "inviter": "ada",
            "seat": 1,
            **_TIMES,
            "links": {
                "self": f"/api/v1/me/invitations/{_GAME}",
                "game": f"/api/v1/games/{_GAME}",
                "accept": f"/api/v1/games/{_GAME}/seats",
            },
        },
    )

    @classmethod
    def of(cls, row: models.Invitation) -> Invitation:
        more: dict[str, Any] = {"ruleset": row.game.ruleset, "inviter": row.inviter.name}
        return cls.from_row(row, game=row.game_id, links=links_of(row, _RECEIVED), **more)


InvitationList = list_of(Invitation)
