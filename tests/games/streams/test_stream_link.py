"""GET /games/{id}/stream and GET /me/stream at the web server: where the streams are."""

import pytest

from tests.support.accounts import token_for
from tests.support.callers import opened, problem, wrong_fields

pytestmark = pytest.mark.django_db


def test_every_answer_about_a_game_links_to_its_stream(ada, settings):
    settings.STREAMS_URL = "https://streams.example.org"
    path = opened(ada)

    link = f"https://streams.example.org/api/v1{path}/stream"
    assert ada.seen(path)["links"]["stream"] == link
    assert [game["links"]["stream"] for game in ada.seen("/me/games")["items"]] == [link]
    assert [game["links"]["stream"] for game in ada.seen("/games")["items"]] == [link]


def test_index_and_account_link_to_what_concerns_me(ada, settings):
    settings.STREAMS_URL = "https://streams.example.org"

    link = "https://streams.example.org/api/v1/me/stream"
    assert [ada.seen(page)["links"]["stream"] for page in ("", "/me")] == [link, link]


def test_behind_a_proxy_the_stream_is_under_the_same_origin(ada):
    path = opened(ada)

    assert ada.seen(path)["links"]["stream"] == f"/api/v1{path}/stream"
    assert ada.seen("/me")["links"]["stream"] == "/api/v1/me/stream"
    assert ada.seen("")["links"]["stream"] == "/api/v1/me/stream"


def test_a_request_without_a_token_is_redirected_with_its_whole_query(api, ada, settings):
    settings.STREAMS_URL = "https://streams.example.org"
    asked = f"/api/v1{opened(ada)}/stream?after=1"

    answer = api.get(asked)

    assert (answer.status_code, answer.content) == (307, b"")
    assert answer["Location"] == f"https://streams.example.org{asked}"


def test_a_request_with_a_token_is_told_the_address_and_not_redirected(ada, settings):
    settings.STREAMS_URL = "https://streams.example.org"
    path = opened(ada)

    for asked in (f"{path}/stream?after=1", "/me/stream?after=1"):
        answer = problem(ada.get(asked), 421, "served_elsewhere")
        url = f"https://streams.example.org/api/v1{asked}"
        assert answer["context"] == {"url": url}
        assert url in answer["detail"]


def test_who_may_not_listen_is_sent_nowhere(api, ada, settings):
    settings.STREAMS_URL = "https://streams.example.org"

    problem(api.get("/api/v1/me/stream"), 401, "unauthenticated")
    ada.headers = token_for(ada.player, "games:play")
    problem(ada.get("/me/stream"), 403, "missing_scope")


def test_without_an_address_it_says_that_there_is_none(ada):
    problem(ada.get(f"{opened(ada)}/stream"), 503, "not_ready")


def test_a_wrong_question_is_answered_before_anybody_is_sent_anywhere(ada, settings):
    settings.STREAMS_URL = "https://streams.example.org"
    path = opened(ada)

    assert wrong_fields(ada.get(f"{path}/stream?after=x")) == {"after": "invalid"}
    problem(ada.get(f"{path}/stream", accept="application/json"), 406, "not_acceptable")
