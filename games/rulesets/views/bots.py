"""The bots that can be seated."""

from typing import Any

from django.http.response import HttpResponseBase
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.views import APIView

from games.http.auth import OPEN
from games.http.bodies import NoQuery, read_query
from games.http.cache_headers import CONDITIONAL, FOR_AN_HOUR, UNCHANGED, Document
from games.http.pages import Next
from games.rulesets.bots import bot_list

_EXAMPLE = {"name": "random", "description": "Does anything it may.", "is_bot": True, "stand_in": False}


class BotSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(help_text="The name to use in `bots` of a new table or `bot` of a seat.")
    description = serializers.CharField()
    is_bot = serializers.BooleanField(help_text="Always true.")
    stand_in = serializers.BooleanField(
        help_text="Whether it takes over for players who resign, leave or run out of time."
    )


class BotListSerializer(serializers.Serializer[Any]):
    items = BotSerializer(many=True)
    next = Next()


class Bots(APIView):
    required_scopes = {"GET": OPEN}

    @extend_schema(
        operation_id="listBots",
        summary="List bots",
        tags=["rulesets"],
        parameters=[*CONDITIONAL],
        responses={200: BotListSerializer, 304: UNCHANGED},
        examples=[OpenApiExample("One bot", {"items": [_EXAMPLE], "next": None}, response_only=True)],
    )
    def get(self, request: Request) -> HttpResponseBase:
        """Returns the bots that can be seated at a table."""
        read_query(NoQuery, request)
        listed = {"items": BotSerializer(bot_list(), many=True).data, "next": None}
        return Document.of(listed).answer(request, FOR_AN_HOUR)
