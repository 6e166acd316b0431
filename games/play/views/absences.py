"""Being away from a game, and coming back."""

from __future__ import annotations

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.http.auth import caller
from games.http.bodies import NoBody, read_body
from games.http.declared import may_refuse
from games.http.json_schema import ref
from games.models import Scope
from games.play import examples
from games.play.absences import seat_return
from games.play.preconditions import changes, keyed_request
from games.play.views.games import outcome_response
from games.play.views.lookup import my_seat
from games.refusals import KeyReused, NoStandIn, NotPlaying, NotSeated, StandInStays, TooOften


class Return(APIView):
    required_scopes = {"POST": Scope.PLAY}

    @may_refuse(KeyReused, NoStandIn, NotPlaying, NotSeated, StandInStays, TooOften)
    @extend_schema(
        operation_id="takeSeatBack",
        summary="Take your seat back from a stand-in",
        tags=["play"],
        examples=[examples.RETURNED],
        parameters=changes(200),
        request=None,
        responses={200: ref("Outcome")},
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        """Ends the play of the stand-in that took over your seat; from now on you decide again.

        If it is your turn, the time for this decision begins anew; a bank has at least a tenth of its time.
        Your time-outs still count: after the last of the `strikes` one more hands the seat over again. The
        game still rates nobody if the stand-in has made a decision.
        """
        read_body(NoBody, request)
        seat = my_seat(request, game_id)
        outcome = seat_return(game_id, caller(request), keyed=keyed_request(request))
        return outcome_response(outcome, seat, status=200)
