"""Reports over HTTP: on one game, and on a list of games, such as those of a tournament."""

from __future__ import annotations

from typing import Any, Final
from uuid import UUID

from django.http.response import HttpResponseBase
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.audits.views.reports import check_length
from games.http.auth import ANYONE
from games.http.bodies import InvalidQuery, NoQuery, Query, read_query
from games.http.cache_headers import private_response
from games.http.declared import may_refuse
from games.http.heavy import heavy
from games.http.json_schema import ref
from games.http.problems import OVERLOADED
from games.play.views.lookup import find, note
from games.play.visibility import VisibleGame
from games.refusals.audits import AuditTooLong, ReportTooLong
from games.refusals.tables import NoSuchGame
from games.reports import examples
from games.reports.formats import HTML, JSON, RENDERERS, page_answer, wants_html
from games.reports.selectors import newest_finished, pictures_drawn, report_get
from rules.reports import page_of, page_of_many
from rules.reports.page import standings

MOST_GAMES: Final = 40
MOST_EVENTS: Final = 20_000  # of all games together: about a second of work
PAGE: Final[dict[str, Any]] = {"type": "string"}


class GameReport(APIView):
    required_scopes = {"GET": ANYONE}
    renderer_classes = RENDERERS

    @may_refuse(AuditTooLong, OVERLOADED)
    @extend_schema(
        operation_id="reportGame",
        summary="Report on a game",
        tags=["audits"],
        responses={(200, JSON): ref("GameReport"), (200, HTML): PAGE},
        examples=[examples.REPORT, examples.PAGE],
    )
    @heavy
    def get(self, request: Request, game_id: UUID) -> HttpResponseBase:
        """Returns what can be said of a game, to be handed on: as data, or as a page made for print.

        It says who played and when, the result with its score sheets, what was proved in plain words and how
        anyone can repeat it, who was away, which auditors looked, the receipt and the proofs of the public
        log. If a check fails, it says which value stands there and which is due. The page also has pictures
        of the start, the middle and the end; a browser gets it, and can save it as PDF. It is limited like
        `auditGame`.
        """
        read_query(NoQuery, request)
        found = find(request, game_id)
        check_length(found.game, None)
        report = report_get(found, origin_of(request))
        note(found, "report")
        if wants_html(request):
            return private_response(page_answer(page_of(report, pictures_drawn(found.game, report))))
        return private_response(Response(report))


class GameIds(serializers.CharField):
    """Ids of games, separated by commas, each once."""

    default_error_messages = {
        "invalid": "This must be ids of games, separated by commas.",
        "max_length": f"A report covers up to {MOST_GAMES} games.",
    }

    def to_internal_value(self, data: Any) -> Any:
        try:
            found = list(dict.fromkeys(UUID(part) for part in str(data).split(",")))
        except ValueError:
            self.fail("invalid")
        return found if len(found) <= MOST_GAMES else self.fail("max_length")


class ReportsQuery(Query):
    games = GameIds(required=False)


GAMES: Final = OpenApiParameter(
    "games",
    {
        "type": "array",
        "items": {"type": "string", "format": "uuid"},
        "minItems": 1,
        "maxItems": MOST_GAMES,
    },
    style="form",
    explode=False,
    description="The ids of the games, separated by commas; by default the ten newest finished public ones.",
)


class Reports(APIView):
    required_scopes = {"GET": ANYONE}
    renderer_classes = RENDERERS

    @may_refuse(ReportTooLong, OVERLOADED)
    @extend_schema(
        operation_id="reportGames",
        summary="Report on several games",
        tags=["audits"],
        parameters=[ReportsQuery, GAMES],
        responses={(200, JSON): ref("GamesReport"), (200, HTML): PAGE},
        examples=[examples.REPORTS, examples.PAGE],
    )
    @heavy
    def get(self, request: Request) -> HttpResponseBase:
        """Returns one report over several games, such as those of a tournament.

        It has the standings of everybody who played, and a report on each game. All together may have up to
        20000 events; more are refused with `report_too_long`.
        """
        query = read_query(ReportsQuery, request)
        games = [found_or_refused(request, game) for game in query.get("games", newest_finished())]
        events = sum(found.game.version for found in games)
        if events > MOST_EVENTS:
            raise ReportTooLong(most=MOST_EVENTS, events=events)
        reports = []
        for found in games:
            reports.append(report_get(found, origin_of(request)))
            note(found, "report")
        if wants_html(request):
            return private_response(page_answer(page_of_many(reports)))
        sound = all(report["sound"] for report in reports)
        answer = {"sound": sound, "standings": standings(reports), "games": reports}
        return private_response(Response(answer))


def found_or_refused(request: Request, game_id: UUID) -> VisibleGame:
    """Of many ids it must be said which one is wrong."""
    try:
        return find(request, game_id)
    except NoSuchGame:
        message = ErrorDetail(f"There is no game {game_id} that you may see.", "not_found")
        raise InvalidQuery({"games": [message]}) from None


def origin_of(request: Request) -> str:
    return request.build_absolute_uri("/").rstrip("/")
