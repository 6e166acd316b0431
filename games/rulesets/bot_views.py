"""The bots that can be seated."""

from django.http.response import HttpResponseBase
from rest_framework.request import Request
from rest_framework.views import APIView

from games.http.answers import returns
from games.http.auth import OPEN
from games.http.cache_headers import FOR_AN_HOUR, Document
from games.http.operations import tagged
from games.rulesets.answers import BotList
from games.rulesets.bots import bot_list

operation = tagged("rulesets")


class Bots(APIView):
    required_scopes = {"GET": OPEN}

    @operation(
        "listBots", "List bots", returns(BotList, "the bots that can be seated at a table."), conditional=True
    )
    def get(self, request: Request) -> HttpResponseBase:
        return Document.of(BotList(items=bot_list(), next=None)).answer(request, FOR_AN_HOUR)
