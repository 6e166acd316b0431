"""Reports over HTTP: on one game, and on a list of games, such as those of a tournament."""

from __future__ import annotations

from typing import Any, Final
from uuid import UUID

from django.http.response import HttpResponseBase
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail
from rest_framework.request import Request
from rest_framework.views import APIView

from games.audits import report_answers as answers
from games.audits.audit_views import MAX_EVENTS, check_length
from games.audits.refusals import AuditTooLong, ReportTooLong
from games.audits.report_formats import HTML, JSON, RENDERERS, page_answer, wants_html
from games.audits.reports import newest_finished, pictures_drawn, report_get
from games.http.answers import answer, returns
from games.http.auth import ANYONE
from games.http.bodies import InvalidQuery, Query
from games.http.heavy import heavy
from games.http.operations import Values, tagged
from games.http.problems import OVERLOADED
from games.reading.lookup import find, note
from games.reading.refusals import NoSuchGame
from games.reading.visibility import VisibleGame
from proof.reports import deleted_in, page_of, page_of_many

operation = tagged("audits")

MOST_GAMES: Final = 40


class GameReport(APIView):
    required_scopes = {"GET": ANYONE}
    renderer_classes = RENDERERS

    @operation(
        "reportGame",
        "Report on a game",
        {
            (200, JSON): answer(answers.GameReport, "What can be said of a game, to be handed on."),
            (200, HTML): answers.PAGE,
        },
        refuses=[AuditTooLong, OVERLOADED],
        private=True,
    )
    @heavy
    def get(self, request: Request, game_id: UUID) -> HttpResponseBase | answers.GameReport:
        """Returns what can be said of a game, to be handed on: as data, or as a page made for print.

        It says who played and when, the result with its score sheets, what was proved in plain words and how
        anyone can repeat it, who was away, which auditors looked, the receipt and the proofs of the public
        log. If a check fails, it says which value stands there and which is due. The page also has pictures
        of the start, the middle and the end; a browser gets it, and can save it as PDF. It is limited like
        `auditGame`.
        """
        found = find(request, game_id)
        check_length(found.game, None)
        report = report_get(found, origin_of(request))
        note(found, "report")
        if wants_html(request):
            return page_answer(page_of(report, pictures_drawn(found.game, report)))
        return answers.GameReport.of(report)


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

    @operation(
        "reportGames",
        "Report on several games",
        {
            (200, JSON): returns(
                answers.GamesReport, "one report over several games, such as those of a tournament."
            ),
            (200, HTML): answers.PAGE,
        },
        query=ReportsQuery,
        refuses=[ReportTooLong, OVERLOADED],
        parameters=[GAMES],
        private=True,
    )
    @heavy
    def get(self, request: Request, query: Values) -> HttpResponseBase | answers.GamesReport:
        """It has the standings of everybody who played, and a report on each game. All together may have up
        to 20000 events; more are refused with `report_too_long`.
        """
        games = [found_or_refused(request, game) for game in query.get("games", newest_finished())]
        events = sum(found.game.version for found in games)
        if events > MAX_EVENTS:
            raise ReportTooLong(most=MAX_EVENTS, events=events)
        reports: list[dict[str, Any]] = []
        for found in games:
            reports.append(report_get(found, origin_of(request), 1 + deleted_in(reports)))
            note(found, "report")
        if wants_html(request):
            return page_answer(page_of_many(reports))
        return answers.GamesReport.of(reports)


def found_or_refused(request: Request, game_id: UUID) -> VisibleGame:
    """Of many ids it must be said which one is wrong."""
    try:
        return find(request, game_id)
    except NoSuchGame:
        message = ErrorDetail(f"There is no game {game_id} that you may see.", "not_found")
        raise InvalidQuery({"games": [message]}) from None


def origin_of(request: Request) -> str:
    return request.build_absolute_uri("/").rstrip("/")
