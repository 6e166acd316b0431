"""The front door: where everything is."""

from datetime import UTC, datetime
from typing import Any

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.http.auth import OPEN
from games.http.pages import Next
from games.http.problems import PROBLEM_TYPES, ProblemType
from games.http.refusals import refusal_types
from games.play.answers import stream_address

VERSION = "v1"
LINKS = {
    "self": "index",
    "players": "players",
    "me": "me",
    "tokens": "tokens",
    "notices": "notices",
    "rulesets": "rulesets",
    "bots": "bots",
    "imports": "imports",
    "webhooks": "webhooks",
    "problems": "problems",
    "schema": "schema",
    "docs": "docs",
    "signing_key": "signing-key",
    "health": "healthz",
    "readiness": "readyz",
}


class LinksSerializer(serializers.Serializer[dict[str, str]]):
    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        return {name: serializers.URLField() for name in (*LINKS, "stream")}


class IndexSerializer(serializers.Serializer[dict[str, Any]]):
    name = serializers.CharField()
    version = serializers.CharField()
    time = serializers.DateTimeField(help_text="The server's time, in UTC.")
    links = LinksSerializer()


class Index(APIView):
    required_scopes = {"GET": OPEN}

    @extend_schema(operation_id="index", summary="Get the index", tags=["general"], responses=IndexSerializer)
    def get(self, request: Request) -> Response:
        """Returns links to every resource of the API, the API version and the server's time."""
        places = {name: reverse(route) for name, route in LINKS.items()}
        places["stream"] = stream_address("my-stream")
        links = {name: request.build_absolute_uri(place) for name, place in places.items()}
        now = datetime.now(UTC).isoformat().replace("+00:00", "Z")
        return Response({"name": "Signalbox", "version": VERSION, "time": now, "links": links})


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
        operation_id="problems",
        summary="List the types of problems",
        tags=["general"],
        responses=ProblemTypeListSerializer,
    )
    def get(self, request: Request) -> Response:
        """Returns every type of problem the API can answer with, the refusals of each game's rules included.

        The `type` of a problem leads here. Opened in a browser, this is a readable page.
        """
        general = [_entry(kind, None) for kind in PROBLEM_TYPES]
        return Response(
            {"items": general + [_entry(kind, rule) for kind, rule in refusal_types()], "next": None}
        )


def _entry(kind: ProblemType, rule: str | None) -> dict[str, Any]:
    return {**ProblemTypeSerializer(kind).data, **({"rule": rule} if rule else {})}
