"""Every error is a problem document, wherever it comes from."""

import logging

import pytest
from django.test import Client

from games.accounts.refusals import NameTaken, PlayerGone
from games.http.answers import UNSET
from games.http.problems import PROBLEM_TYPES, type_for_status
from games.http.refusals import problem_of_refusal
from games.moves.refusals import StaleVersion
from games.reading.refusals import NoSuchGame
from games.refusals import SERVER_REFUSALS
from games.webhooks.refusals import NoSuchWebhook
from games.webhooks.targets import InvalidUrl
from rules.refusals import REFUSALS, RouteTaken, UnknownRoute, WrongOption
from rules.rulebook import RULES
from rules.table.base import TABLE_REFUSALS
from rules.table.checks import SeatPlayedByAnother
from tests.support.api_client import validator_of

pytestmark = pytest.mark.urls("tests.games.http.failing_urls")


@pytest.fixture
def client() -> Client:
    return Client(raise_request_exception=False)


def problem(response, status: int, code: str):
    assert response.status_code == status
    assert response["Content-Type"] == "application/problem+json"
    body = response.json()
    validator_of({"$ref": "#/components/schemas/Problem"}).validate(body)
    assert (body["status"], body["code"]) == (status, code)
    assert body["type"] == f"/docs/errors#{code}"
    assert body["request_id"] == response["X-Request-ID"]
    assert "hunter2" not in response.content.decode()
    return body


@pytest.mark.parametrize("path", ["/nope", "/api/v1/nope", "/api/v1/me/", "/healthz/", "/static/nope.js"])
def test_an_address_where_nothing_is(client, path):
    assert problem(client.get(path), 404, "not_found")["detail"] == f"{path} does not exist."


@pytest.mark.parametrize("path", ["/api/v1", "/healthz", "/metrics", "/datasets"])
def test_a_method_that_is_not_offered_and_which_ones_are(client, path):
    response = client.post(path)

    problem(response, 405, "method_not_allowed")
    assert "GET" in response["Allow"]


def test_a_body_in_a_language_nobody_speaks_here(client):
    problem(client.post("/api/v1/echo", "<a/>", content_type="text/xml"), 415, "unsupported_media_type")


def test_a_body_that_is_not_the_json_it_says_it_is(client):
    problem(client.post("/api/v1/echo", '{"a":', content_type="application/json"), 400, "parse_error")


def test_a_representation_nobody_offers(client):
    problem(client.get("/api/v1", headers={"Accept": "image/png"}), 406, "not_acceptable")


def test_wrong_fields_are_each_named_by_their_path(client):
    body = {"route": {"cards": [1, "x", {}]}}
    found = problem(client.post("/api/v1/echo", body, content_type="application/json"), 400, "invalid")

    fields = {error["pointer"]: error["code"] for error in found["context"]["errors"]}
    assert fields == {"/route/cards/1": "invalid", "/route/cards/2": "invalid", "/route/name": "required"}


def test_an_answer_tells_of_twenty_wrong_fields_at_most_and_cuts_long_names(client):
    body = {"route": {"cards": ["x"] * 500, "name": "a"}}
    found = problem(client.post("/api/v1/echo", body, content_type="application/json"), 400, "invalid")
    name = f"a/{'b' * 5000}"
    query = problem(client.get("/api/v1/rulesets", {name: "1"}), 400, "invalid")

    assert len(found["context"]["errors"]) == 20
    assert query["context"]["errors"][0]["pointer"] == f"/a~1{'b' * 61}…"


def test_a_list_where_an_object_belongs(client):
    found = problem(client.post("/api/v1/echo", [1], content_type="application/json"), 400, "invalid")

    assert found["context"]["errors"][0]["pointer"] == ""


def test_a_body_larger_than_the_limit(client):
    body = '{"a": "' + "x" * (1 << 20) + '"}'

    problem(client.post("/api/v1/echo", body, content_type="application/json"), 413, "too_large")


def test_a_refusal_carries_its_rule_and_its_data(client):
    found = problem(client.get("/api/v1/fail/refusal"), 409, "conflict")

    assert (found["rule"], found["context"]) == ("CLAIM-5", {"version": 7})


def test_a_thing_that_is_not_there(client):
    assert problem(client.get("/api/v1/fail/missing"), 404, "not_found")["detail"] == "No such game."


@pytest.mark.parametrize("path", ["/api/v1/fail/denied", "/plain/denial"])
def test_a_thing_the_caller_may_not_do(client, path):
    problem(client.get(path), 403, "forbidden")


def test_too_many_requests_tell_how_long_to_wait(client):
    response = client.get("/api/v1/fail/throttled")

    problem(response, 429, "throttled")
    assert response["Retry-After"] == "4"


def test_a_request_without_a_token_where_one_is_needed(client):
    response = client.get("/api/v1/fail/unauthenticated")

    problem(response, 401, "unauthenticated")
    assert response["WWW-Authenticate"] == "Bearer"


