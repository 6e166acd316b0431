"""Invitations over HTTP: for the host by table, for the invited player by account."""

from __future__ import annotations

from typing import Any, Final
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.http.answer import Answer
from games.http.auth import caller
from games.http.bodies import Body, NoBody, read_body, read_query
from games.http.cache_headers import private_response
from games.http.declared import may_refuse
from games.http.examples import answered, asked
from games.http.links import Links
from games.http.pages import Next, PageQuery, page_of
from games.invitations.selectors import invitations_of, invitations_to
from games.invitations.services import invitation_decline, invitation_send, invitation_withdraw
from games.models import Invitation, Scope
from games.play.views.lookup import find
from games.play.visibility import is_host
from games.refusals.invitations import InvitationDeclined, InvitationRefused, InvitesSelf, TooManyInvitations
from games.refusals.tables import NotHost, PlaysHere
from rules.table.checks import TableNotOpen
from rules.table.seats import SeatsHeld, TableFull, TooManyChanges

_GAME: Final = "9b2f2c1e-7d7f-4b3c-8c39-2b9f2d0c7a11"
_TIMES: Final = {"created_at": "2026-01-31T18:00:00Z", "expires_at": "2026-02-07T18:00:00Z"}
SENT: Final = {
    "player": "bob",
    "status": "open",
    "seat": 1,
    **_TIMES,
    "links": {"self": f"/api/v1/games/{_GAME}/invitations/bob", "player": "/api/v1/players/bob"},
}
RECEIVED: Final = {
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
}


STATES: Final = (*Invitation.Status.values, "expired")


class InvitationBody(Body):
    hold = serializers.BooleanField(
        default=False, help_text="Whether a seat is held for the player, which nobody else can take."
    )


class SentInvitationSerializer(Answer[Invitation]):
    player = serializers.CharField(source="player.name")
    status = serializers.ChoiceField(STATES, source="state")
    seat = serializers.IntegerField(required=False, help_text="The seat that is held; absent if none is.")
    created_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField()
    links = Links({"self": ("invitation", "game_id", "player"), "player": ("player", "player")})


class SentInvitationListSerializer(serializers.Serializer[dict[str, Any]]):
    items = SentInvitationSerializer(many=True)
    next = Next()


class InvitationSerializer(Answer[Invitation]):
    game = serializers.UUIDField(source="game_id")
    ruleset = serializers.CharField(source="game.ruleset")
    inviter = serializers.CharField(source="inviter.name")
    seat = serializers.IntegerField(required=False, help_text="The seat that is held for you, if one is.")
    created_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField()
    links = Links(
        {"self": ("my-invitation", "game_id"), "game": ("game", "game_id"), "accept": ("seats", "game_id")}
    )


class InvitationListSerializer(serializers.Serializer[dict[str, Any]]):
    items = InvitationSerializer(many=True)
    next = Next()


class GameInvitations(APIView):
    required_scopes = {"GET": Scope.READ}

    @may_refuse(NotHost)
    @extend_schema(
        operation_id="listGameInvitations",
        summary="List the invitations to a table",
        tags=["invitations"],
        parameters=[PageQuery],
        responses=SentInvitationListSerializer,
        examples=[answered("One of them", {"items": [SENT], "next": None})],
    )
    def get(self, request: Request, game_id: UUID) -> Response:
        """Returns the invitations to your table that nobody has accepted, newest first.

        Only the host can see them. `status` is `open`, `declined` or `expired`; an accepted one is a seat.
        """
        query, found = read_query(PageQuery, request), find(request, game_id)
        if not is_host(found.game, found.viewer.player):
            raise NotHost
        page, following = page_of(invitations_to(found.game), query, order=("-created_at", "-player_id"))
        items = [SentInvitationSerializer(row).data for row in page]
        return private_response(Response({"items": items, "next": following}))


class OneInvitation(APIView):
    required_scopes = {"PUT": Scope.PLAY, "DELETE": Scope.PLAY}

    @may_refuse(
        *(
            InvitationDeclined,
            InvitationRefused,
            InvitesSelf,
            NotHost,
            PlaysHere,
            SeatsHeld,
            TableFull,
            TooManyChanges,
            TableNotOpen,
        ),
        TooManyInvitations,
    )
    @extend_schema(
        operation_id="invite",
        summary="Invite a player",
        tags=["invitations"],
        request=InvitationBody,
        responses={200: SentInvitationSerializer, 201: SentInvitationSerializer},
        examples=[asked("With a seat", {"hold": True}), answered("Invited", SENT, 200, 201)],
    )
    def put(self, request: Request, game_id: UUID, name: str) -> Response:
        """Invites a player to your open table and returns the invitation.

        The player gets the notice `game.invitation`, can see the table, also a private one, and accepts with
        `takeSeat`, without an invite code. With `hold` a seat is kept for them. An invitation lasts
        for seven days, unless it is declined or withdrawn before. The same request again changes only `hold`.
        """
        body = read_body(InvitationBody, request)
        row, is_new = invitation_send(game_id, caller(request), name, hold=body["hold"])
        return Response(SentInvitationSerializer(row).data, status=201 if is_new else 200)

    @may_refuse(NotHost)
    @extend_schema(
        operation_id="withdrawInvitation",
        summary="Withdraw an invitation",
        tags=["invitations"],
        responses={204: None},
    )
    def delete(self, request: Request, game_id: UUID, name: str) -> Response:
        """Withdraws an invitation to your table. Returns nothing. A seat that was held is free again."""
        read_body(NoBody, request)
        invitation_withdraw(game_id, caller(request), name)
        return Response(status=204)


class MyInvitations(APIView):
    required_scopes = {"GET": Scope.READ}

    @extend_schema(
        operation_id="listMyInvitations",
        summary="List your invitations",
        tags=["invitations"],
        parameters=[PageQuery],
        responses=InvitationListSerializer,
        examples=[answered("One of them", {"items": [RECEIVED], "next": None})],
    )
    def get(self, request: Request) -> Response:
        """Returns the tables to which you are invited now, newest first.

        Post to `links.accept` (`takeSeat`) to accept, and use `declineInvitation` to decline.
        """
        query = read_query(PageQuery, request)
        page, following = page_of(invitations_of(caller(request)), query, order=("-created_at", "-game_id"))
        items = [InvitationSerializer(row).data for row in page]
        return private_response(Response({"items": items, "next": following}))


class MyInvitation(APIView):
    required_scopes = {"DELETE": Scope.PLAY}

    @extend_schema(
        operation_id="declineInvitation",
        summary="Decline an invitation",
        tags=["invitations"],
        responses={204: None},
    )
    def delete(self, request: Request, game_id: UUID) -> Response:
        """Declines an invitation to a table. Returns nothing.

        The host is notified, and nobody can invite you to this table again.
        """
        read_body(NoBody, request)
        invitation_decline(game_id, caller(request))
        return Response(status=204)
