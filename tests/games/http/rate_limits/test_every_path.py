"""The limit by address holds outside the API too, whatever is asked for, except for files."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.support.people import text_of
from tests.support.rate_limits import INDEX, new_address

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("counters")]
BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
PATHS = (
    *("/", "/games/anything", "/settings", "/account/", "/account/sign-in", "/push-worker.js"),
    *(
        "/oauth/authorize",
        "/oauth/device",
        "/oauth/tokens",
        "/docs",
        "/docs/nope",
        "/datasets",
    ),
    *(
        "/admin/login/",
        "/admin/nope",
        "/.well-known/signalbox-key",
        "/.well-known/oauth-authorization-server",
    ),
    *("/openapi.json", "/nope", "/api", "/log/nope", "/static/nope.js"),
)
FILES = (
    "/log/checkpoint",
    "/log/tile/0/000.p/1",
    "/datasets/2026-01/manifest.json",
    "/static/pages/pages.css",
)
PROBES = ("/healthz", "/readyz", "/metrics")


@pytest.mark.parametrize("path", PATHS)
def test_each_path_is_counted_by_address_and_refused_in_the_end(client, counters, address, path):
    answers = [client.get(path) for _ in range(4)]

    assert 429 not in [answer.status_code for answer in answers[:3]]
    assert not any("RateLimit" in answer for answer in answers[:3])
    assert (answers[3].status_code, answers[3]["RateLimit"][:13]) == (429, '"address";r=0')
    assert 0 < int(answers[3]["Retry-After"]) <= 60
    assert int(counters.get(f"limit:address:{address}")) == 4


def test_all_paths_share_one_count_with_the_api(client):
    statuses = [client.get(path).status_code for path in ("/", "/datasets", "/nope", INDEX)]

    assert statuses == [200, 200, 404, 429]


def test_a_session_or_a_token_is_no_way_around_it(client):
    headers = {"Authorization": "Bearer sb_made-up"}
    statuses = [client.get("/datasets", headers=headers).status_code for _ in range(4)]

    assert statuses == [200, 200, 200, 429]


@pytest.mark.parametrize("path", FILES)
def test_files_are_not_counted(client, counters, address, path):
    answers = [client.get(path) for _ in range(8)]
    for answer in answers:
        answer.close()

    assert {answer.status_code for answer in answers} <= {200, 404}
    assert not counters.exists(f"limit:address:{address}")


@pytest.mark.parametrize("path", PROBES)
def test_probes_have_a_count_of_their_own_that_nothing_else_uses_up(client, path):
    for _ in range(8):
        client.get("/nope")

    assert client.get("/nope").status_code == 429
    assert [client.get(path).status_code for _ in range(4)] == [200, 200, 200, 429]


@pytest.mark.parametrize("path", ["/", "/docs", "/nope", "/account/sign-in", "/readyz"])
def test_a_browser_is_told_in_a_page(path):
    browser = Client(REMOTE_ADDR=new_address(), headers=BROWSER | {"Accept-Language": "pl"})
    for _ in range(3):
        browser.get(path)
    answer = browser.get(path)

    assert (answer.status_code, answer["Content-Type"]) == (429, "text/html; charset=utf-8")
    assert (answer["Cache-Control"], "script-src 'self'" in answer["Content-Security-Policy"]) == (
        "no-store",
        True,
    )
    assert "Zbyt wiele prób" in text_of(answer)
    assert "<form" not in answer.content.decode()


@pytest.mark.parametrize("path", ["/", "/docs", "/nope", "/admin/login/"])
def test_a_program_is_told_in_a_problem(client, path):
    for _ in range(3):
        client.get(path)
    answer = client.get(path)

    assert (answer.status_code, answer["Content-Type"]) == (429, "application/problem+json")
    assert answer.json()["code"] == "throttled"
    assert [each["name"] for each in answer.json()["context"]["policies"]] == ["address"]


def test_a_refusal_asks_neither_the_database_nor_for_a_session(client, django_assert_num_queries):
    client.cookies["session"] = "made-up"
    for _ in range(3):
        client.get("/account/")

    with django_assert_num_queries(0):
        assert client.get("/account/").status_code == 429


def test_where_a_person_is_counted_is_one_round_trip_for_a_page(client, counters):
    client.get("/docs")
    before = counters.info("commandstats")["cmdstat_evalsha"]["calls"]
    client.get("/docs")

    assert counters.info("commandstats")["cmdstat_evalsha"]["calls"] - before == 1
