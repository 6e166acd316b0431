"""The index of the API and the list of problem types."""

from datetime import UTC, datetime
from typing import Any

from django.http.response import HttpResponseBase
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.http.auth import OPEN
from games.http.bodies import NoQuery, read_query
from games.http.cache_headers import CONDITIONAL, FOR_AN_HOUR, UNCHANGED, Document
from games.http.examples import answered
from games.http.kept import Once
from games.http.links import Link
from games.http.pages import Next
from games.http.problems import CATALOGUE, PROBLEM_TYPES, ProblemType
from games.http.refusals import refusal_types
from games.play.answers import stream_address
from games.refusals.accounts import NameTaken

VERSION = "v1"
LINKS = {
    "self": "index",
    "players": "players",
    "me": "me",
    "tokens": "tokens",
    "apps": "apps",
    "my_apps": "my-apps",
    "claim": "me-claim",
    "sign_in": "account_login",
    "notices": "notices",
    "rulesets": "rulesets",
    "bots": "bots",
    "leaderboards": "leaderboards",
    "games": "games",
    "search_games": "search-games",
    "my_games": "my-games",
    "notifications": "notifications",
    "push_subscriptions": "push-subscriptions",
    "push_key": "push-key",
    "my_calendar": "my-calendar",
    "my_invitations": "my-invitations",
    "friends": "friends",
    "blocks": "blocks",
    "preferences": "preferences",
    "my_audits": "my-audits",
    "my_results": "my-results",
    "my_statistics": "my-statistics",
    "my_export": "my-export",
    "imports": "imports",
    "reports": "reports",
    "webhooks": "webhooks",
    "problems": "problems",
    "schema": "schema",
    "docs": "docs",
    "signing_key": "signing-key",
    "log": "log",
    "log_consistency": "log-consistency",
    "datasets": "datasets",
    "fairness": "fairness",
    "health": "healthz",
    "readiness": "readyz",
}


INDEX_EXAMPLE = answered(
    "All of it",
    {
        "name": "Signalbox",
        "version": VERSION,
        "time": "2026-01-31T18:00:00.000000Z",
        "links": {
            "self": "/api/v1",
            "players": "/api/v1/players",
            "me": "/api/v1/me",
            "tokens": "/api/v1/me/tokens",
            "apps": "/api/v1/apps",
            "my_apps": "/api/v1/me/apps",
            "claim": "/api/v1/me/claim",
            "sign_in": "/account/sign-in",
            "notices": "/api/v1/me/notices",
            "rulesets": "/api/v1/rulesets",
            "bots": "/api/v1/bots",
            "leaderboards": "/api/v1/leaderboards",
            "games": "/api/v1/games",
            "search_games": "/api/v1/search/games",
            "my_games": "/api/v1/me/games",
            "notifications": "/api/v1/me/notifications",
            "push_subscriptions": "/api/v1/me/push-subscriptions",
            "push_key": "/api/v1/push-key",
            "my_calendar": "/api/v1/me/calendar",
            "my_invitations": "/api/v1/me/invitations",
            "friends": "/api/v1/me/friends",
            "blocks": "/api/v1/me/blocks",
            "preferences": "/api/v1/me/preferences",
            "my_audits": "/api/v1/me/audits",
            "my_results": "/api/v1/me/results",
            "my_statistics": "/api/v1/me/statistics",
            "my_export": "/api/v1/me/export",
            "imports": "/api/v1/imports",
            "reports": "/api/v1/reports",
            "webhooks": "/api/v1/webhooks",
            "problems": "/api/v1/problems",
            "schema": "/api/v1/schema",
            "docs": "/docs",
            "signing_key": "/.well-known/signalbox-key",
            "log": "/api/v1/log",
            "log_consistency": "/api/v1/log/consistency",
            "datasets": "/api/v1/datasets",
            "fairness": "/api/v1/fairness",
            "health": "/healthz",
            "readiness": "/readyz",
            "stream": "/api/v1/me/stream",
        },
    },
)
PROBLEMS_EXAMPLE = answered(
    "One of them",
    {
        "items": [
            {
                "code": "name_taken",
                "type": f"{CATALOGUE}#name_taken",
                "status": 409,
                "title": NameTaken.title,
            }
        ],
        "next": None,
    },
)


class ApiIndexLinksSerializer(serializers.Serializer[dict[str, str]]):
    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        return {name: Link() for name in (*LINKS, "stream")}


class ApiIndexSerializer(serializers.Serializer[dict[str, Any]]):
    name = serializers.CharField()
    version = serializers.CharField()
    time = serializers.DateTimeField(help_text="The server's time, in UTC.")
    links = ApiIndexLinksSerializer()


class Index(APIView):
    required_scopes = {"GET": OPEN}

    @extend_schema(
        operation_id="getIndex",
        summary="Get the index",
        tags=["general"],
        responses=ApiIndexSerializer,
        examples=[INDEX_EXAMPLE],
    )
    def get(self, request: Request) -> Response:
        """Returns links to every resource of the API, the API version and the server's time."""
        read_query(NoQuery, request)
        places = {name: reverse(route) for name, route in LINKS.items()}
        places["stream"] = stream_address("my-stream")
        now = datetime.now(UTC).isoformat().replace("+00:00", "Z")
        return Response({"name": "Signalbox", "version": VERSION, "time": now, "links": places})


class ProblemTypeSerializer(serializers.Serializer[Any]):
    code = serializers.CharField()
    type = serializers.CharField(source="uri")
    status = serializers.IntegerField()
    title = serializers.CharField(help_text="The type of problem in one sentence.")
    rule = serializers.CharField(
        required=False, help_text="The number of the rule of the game that forbids the action."
    )


class ProblemTypeListSerializer(serializers.Serializer[Any]):
    items = ProblemTypeSerializer(many=True)
    next = Next()


class Problems(APIView):
    required_scopes = {"GET": OPEN}

    @extend_schema(
        operation_id="listProblems",
        summary="List the types of problems",
        tags=["general"],
        parameters=[*CONDITIONAL],
        responses={200: ProblemTypeListSerializer, 304: UNCHANGED},
        examples=[PROBLEMS_EXAMPLE],
    )
    def get(self, request: Request) -> HttpResponseBase:
        """Returns every type of problem the API can answer with, the refusals of each game's rules included.

        The `type` of a problem is an address: opened in a browser, it shows the entry of the documentation.
        """
        read_query(NoQuery, request)
        return problem_list().answer(request, FOR_AN_HOUR)


@Once
def problem_list() -> Document:
    general = [_entry(kind, None) for kind in PROBLEM_TYPES]
    refusals = [_entry(kind, rule) for kind, rule in refusal_types()]
    return Document.of({"items": general + refusals, "next": None})


def _entry(kind: ProblemType, rule: str | None) -> dict[str, Any]:
    return {**ProblemTypeSerializer(kind).data, **({"rule": rule} if rule else {})}
