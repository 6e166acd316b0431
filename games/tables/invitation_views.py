"""Invitations over HTTP: for the host by table, for the invited player by account."""

from __future__ import annotations

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.accounts.models import Scope
from games.http.answers import answer, returns
from games.http.auth import caller
from games.http.bodies import Body, NoBody, read_body, read_query
from games.http.cache_headers import private_response
from games.http.declared import asked, may_refuse
from games.http.pagination import PageQuery, page_of
from games.reading.lookup import find
from games.reading.refusals import PlaysHere
from games.reading.visibility import is_host
from games.tables.invitation_answers import Invitation, InvitationList, SentInvitation, SentInvitationList
from games.tables.invitations import invitation_decline, invitation_send, invitation_withdraw
from games.tables.refusals import (
    InvitationDeclined,
    InvitationRefused,
    InvitesSelf,
    NotHost,
    TooManyInvitations,
)
from games.tables.selectors import invitations_of, invitations_to
from rules.table.checks import TableNotOpen
from rules.table.seats import SeatsHeld, TableFull, TooManyChanges


class InvitationBody(Body):
    hold = serializers.BooleanField(
        default=False, help_text="Whether a seat is held for the player, which nobody else can take."
    )


class GameInvitations(APIView):
    required_scopes = {"GET": Scope.READ}

    @may_refuse(NotHost)
    @extend_schema(
        operation_id="listGameInvitations",
        summary="List the invitations to a table",
        tags=["invitations"],
        parameters=[PageQuery],
        responses=returns(
            SentInvitationList, "the invitations to your table that nobody has accepted, newest first."
        ),
    )
    def get(self, request: Request, game_id: UUID) -> Response:
        """Only the host can see them. `status` is `open`, `declined` or `expired`; an accepted one is a
        seat.
        """
        query, found = read_query(PageQuery, request), find(request, game_id)
        if not is_host(found.game, found.viewer.player):
            raise NotHost
        page, following = page_of(invitations_to(found.game), query, order=("-created_at", "-player_id"))
        items = [SentInvitation.of(row) for row in page]
        return private_response(Response(SentInvitationList(items=items, next=following)))


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
        responses=dict.fromkeys((200, 201), answer(SentInvitation, "The invitation.")),
        examples=[asked("With a seat", {"hold": True})],
    )
    def put(self, request: Request, game_id: UUID, name: str) -> Response:
        """Invites a player to your open table and returns the invitation.

        The player gets the notice `game.invitation`, can see the table, also a private one, and accepts with
        `takeSeat`, without an invite code. With `hold` a seat is kept for them. An invitation lasts
        for seven days, unless it is declined or withdrawn before. The same request again changes only `hold`.
        """
        body = read_body(InvitationBody, request)
        row, is_new = invitation_send(game_id, caller(request), name, hold=body["hold"])
        return Response(SentInvitation.of(row), status=201 if is_new else 200)

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
        responses=returns(InvitationList, "the tables to which you are invited now, newest first."),
    )
    def get(self, request: Request) -> Response:
        """Post to `links.accept` (`takeSeat`) to accept, and use `declineInvitation` to decline."""
        query = read_query(PageQuery, request)
        page, following = page_of(invitations_of(caller(request)), query, order=("-created_at", "-game_id"))
        items = [Invitation.of(row) for row in page]
        return private_response(Response(InvitationList(items=items, next=following)))


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
