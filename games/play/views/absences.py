"""Being away from a game, and coming back."""

from __future__ import annotations

from collections.abc import Callable
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
from games.play.absences import pause_agree, pause_end, seat_ask
from games.play.preconditions import changes, keyed_request
from games.play.views.games import outcome_response
from games.play.views.lookup import my_seat
from games.play.views.table_bodies import MAX_VACATION
from games.refusals.requests import KeyReused
from games.refusals.tables import NotSeated
from rules.table import stand_ins
from rules.table.base import Wish
from rules.table.checks import NoClock, NotPlaying, SeatPlayedByAnother, TimeIsUp, TooOften
from rules.table.gifts import LEAST_GIFT, MAX_GIFT, GiveTime, OwnSeat, SeatNotDeciding
from rules.table.pauses import MAX_PAUSE, AlreadyAgreed, AlreadyPaused, AlreadyProposed, NoPause, ProposePause
from rules.table.stand_ins import NoStandIn, StandInStays
from rules.table.state import MAX_SEATS
from rules.table.vacations import AlreadyAway, BeginVacation, EndVacation, NotAway, NotEnoughVacation

PLAYING = (KeyReused, NotPlaying, NotSeated, SeatPlayedByAnother, TimeIsUp)


def _asked(request: Request, game_id: UUID, wish: Callable[..., Wish], *details: int) -> Response:
    """The table's answer to a wish for the caller's own seat."""
    seat = my_seat(request, game_id)
    outcome = seat_ask(game_id, caller(request), wish, *details, keyed=keyed_request(request))
    return outcome_response(outcome, seat, status=200)


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
        return _asked(request, game_id, stand_ins.Return)


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
        body = read_body(VacationBody, request)
        return _asked(request, game_id, BeginVacation, body["days"])

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
        return _asked(request, game_id, EndVacation)


class PauseBody(Body):
    days = serializers.IntegerField(
        min_value=1, max_value=MAX_PAUSE, help_text="The pause ends by itself after so many days."
    )


class Pause(APIView):
    required_scopes = {"POST": Scope.PLAY, "DELETE": Scope.PLAY}

    @may_refuse(*PLAYING, AlreadyPaused, NoClock, AlreadyProposed, TooOften)
    @extend_schema(
        operation_id="proposePause",
        summary="Propose a pause",
        tags=["play"],
        examples=[*examples.PROPOSED],
        parameters=changes(200),
        request=PauseBody,
        responses={200: ref("Outcome")},
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        """Proposes that all clocks stand for so many days at most; the others are notified.

        The pause begins when every player has agreed with `agreeToPause`. Bots and stand-ins agree at once.
        """
        body = read_body(PauseBody, request)
        return _asked(request, game_id, ProposePause, body["days"])

    @may_refuse(*PLAYING, AlreadyAgreed, NoClock, NoPause)
    @extend_schema(
        operation_id="endPause",
        summary="End a pause, or decline one",
        tags=["play"],
        examples=[examples.DECLINED],
        parameters=changes(200),
        responses={200: ref("Outcome")},
    )
    def delete(self, request: Request, game_id: UUID) -> Response:
        """Declines a pause that is proposed, or asks for the end of one that has begun.

        The clocks run again a day after the first player has asked for it, at once when all have, and in any
        case when the days of the pause are over. Moves can be made during a pause.
        """
        read_body(NoBody, request)
        seat = my_seat(request, game_id)
        outcome = pause_end(game_id, caller(request), keyed=keyed_request(request))
        return outcome_response(outcome, seat, status=200)


class PauseConsent(APIView):
    required_scopes = {"POST": Scope.PLAY}

    @may_refuse(*PLAYING, AlreadyAgreed, NoClock, NoPause)
    @extend_schema(
        operation_id="agreeToPause",
        summary="Agree to a pause",
        tags=["play"],
        examples=[examples.AGREED],
        parameters=changes(200),
        request=None,
        responses={200: ref("Outcome")},
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        """Agrees to the pause that is proposed. When all players have agreed, the clocks stand."""
        read_body(NoBody, request)
        seat = my_seat(request, game_id)
        outcome = pause_agree(game_id, caller(request), keyed=keyed_request(request))
        return outcome_response(outcome, seat, status=200)


class TimeBody(Body):
    seat = serializers.IntegerField(
        min_value=0, max_value=MAX_SEATS - 1, help_text="The seat of an opponent who has to act."
    )
    seconds = serializers.IntegerField(min_value=LEAST_GIFT, max_value=MAX_GIFT)


class MoreTime(APIView):
    required_scopes = {"POST": Scope.PLAY}

    @may_refuse(*PLAYING, NoClock, OwnSeat, SeatNotDeciding, TooOften)
    @extend_schema(
        operation_id="giveTime",
        summary="Give an opponent more time",
        tags=["play"],
        examples=[*examples.TIME],
        parameters=changes(200),
        request=TimeBody,
        responses={200: ref("Outcome")},
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        """Gives an opponent who has to act so many seconds more, in the bank or for this decision.

        A player can be given time so many times in a game.
        """
        body = read_body(TimeBody, request)
        return _asked(request, game_id, GiveTime, body["seat"], body["seconds"])
