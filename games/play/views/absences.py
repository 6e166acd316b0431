"""Being away from a game, and coming back."""

from __future__ import annotations

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.http.auth import caller
from games.http.bodies import Body, NoBody, read_body
from games.http.declared import may_refuse
from games.http.json_schema import ref
from games.models import Scope
from games.play import examples
from games.play.absences import seat_return, vacation_begin, vacation_end
from games.play.preconditions import changes, keyed_request
from games.play.views.games import outcome_response
from games.play.views.lookup import my_seat
from games.play.views.table_bodies import MAX_VACATION
from games.refusals import (
    AlreadyAway,
    KeyReused,
    NoStandIn,
    NotAway,
    NotEnoughVacation,
    NotPlaying,
    NotSeated,
    SeatPlayedByAnother,
    StandInStays,
    TimeIsUp,
    TooOften,
)

PLAYING = (KeyReused, NotPlaying, NotSeated, SeatPlayedByAnother, TimeIsUp)


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


class VacationBody(Body):
    days = serializers.IntegerField(min_value=1, max_value=MAX_VACATION)


class Vacation(APIView):
    required_scopes = {"POST": Scope.PLAY, "DELETE": Scope.PLAY}

    @may_refuse(*PLAYING, AlreadyAway, NotEnoughVacation)
    @extend_schema(
        operation_id="beginVacation",
        summary="Begin a vacation",
        tags=["play"],
        examples=[*examples.VACATION],
        parameters=changes(200),
        request=VacationBody,
        responses={200: ref("Outcome")},
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        """Lets your clock stand for so many days, whether it is your turn or not; the others are notified.

        The days are taken off the `vacation_days` of your seat. The vacation ends by itself at `away_until`,
        or earlier with `endVacation`. The clocks of the others go on, and you may act meanwhile.
        """
        body, seat = read_body(VacationBody, request), my_seat(request, game_id)
        outcome = vacation_begin(game_id, caller(request), body["days"], keyed=keyed_request(request))
        return outcome_response(outcome, seat, status=200)

    @may_refuse(*PLAYING, NotAway)
    @extend_schema(
        operation_id="endVacation",
        summary="End your vacation",
        tags=["play"],
        examples=[examples.BACK],
        parameters=changes(200),
        responses={200: ref("Outcome")},
    )
    def delete(self, request: Request, game_id: UUID) -> Response:
        """Lets your clock run again. A day that has begun is used up; you keep the others."""
        read_body(NoBody, request)
        seat = my_seat(request, game_id)
        outcome = vacation_end(game_id, caller(request), keyed=keyed_request(request))
        return outcome_response(outcome, seat, status=200)
