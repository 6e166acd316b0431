"""Being away from a game, and coming back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

from drf_spectacular.utils import OpenApiResponse
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.accounts.models import Scope
from games.http.answers import answer
from games.http.auth import caller
from games.http.bodies import Body
from games.http.declared import asked
from games.http.operations import Values
from games.log.outcome import Outcome
from games.moves.preconditions import asks, keyed_request
from games.moves.views import outcome_response
from games.reading import answers, examples
from games.reading.lookup import my_seat
from games.reading.refusals import NotSeated
from games.tables.absences import pause_agree, pause_end, seat_ask
from rules.table import stand_ins
from rules.table.checks import NoClock, NotPlaying, SeatPlayedByAnother, TimeIsUp, TooOften
from rules.table.clock import MAX_VACATION
from rules.table.more_time import (
    LEAST_GIFT,
    MAX_GIFT,
    AlreadyAway,
    BeginVacation,
    EndVacation,
    GiveTime,
    NotAway,
    NotEnoughVacation,
    OwnSeat,
    SeatNotDeciding,
)
from rules.table.pauses import MAX_PAUSE, AlreadyAgreed, AlreadyPaused, AlreadyProposed, NoPause, ProposePause
from rules.table.stand_ins import NoStandIn, StandInStays
from rules.table.state import MAX_SEATS

PLAYING = (NotPlaying, NotSeated, SeatPlayedByAnother, TimeIsUp)


def _outcome(text: str, example: str, kind: str, **public: Any) -> OpenApiResponse:
    """What came of it, and as an example what the caller did."""
    return answer(
        answers.Outcome, f"{text}, and the game after it.", (example, examples.yours(kind, **public))
    )


def _answered(request: Request, game_id: UUID, service: Callable[..., Outcome], *details: Any) -> Response:
    """What came of a request for the caller's own seat."""
    seat = my_seat(request, game_id)
    outcome = service(game_id, caller(request), *details, keyed=keyed_request(request, game_id))
    return outcome_response(outcome, seat, status=200)


class Return(APIView):
    required_scopes = {"POST": Scope.PLAY}

    @asks(
        "takeSeatBack",
        "Take your seat back from a stand-in",
        _outcome("The return", "You play again", "seat_returned"),
        refuses=[NoStandIn, NotPlaying, NotSeated, StandInStays, TooOften],
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        """Ends the play of the stand-in that took over your seat; from now on you decide again.

        If it is your turn, the time for this decision begins anew; a bank has at least a tenth of its time.
        Your time-outs still count: after the last of the `strikes` one more hands the seat over again. The
        game still rates nobody if the stand-in has made a decision.
        """
        return _answered(request, game_id, seat_ask, stand_ins.Return)


class VacationBody(Body):
    days = serializers.IntegerField(min_value=1, max_value=MAX_VACATION)


class Vacation(APIView):
    required_scopes = {"POST": Scope.PLAY, "DELETE": Scope.PLAY}

    @asks(
        "beginVacation",
        "Begin a vacation",
        _outcome("The vacation", "Your clock stands", "vacation_began", days=7),
        body=VacationBody,
        refuses=[*PLAYING, AlreadyAway, NotEnoughVacation],
        examples=[asked("For a week", {"days": 7})],
    )
    def post(self, request: Request, body: Values, game_id: UUID) -> Response:
        """Lets your clock stand for so many days, whether it is your turn or not; the others are notified.

        The days are taken off the `vacation_days` of your seat. The vacation ends by itself at `away_until`,
        or earlier with `endVacation`. The clocks of the others go on, and you may act meanwhile.
        """
        return _answered(request, game_id, seat_ask, BeginVacation, body["days"])

    @asks(
        "endVacation",
        "End your vacation",
        _outcome("The end of the vacation", "Your clock runs", "vacation_ended"),
        refuses=[*PLAYING, NotAway],
    )
    def delete(self, request: Request, game_id: UUID) -> Response:
        """Lets your clock run again. A day that has begun is used up; you keep the others."""
        return _answered(request, game_id, seat_ask, EndVacation)


class PauseBody(Body):
    days = serializers.IntegerField(
        min_value=1, max_value=MAX_PAUSE, help_text="The pause ends by itself after so many days."
    )


class Pause(APIView):
    required_scopes = {"POST": Scope.PLAY, "DELETE": Scope.PLAY}

    @asks(
        "proposePause",
        "Propose a pause",
        _outcome(
            "The proposal, the pause if nobody else has to agree",
            "The others are asked",
            "pause_proposed",
            days=14,
        ),
        body=PauseBody,
        refuses=[*PLAYING, AlreadyPaused, NoClock, AlreadyProposed, TooOften],
        examples=[asked("For two weeks", {"days": 14})],
    )
    def post(self, request: Request, body: Values, game_id: UUID) -> Response:
        """Proposes that all clocks stand for so many days at most; the others are notified.

        The pause begins when every player has agreed with `agreeToPause`. Bots and stand-ins agree at once.
        """
        return _answered(request, game_id, seat_ask, ProposePause, body["days"])

    @asks(
        "endPause",
        "End a pause, or decline one",
        _outcome("What has happened to the pause", "You have declined", "pause_declined"),
        refuses=[*PLAYING, AlreadyAgreed, NoClock, NoPause],
    )
    def delete(self, request: Request, game_id: UUID) -> Response:
        """Declines a pause that is proposed, or asks for the end of one that has begun.

        The clocks run again a day after the first player has asked for it, at once when all have, and in any
        case when the days of the pause are over. Moves can be made during a pause.
        """
        return _answered(request, game_id, pause_end)


class PauseConsent(APIView):
    required_scopes = {"POST": Scope.PLAY}

    @asks(
        "agreeToPause",
        "Agree to a pause",
        _outcome("The consent, the pause if all have agreed", "You have agreed", "pause_agreed"),
        refuses=[*PLAYING, AlreadyAgreed, NoClock, NoPause],
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        """Agrees to the pause that is proposed. When all players have agreed, the clocks stand."""
        return _answered(request, game_id, pause_agree)


class TimeBody(Body):
    seat = serializers.IntegerField(
        min_value=0, max_value=MAX_SEATS - 1, help_text="The seat of an opponent who has to act."
    )
    seconds = serializers.IntegerField(min_value=LEAST_GIFT, max_value=MAX_GIFT)


class MoreTime(APIView):
    required_scopes = {"POST": Scope.PLAY}

    @asks(
        "giveTime",
        "Give an opponent more time",
        _outcome(
            "The time that was given", "Their deadline is put off", "time_given", receiver=1, seconds=3600
        ),
        body=TimeBody,
        refuses=[*PLAYING, NoClock, OwnSeat, SeatNotDeciding, TooOften],
        examples=[asked("An hour more", {"seat": 1, "seconds": 3600})],
    )
    def post(self, request: Request, body: Values, game_id: UUID) -> Response:
        """Gives an opponent who has to act so many seconds more, in the bank or for this decision.

        A player can be given time so many times in a game.
        """
        return _answered(request, game_id, seat_ask, GiveTime, body["seat"], body["seconds"])
