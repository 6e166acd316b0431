"""Invitations over HTTP: for the host by table, for the invited player by account."""

from __future__ import annotations

from uuid import UUID

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.accounts.models import Scope
from games.http.answers import List, answer, returns
from games.http.auth import caller
from games.http.bodies import Body
from games.http.declared import asked
from games.http.operations import Values, tagged
from games.http.pagination import PageQuery, listed
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

operation = tagged("invitations")


class InvitationBody(Body):
    hold = serializers.BooleanField(
        default=False, help_text="Whether a seat is held for the player, which nobody else can take."
    )


class GameInvitations(APIView):
    required_scopes = {"GET": Scope.READ}

    @operation(
        "listGameInvitations",
        "List the invitations to a table",
        returns(SentInvitationList, "the invitations to your table that nobody has accepted, newest first."),
        query=PageQuery,
        refuses=[NotHost],
        private=True,
    )
    def get(self, request: Request, query: Values, game_id: UUID) -> List[SentInvitation]:
        """Only the host can see them. `status` is `open`, `declined` or `expired`; an accepted one is a
        seat.
        """
        found = find(request, game_id)
        if not is_host(found.game, found.viewer.player):
            raise NotHost
        return listed(
            SentInvitation.of, invitations_to(found.game), query, order=("-created_at", "-player_id")
        )


class OneInvitation(APIView):
    required_scopes = {"PUT": Scope.PLAY, "DELETE": Scope.PLAY}

    @operation(
        "invite",
        "Invite a player",
        answer(SentInvitation, "The invitation."),
        status=(200, 201),
        body=InvitationBody,
        refuses=[
            *(InvitationDeclined, InvitationRefused, InvitesSelf, NotHost, PlaysHere),
            *(SeatsHeld, TableFull, TooManyChanges, TableNotOpen, TooManyInvitations),
        ],
        examples=[asked("With a seat", {"hold": True})],
    )
    def put(self, request: Request, body: Values, game_id: UUID, name: str) -> Response:
        """Invites a player to your open table and returns the invitation.

        The player gets the notice `game.invitation`, can see the table, also a private one, and accepts with
        `takeSeat`, without an invite code. With `hold` a seat is kept for them. An invitation lasts
        for seven days, unless it is declined or withdrawn before. The same request again changes only `hold`.
        """
        row, is_new = invitation_send(game_id, caller(request), name, hold=body["hold"])
        return Response(SentInvitation.of(row), status=201 if is_new else 200)

    @operation("withdrawInvitation", "Withdraw an invitation", refuses=[NotHost])
    def delete(self, request: Request, game_id: UUID, name: str) -> None:
        """Withdraws an invitation to your table. Returns nothing. A seat that was held is free again."""
        invitation_withdraw(game_id, caller(request), name)


class MyInvitations(APIView):
    required_scopes = {"GET": Scope.READ}

    @operation(
        "listMyInvitations",
        "List your invitations",
        returns(InvitationList, "the tables to which you are invited now, newest first."),
        query=PageQuery,
        private=True,
    )
    def get(self, request: Request, query: Values) -> List[Invitation]:
        """Post to `links.accept` (`takeSeat`) to accept, and use `declineInvitation` to decline."""
        return listed(
            Invitation.of, invitations_of(caller(request)), query, order=("-created_at", "-game_id")
        )


class MyInvitation(APIView):
    required_scopes = {"DELETE": Scope.PLAY}

    @operation("declineInvitation", "Decline an invitation")
    def delete(self, request: Request, game_id: UUID) -> None:
        """Declines an invitation to a table. Returns nothing.

        The host is notified, and nobody can invite you to this table again.
        """
        invitation_decline(game_id, caller(request))
