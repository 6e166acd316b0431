"""The bots that can be seated."""

from django.http.response import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.views import APIView

from games.http.answers import returns
from games.http.auth import OPEN
from games.http.bodies import NoQuery, read_query
from games.http.cache_headers import CONDITIONAL, FOR_AN_HOUR, UNCHANGED, Document
from games.rulesets.answers import BotList
from games.rulesets.bots import bot_list


class Bots(APIView):
    required_scopes = {"GET": OPEN}

    @extend_schema(
        operation_id="listBots",
        summary="List bots",
        tags=["rulesets"],
        parameters=[*CONDITIONAL],
        responses={200: returns(BotList, "the bots that can be seated at a table."), 304: UNCHANGED},
    )
    def get(self, request: Request) -> HttpResponseBase:
        read_query(NoQuery, request)
        return Document.of(BotList(items=bot_list(), next=None)).answer(request, FOR_AN_HOUR)
