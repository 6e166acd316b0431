"""How large a body can be, and what becomes of one that is refused."""

import json
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.urls import path
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.audits.import_views import Imports
from games.http.auth import ANYONE
from games.http.body_limits import MAX_UNREAD, max_body
from games.tables.views import Games
from tests.support.callers import problem
from tests.support.wsgi import Input, ask

MOST = 64 << 10
WRONG = {"HTTP_AUTHORIZATION": "Bearer sb_wrong"}
FORM = "application/x-www-form-urlencoded"


class Taken(APIView):
    """Says what it has read."""

    required_scopes = {"POST": ANYONE}

    def post(self, request: Request) -> Response:
        return Response(request.data)


urlpatterns = [path("taken", Taken.as_view())]
here = pytest.mark.urls(__name__)


def sized(size: int) -> bytes:
    return b'{"a": "%s"}' % (b"x" * (size - 9))


def mine(caller) -> dict[str, Any]:
    return {"HTTP_AUTHORIZATION": caller.headers["Authorization"]}


@here
def test_a_body_can_have_as_many_bytes_as_the_limit_says_and_no_more():
    assert ask("POST", "/taken", sized(MOST)).status == 200

    refused = ask("POST", "/taken", sized(MOST + 1))
    assert (refused.status, refused.json()["code"]) == (413, "too_large")
    assert refused.json()["context"] == {"most": MOST}
    assert str(MOST) in refused.json()["detail"]


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/account/sign-in", "/oauth/token", "/admin/login/"])
def test_a_form_can_have_no_more_either(client, path):
    answer = client.post(path, "a=" + "x" * MOST, content_type=FORM)

    assert problem(answer, 413, "too_large")["context"] == {"most": MOST}


def test_only_imports_and_test_tables_can_be_larger():
    assert settings.DATA_UPLOAD_MAX_MEMORY_SIZE == max_body(Taken) == MOST
    assert (max_body(Games), max_body(Imports)) == (1 << 20, 4 << 20)


@here
def test_a_body_that_is_announced_to_be_too_large_is_not_read_to_its_end():
    body = Input(b"x" * (MAX_UNREAD + 1))

    assert ask("POST", "/taken", body).status == 413
    assert body.taken <= MAX_UNREAD


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/api/v1/me", "/api/v1/games", "/api/v1/imports", "/nowhere"])
@pytest.mark.parametrize("announced", [-1, None], ids=["announced", "in chunks"])
def test_what_is_left_of_a_refused_body_is_read_before_the_answer(path, announced):
    """A server that hangs up on a body breaks the connection of a proxy that is still sending it."""
    body = Input(sized(MOST))

    assert ask("POST", path, body, announced=announced, **WRONG).status in (401, 404, 405)
    assert body.taken == MOST


@here
def test_a_body_whose_length_is_not_announced_is_read_like_any_other():
    assert ask("POST", "/taken", b'{"a": 1}', announced=None).json() == {"a": 1}
    assert ask("POST", "/taken", sized(MOST), announced=None).status == 200
    assert ask("POST", "/taken", sized(MOST + 1), announced=None).status == 413


@here
@pytest.mark.parametrize(
    "kind",
    ["application/json; charset=utf-8", 'application/json;charset="UTF-8"', "application/json;charset=utf8"],
)
def test_a_body_may_be_said_to_be_utf_8(kind):
    assert ask("POST", "/taken", '{"a": "é"}'.encode(), CONTENT_TYPE=kind).json() == {"a": "é"}


@here
@pytest.mark.parametrize("charset", ["latin-1", "punycode", "utf-16", "nonsense", "utf-8-sig", ""])
def test_a_body_in_another_charset_is_refused(charset):
    kind = f"application/json; charset={charset}"
    refused = ask("POST", "/taken", b"{}", CONTENT_TYPE=kind)

    assert (refused.status, refused.json()["code"]) == (415, "unsupported_media_type")
    assert "UTF-8" in refused.json()["detail"]


@here
@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b'{"a": "\xe9"}', "byte 7 is not UTF-8"),
        (b"\xef\xbb\xbf{}", "begins with a byte order mark"),
        (b'{"a": 1, "a": 2}', 'the member "a" occurs more than once'),
        (b'{"a": 1e999}', "1e999 is not a finite number"),
        (b'{"a": NaN}', "NaN is not a finite number"),
        (b'{"a": %s}' % (b"1" * 401), "more than 400 digits"),
        (b"[" * 30_000, "nested too deeply"),
        (rb'{"name": "\ud800"}', "half a character"),
    ],
)
def test_a_body_that_is_not_strict_json_is_refused_with_the_reason(body, words):
    refused = ask("POST", "/taken", body)

    assert (refused.status, refused.json()["code"]) == (400, "parse_error")
    assert words in refused.json()["detail"]


class Watched(Input):
    """A body that notes whether a database connection is held while it is read."""

    held: bool | None = None

    def read(self, size: int | None = -1, /) -> bytes:
        if self.held is None:
            self.held = connection.connection is not None
        return super().read(size)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("path", "kind", "held"),
    [
        ("/api/v1/games", "application/json", False),
        ("/api/v1/imports", "application/x-ndjson", False),
        ("/api/v1/webhooks", "application/json", True),
    ],
)
def test_a_body_that_may_be_large_is_read_without_a_database_connection(ada, path, kind, held):
    body = Watched(json.dumps({"ruleset": "london"}).encode())

    assert ask("POST", path, body, CONTENT_TYPE=kind, **mine(ada)).status in (400, 422)
    assert body.held is held
