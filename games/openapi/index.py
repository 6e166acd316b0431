"""The index of the API and the list of problem types."""

from typing import Annotated, ClassVar

from django.http.response import HttpResponseBase
from django.urls import reverse, reverse_lazy
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.views import APIView

from games.accounts.refusals import NameTaken
from games.http.answers import UNSET, Absent, Answer, Reference, Text, Time, list_of, returns, said
from games.http.auth import OPEN
from games.http.cache_headers import FOR_AN_HOUR, Document
from games.http.kept import Once
from games.http.operations import tagged
from games.http.page_paths import DOCS
from games.http.problems import CATALOGUE, PROBLEM_TYPES
from games.http.refusals import refusal_types
from games.reading.answers import stream_address

operation = tagged("general")

VERSION = "v1"
# The route of each link.
ROUTES = {
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
    "my_key": "my-key",
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
    "signing_key": "signing-key",
    "log": "log",
    "log_consistency": "log-consistency",
    "datasets": "datasets",
    "health": "healthz",
    "readiness": "readyz",
}


class ApiIndexLinks(Answer):
    __annotations__ = dict.fromkeys((*ROUTES, "docs", "stream"), Reference)


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
            "links": {name: reverse_lazy(route) for name, route in ROUTES.items()}
            | {"docs": DOCS, "stream": reverse_lazy("my-stream")},
        },
    )


class Index(APIView):
    required_scopes = {"GET": OPEN}

    @operation(
        "getIndex",
        "Get the index",
        returns(ApiIndex, "links to every resource of the API, the API version and the server's time."),
    )
    def get(self, request: Request) -> ApiIndex:
        places = {name: reverse(route) for name, route in ROUTES.items()}
        links = ApiIndexLinks(**places, docs=DOCS, stream=stream_address("my-stream"))
        return ApiIndex(name="Signalbox", version=VERSION, time=timezone.now(), links=links)


class ProblemType(Answer):
    code: Text
    type: Text
    status: int
    title: Annotated[Text, said("The type of problem in one sentence.")]
    rule: Annotated[Absent[Text], said("The number of the rule of the game that forbids the action.")] = UNSET
    example: ClassVar = (
        "One of them",
        {
            "code": "name_taken",
            "type": f"{CATALOGUE}#name_taken",
            "status": 409,
            "title": NameTaken.title,
        },
    )


ProblemTypeList = list_of(ProblemType)


class Problems(APIView):
    required_scopes = {"GET": OPEN}

    @operation(
        "listProblems",
        "List the types of problems",
        returns(
            ProblemTypeList,
            "every type of problem the API can answer with, the refusals of each game's rules included.",
        ),
        conditional=True,
    )
    def get(self, request: Request) -> HttpResponseBase:
        """The `type` of a problem is an address: opened in a browser, it shows the entry of the
        documentation.
        """
        return problem_list().answer(request, FOR_AN_HOUR)


@Once
def problem_list() -> Document:
    kinds = [*((kind, None) for kind in PROBLEM_TYPES), *refusal_types()]
    items = [ProblemType.from_row(kind, type=kind.uri, rule=rule) for kind, rule in kinds]
    return Document.of(ProblemTypeList(items=items, next=None))
