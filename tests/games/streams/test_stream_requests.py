"""What a request for a stream may bring, and what is answered to others: problems, as everywhere."""

from __future__ import annotations

import http.client
from uuid import uuid4

import pytest

from tests.support.accounts import bearer
from tests.support.callers import Caller, chosen, opened
from tests.support.processes import eventually
from tests.support.stream_client import Listener


@pytest.fixture
def path(people) -> str:
    ada, bob, _ = people
    return f"/api/v1{chosen(ada, bob)}/stream"


@pytest.mark.parametrize(
    ("query", "header", "field"),
    [
        ("after=-1", None, "after"),
        ("after=x", None, "after"),
        ("after=1&after=2", None, "after"),
        ("after=99999", None, "after"),
        ("since=1", None, "since"),
        ("", "x", "Last-Event-ID"),
        ("", "-1", "Last-Event-ID"),
        ("after=1", "9" * 40, "Last-Event-ID"),
        ("after=1", "99999", "Last-Event-ID"),
    ],
)
def test_a_wrong_place_to_go_on_from_is_named(ask, path, query, header, field):
    headers = {"Last_Event_ID": header} if header else {}

    found, _ = ask(f"{path}?{query}", **headers)

    assert (found["status"], found["code"]) == (400, "invalid")
    assert [error["pointer"].removeprefix("/") for error in found["context"]["errors"]] == [field]


def test_an_unknown_token_is_refused_even_where_none_is_needed(ask, path):
    found, headers = ask(path, **bearer("sb_nobody"))

    assert (found["status"], headers["www-authenticate"]) == (401, 'Bearer error="invalid_token"')


def test_a_private_game_does_not_exist_for_strangers(ask, people):
    ada, _, cleo = people
    private = f"/api/v1{opened(ada, visibility='private')}/stream"

    answers = [
        ask(place, who) for place in (private, f"/api/v1/games/{uuid4()}/stream") for who in (cleo, None)
    ]

    assert {(found["status"], found["detail"]) for found, _ in answers} == {
        (404, "There is no game with this id.")
    }


def test_only_the_two_forms_are_offered(ask, path):
    assert ask(path, Accept="application/json")[0]["code"] == "not_acceptable"


@pytest.mark.parametrize(
    ("accept", "form"),
    [
        ("*/*", "text/event-stream"),
        ("", "text/event-stream"),
        ("application/x-ndjson, */*", "application/x-ndjson"),
        ("application/x-ndjson;q=0.9, text/event-stream;q=0.1", "application/x-ndjson"),
        ("text/event-stream;q=0, application/x-ndjson", "application/x-ndjson"),
        ("application/x-ndjson;q=0.2, text/event-stream", "text/event-stream"),
    ],
)
def test_the_form_is_what_the_client_likes_best(listen, path, accept, form):
    stream = listen(None, path.removeprefix("/api/v1"), Accept=accept)

    assert stream.answer.getheader("Content-Type") == form


def test_what_is_refused_in_every_form_is_not_sent(ask, path):
    assert ask(path, Accept="*/*;q=0")[0]["code"] == "not_acceptable"


def test_whoever_asks_what_may_be_done_is_told_the_methods(path, streams):
    connection = http.client.HTTPConnection("127.0.0.1", streams.port, timeout=30)
    connection.request("OPTIONS", path)
    answer = connection.getresponse()
    connection.close()

    assert (answer.status, answer.getheader("Allow")) == (204, "GET, HEAD, OPTIONS")


def test_streams_are_only_listened_to(ask, path):
    found, headers = ask(path, method="POST")

    assert (found["status"], headers["allow"]) == (405, "GET, HEAD, OPTIONS")


@pytest.mark.parametrize("elsewhere", ["/", "/api/v1", "/api/v1/games", "/admin/", "/api/v1/games/x/stream"])
def test_nothing_else_is_served_here(ask, people, elsewhere):
    assert ask(elsewhere)[0]["status"] == 404


def test_a_foreign_host_name_is_refused(ask, path):
    assert ask(path, Host="evil.example")[0]["status"] == 400


def test_a_token_has_a_limited_number_of_streams_and_gets_its_places_back(ask, path, people, listen, streams):
    ada, bob, _ = people
    for _ in range(12):
        listen(ada, path.removeprefix("/api/v1")).next()

    found, headers = ask(path, ada)
    assert (found["status"], found["code"], headers["retry-after"]) == (429, "throttled", "10")
    with Listener(streams.port, path.removeprefix("/api/v1"), bob.headers) as other:
        assert other.next().event == "view"


def test_a_place_is_free_again_when_its_stream_is_gone(path, people, streams):
    ada, _, _ = people
    for _ in range(3):
        kept = [Listener(streams.port, path.removeprefix("/api/v1"), ada.headers) for _ in range(6)]
        assert {stream.next().event for stream in kept} == {"view"}
        for stream in kept:
            stream.kill()
        eventually(lambda: is_welcome(streams.port, path, ada), what="a free place")


def is_welcome(port: int, path: str, caller: Caller) -> bool:
    with Listener(port, path.removeprefix("/api/v1"), caller.headers) as stream:
        return stream.answer.status == 200


def test_a_page_elsewhere_may_listen_and_resume(path, people, streams):
    origin = {"Origin": "https://elsewhere.example"}
    with Listener(streams.port, path.removeprefix("/api/v1"), origin) as stream:
        answer = stream.answer
        assert answer.headers["Access-Control-Allow-Origin"] == "*"
        assert answer.headers["Content-Type"] == "text/event-stream"
        assert answer.headers["Cache-Control"] == "private, no-cache"
        assert answer.headers["X-Accel-Buffering"] == "no"
        assert "RateLimit" in answer.headers
        assert "X-Request-ID" in answer.headers
    asks = {
        **origin,
        "Access-Control-Request-Method": "GET",
        "Access-Control-Request-Headers": "last-event-id",
    }
    connection = http.client.HTTPConnection("127.0.0.1", streams.port, timeout=30)
    connection.request("OPTIONS", path, headers=asks)
    allowed = connection.getresponse()
    assert (allowed.status, "last-event-id" in allowed.headers["Access-Control-Allow-Headers"]) == (200, True)
    connection.close()


def test_a_look_at_the_headers_opens_no_stream(path, people, streams):
    connection = http.client.HTTPConnection("127.0.0.1", streams.port, timeout=30)
    connection.request("HEAD", path)
    answer = connection.getresponse()

    assert (answer.status, answer.read()) == (200, b"")
    connection.close()