@pytest.mark.parametrize("path", ["/api/v1/fail/boom", "/plain/boom"])
def test_a_failure_shows_nothing_of_itself_but_is_logged_under_the_request_id(client, path, caplog):
    with caplog.at_level(logging.ERROR):
        problem(client.get(path), 500, "internal_error")

    assert any(record.exc_info for record in caplog.records)


def test_an_error_of_a_kind_without_a_name_takes_that_of_its_class(client):
    problem(client.get("/api/v1/fail/teapot"), 500, "internal_error")


def test_a_suspicious_request(client):
    problem(client.get("/plain/suspicion"), 400, "bad_request")


def test_a_host_name_that_is_not_ours(client):
    problem(client.get("/api/v1", headers={"Host": "evil.example"}), 400, "bad_request")


def test_an_error_page_of_a_view_that_knows_nothing_of_problems(client):
    problem(client.get("/plain/gone"), 410, "bad_request")


def test_every_kind_has_a_code_of_its_own():
    assert len({kind.code for kind in PROBLEM_TYPES}) == len(PROBLEM_TYPES)


def test_a_status_without_a_kind_keeps_its_number():
    assert type_for_status(418).status == 418
    assert type_for_status(507).code == "internal_error"


def test_the_catalogue_lists_every_kind(api):
    listed = api.get("/api/v1/problems").json()["items"]

    general = {entry["code"] for entry in listed if "rule" not in entry}
    assert general == {kind.code for kind in PROBLEM_TYPES} | SERVER_REFUSALS.keys() | TABLE_REFUSALS.keys()


def test_the_catalogue_lists_every_refusal_of_every_game_with_its_rule(api):
    listed = {entry["code"]: entry for entry in api.get("/api/v1/problems").json()["items"]}

    of_fields = {"malformed", "unknown_option", "wrong_option", "wrong_seat_count"}
    assert not listed.keys() & of_fields  # wrong fields are `invalid`, whatever the rules call them
    for code in REFUSALS.keys() - of_fields:
        refusal = REFUSALS[code]
        assert (listed[code]["rule"], listed[code]["title"]) == (refusal.rule, refusal.title)
        assert listed[code]["rule"] in RULES
    assert listed["wrong_fleet"]["rule"] == "SET-5"


def test_a_title_is_a_fixed_sentence_and_the_data_is_in_the_detail(api):
    listed = api.get("/api/v1/problems").json()["items"]

    assert not [entry["title"] for entry in listed if set("{}") & set(entry["title"])]
    assert all(entry["title"].endswith(".") for entry in listed)
    stale = problem_of_refusal(StaleVersion(version=7)).body()
    assert stale.title == "The game has changed since the version you expected."
    assert stale.detail == "The game has moved on to version 7."


def test_no_refusal_has_the_code_of_another_problem(api):
    codes = [entry["code"] for entry in api.get("/api/v1/problems").json()["items"]]

    assert len(codes) == len(set(codes))


@pytest.mark.parametrize(
    ("refusal", "status", "rule"),
    [
        (RouteTaken(route="a-b", owner=2), 409, "CLAIM-1"),
        (UnknownRoute(route="a-b"), 409, "CLAIM-1"),
    ],
)
def test_a_refusal_of_the_rules_becomes_a_problem_with_its_sentence_and_data(refusal, status, rule):
    found = problem_of_refusal(refusal)
    body = found.body()

    assert (body.status, body.code, body.rule) == (status, refusal.code, rule)
    assert (body.detail, body.context) == (str(refusal), refusal.data)
    assert body.title == refusal.title


@pytest.mark.parametrize(
    ("refusal", "status", "code", "title"),
    [
        (NoSuchGame(), 404, "not_found", "The resource does not exist."),
        (NoSuchWebhook(), 404, "not_found", "The resource does not exist."),
        (PlayerGone(), 401, "unauthenticated", "A valid token is required."),
        (InvalidUrl(), 422, "url_refused", "This server may not call the URL."),
        (NameTaken(name="ada"), 409, "name_taken", "The name is already in use."),
        (SeatPlayedByAnother(), 409, "seat_handed_over", "A stand-in plays this seat."),
    ],
)
def test_a_refusal_of_the_server_has_its_own_sentence_under_the_code_of_its_kind(
    refusal, status, code, title
):
    body = problem_of_refusal(refusal).body()

    assert (body.status, body.code, body.title) == (status, code, title)
    assert body.detail == str(refusal) == refusal.text.format(**refusal.data)
    assert body.rule is UNSET


def test_a_special_case_is_not_listed_beside_its_kind(api):
    listed = {entry["code"]: entry["title"] for entry in api.get("/api/v1/problems").json()["items"]}

    assert listed["not_found"] == "The resource does not exist."
    assert listed["url_refused"] == "This server may not call the URL."
    assert not listed.keys() & {"no_such_game", "player_gone", "invalid_url", "server_refusal"}


def test_the_data_of_a_refusal_is_plain_json():
    refusal = WrongOption(option="first", value="9", choices=("random", "0"))

    assert problem_of_refusal(refusal).context == {**refusal.data, "choices": ["random", "0"]}
