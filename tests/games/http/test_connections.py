"""An answer is rendered and sent without a database connection, however long that takes."""

from collections.abc import Iterator

import pytest
from django.db import connection
from django.http import HttpRequest, StreamingHttpResponse
from django.urls import path
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.accounts.models import Player
from games.http.auth import ANYONE

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.urls(__name__)]


def is_held() -> bool:
    return connection.connection is not None


class Late:
    """Says when it is rendered whether a connection is held."""

    def __str__(self) -> str:
        return str(is_held())


class Rendered(APIView):
    required_scopes = {"GET": ANYONE}

    def get(self, request: Request) -> Response:
        return Response({"players": Player.objects.count(), "now": str(is_held()), "then": Late()})


def sent(request: HttpRequest) -> StreamingHttpResponse:
    def pieces() -> Iterator[str]:
        yield str(is_held())

    Player.objects.count()
    return StreamingHttpResponse(pieces())


urlpatterns = [path("rendered", Rendered.as_view()), path("sent", sent)]


def test_it_is_rendered_without_one(client):
    assert client.get("/rendered").json() == {"players": 0, "now": "True", "then": "False"}


def test_it_is_sent_without_one(client):
    assert b"".join(client.get("/sent")) == b"False"
