"""The invite code of a private table as a link that can be passed on."""

from __future__ import annotations

from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.accounts.models import Scope
from games.http.answers import answer, returns
from games.http.auth import OPEN, caller
from games.http.operations import tagged
from games.reading import answers
from games.reading.summaries import summaries
from games.tables.codes import code_renew, table_by_code
from games.tables.refusals import NotHost, NotPrivate
from games.tables.views import table_response
from rules.table.checks import TableNotOpen

operation = tagged("invitations")


class InviteLink(APIView):
    required_scopes = {"GET": OPEN}

    @operation(
        "getInvite",
        "Get the table of an invite link",
        returns(
            answers.GameSummary,
            "the table of `links.invite`, while it is open, to everybody who has the link.",
        ),
        private=True,
    )
    def get(self, request: Request, game_id: UUID, secret: str) -> answers.GameSummary:
        """Its last part is the `invite_code` for `takeSeat`. A wrong or old code is answered with 404."""
        return summaries([table_by_code(game_id, secret).id])[0]


class Invite(APIView):
    required_scopes = {"POST": Scope.PLAY}

    @operation(
        "renewInvite",
        "Renew the invite code",
        answer(answers.Game, "The table."),
        refuses=[NotHost, NotPrivate, TableNotOpen],
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        """Gives your private table a new invite code and returns the table.

        The old code and its link are worth nothing any more. Invitations of named players stay open.
        """
        return table_response(code_renew(game_id, caller(request)), caller(request))
