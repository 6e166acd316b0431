"""The index of the API and the list of problem types."""

from typing import Annotated, ClassVar

from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.accounts.refusals import NameTaken
from games.http.answers import UNSET, Absent, Answer, List, Reference, Text, Time, returns, said
from games.http.auth import OPEN
from games.http.bodies import NoQuery, read_query
from games.http.cache_headers import CONDITIONAL, FOR_AN_HOUR, UNCHANGED, Document
from games.http.kept import Once
from games.http.page_paths import DOCS
from games.http.problems import CATALOGUE, PROBLEM_TYPES
from games.http.refusals import refusal_types
from games.reading.answers import stream_address

VERSION = "v1"
# The route of each link, and what it looks like.
PLACES = {
    "self": ("index", "/api/v1"),
    "players": ("players", "/api/v1/players"),
    "me": ("me", "/api/v1/me"),
    "tokens": ("tokens", "/api/v1/me/tokens"),
    "apps": ("apps", "/api/v1/apps"),
    "my_apps": ("my-apps", "/api/v1/me/apps"),
    "claim": ("me-claim", "/api/v1/me/claim"),
    "sign_in": ("account_login", "/account/sign-in"),
    "notices": ("notices", "/api/v1/me/notices"),
    "rulesets": ("rulesets", "/api/v1/rulesets"),
    "bots": ("bots", "/api/v1/bots"),
    "leaderboards": ("leaderboards", "/api/v1/leaderboards"),
    "games": ("games", "/api/v1/games"),
    "search_games": ("search-games", "/api/v1/search/games"),
    "my_games": ("my-games", "/api/v1/me/games"),
    "notifications": ("notifications", "/api/v1/me/notifications"),
    "push_subscriptions": ("push-subscriptions", "/api/v1/me/push-subscriptions"),
    "push_key": ("push-key", "/api/v1/push-key"),
    "my_calendar": ("my-calendar", "/api/v1/me/calendar"),
    "my_invitations": ("my-invitations", "/api/v1/me/invitations"),
    "friends": ("friends", "/api/v1/me/friends"),
    "blocks": ("blocks", "/api/v1/me/blocks"),
    "preferences": ("preferences", "/api/v1/me/preferences"),
    "my_audits": ("my-audits", "/api/v1/me/audits"),
    "my_results": ("my-results", "/api/v1/me/results"),
    "my_statistics": ("my-statistics", "/api/v1/me/statistics"),
    "my_export": ("my-export", "/api/v1/me/export"),
    "imports": ("imports", "/api/v1/imports"),
    "reports": ("reports", "/api/v1/reports"),
    "webhooks": ("webhooks", "/api/v1/webhooks"),
    "problems": ("problems", "/api/v1/problems"),
    "schema": ("schema", "/api/v1/schema"),
    "signing_key": ("signing-key", "/.well-known/signalbox-key"),
    "log": ("log", "/api/v1/log"),
    "log_consistency": ("log-consistency", "/api/v1/log/consistency"),
    "datasets": ("datasets", "/api/v1/datasets"),
    "health": ("healthz", "/healthz"),
    "readiness": ("readyz", "/readyz"),
}


class ApiIndexLinks(Answer):
    __annotations__ = dict.fromkeys((*PLACES, "docs", "stream"), Reference)


class ApiIndex(Answer):
    name: Text
    version: Text
    time: Annotated[Time, said("The server's time, in UTC.")]
    links: ApiIndexLinks
    example: ClassVar = (
        "All of it",
        {
            "name": "Signalbox",
            "version": VERSION,
            "time": "2026-01-31T18:00:00.000000Z",
            "links": {name: shown for name, (_, shown) in PLACES.items()}
            | {"docs": DOCS, "stream": "/api/v1/me/stream"},
        },
    )


class Index(APIView):
    required_scopes = {"GET": OPEN}

    @extend_schema(
        operation_id="getIndex",
        summary="Get the index",
        tags=["general"],
        responses=returns(
            ApiIndex, "links to every resource of the API, the API version and the server's time."
        ),
    )
    def get(self, request: Request) -> Response:
        read_query(NoQuery, request)
        places = {name: reverse(route) for name, (route, _) in PLACES.items()}
        links = ApiIndexLinks(**places, docs=DOCS, stream=stream_address("my-stream"))
        return Response(ApiIndex(name="Signalbox", version=VERSION, time=timezone.now(), links=links))


class ProblemType(Answer):
    code: Text
    type: Text
    status: int
    title: Annotated[Text, said("The type of problem in one sentence.")]
    rule: Annotated[Absent[Text], said("The number of the rule of the game that forbids the action.")] = UNSET


class ProblemTypeList(List[ProblemType]):
    example: ClassVar = (
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


class Problems(APIView):
    required_scopes = {"GET": OPEN}

    @extend_schema(
        operation_id="listProblems",
        summary="List the types of problems",
        tags=["general"],
        parameters=[*CONDITIONAL],
        responses={
            200: returns(
                ProblemTypeList,
                "every type of problem the API can answer with, the refusals of each game's rules included.",
            ),
            304: UNCHANGED,
        },
    )
    def get(self, request: Request) -> HttpResponseBase:
        """The `type` of a problem is an address: opened in a browser, it shows the entry of the
        documentation.
        """
        read_query(NoQuery, request)
        return problem_list().answer(request, FOR_AN_HOUR)


@Once
def problem_list() -> Document:
    kinds = [*((kind, None) for kind in PROBLEM_TYPES), *refusal_types()]
    items = [ProblemType.from_row(kind, type=kind.uri, rule=rule) for kind, rule in kinds]
    return Document.of(ProblemTypeList(items=items, next=None))
