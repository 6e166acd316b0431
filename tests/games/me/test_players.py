"""Signing up: POST /players."""

import json
import re

import pytest

from bots.registry import BOTS
from games.accounts.models import Player, Token
from games.accounts.services import player_create
from tests.support.accounts import bearer, signed_up

pytestmark = pytest.mark.django_db


def sign_up(api, body, **more):
    return api.post("/api/v1/players", body, content_type="application/json", **more)


def errors(response) -> dict[str, str]:
    assert (response.status_code, response.json()["code"]) == (400, "invalid")
    assert not Player.objects.exists()
    return {
        error["pointer"].removeprefix("/"): error["code"] for error in response.json()["context"]["errors"]
    }


def test_a_name_is_enough_and_the_token_in_the_answer_works(api):
    response = sign_up(api, {"name": "Ada_1-x"})

    assert response.status_code == 201
    body = response.json()
    assert (body["player"]["name"], body["player"]["is_bot"]) == ("Ada_1-x", False)
    me = api.get("/api/v1/me", headers=bearer(body["token"]["token"])).json()
    assert me["id"] == body["player"]["id"]


def test_the_first_token_is_shown_once_and_may_do_all_but_audit(api):
    response = sign_up(api, {"name": "ada"})

    token = response.json()["token"]
    assert re.fullmatch(r"sb_[A-Za-z0-9_-]{43}", token["token"])
    assert token["scopes"] == ["games:read", "games:play", "account", "webhooks", "bots"]
    assert not {"expires_at", "last_used_at"} & token.keys()
    assert response["Cache-Control"] == "no-store"
    listed = api.get("/api/v1/me/tokens", headers=bearer(token["token"])).content.decode()
    assert token["token"] not in listed


def test_the_answer_says_where_the_profile_is(api):
    response = sign_up(api, {"name": "ada"})

    assert response["Location"] == "/api/v1/players/ada"


def test_an_account_that_plays_by_program_says_so(api):
    assert sign_up(api, {"name": "robot", "is_bot": True}).json()["player"]["is_bot"] is True


@pytest.mark.parametrize("name", ["ada", "ADA"])
def test_a_name_that_is_taken_in_any_case_is_refused(api, name):
    signed_up("Ada")
    response = sign_up(api, {"name": name})

    assert (response.status_code, response.json()["code"]) == (409, "name_taken")
    assert response.json()["context"] == {"name": name}
    assert Player.objects.count() == Token.objects.count() == 1


@pytest.mark.parametrize(
    "name",
    ["", "ab", "x" * 25, "x" * 60_000, "a b", " ada", "ada ", "ada\n", "ädä", "a/b", "ada\x00"],
)
def test_a_name_of_another_shape_is_refused(api, name):
    body = json.dumps({"name": name})

    assert errors(sign_up(api, body)).keys() == {"name"}


@pytest.mark.parametrize("name", ["", "ab", "x" * 25, "a b"])
def test_a_refused_name_is_told_the_shape_of_a_name(api, name):
    detail = sign_up(api, {"name": name}).json()["detail"]

    assert detail == "name: Use 3 to 24 characters: letters, digits, _ and -."


@pytest.mark.parametrize("name", ["deleted-1", "Deleted-0123456789abcdef", "deleted", "DELETED_9"])
def test_nobody_can_pass_for_a_deleted_player(api, name):
    assert errors(sign_up(api, {"name": name})) == {"name": "reserved"}


@pytest.mark.parametrize("name", ["admin", "Signal-Box", "anonymous", "_root_", *BOTS])
def test_nobody_can_pass_for_the_server_or_one_of_its_bots(api, name):
    response = sign_up(api, {"name": name})

    assert errors(response) == {"name": "reserved"}
    assert response.json()["detail"] == f"name: The name {name} is reserved. Choose another one."


def test_a_name_that_only_contains_a_reserved_one_is_free(api):
    assert sign_up(api, {"name": "searcher"}).status_code == 201


@pytest.mark.parametrize("name", [1, 1.5, True, ["ada"], {"a": 1}])
def test_a_name_that_is_no_text_is_refused(api, name):
    assert errors(sign_up(api, {"name": name})) == {"name": "type"}


@pytest.mark.parametrize("value", ["true", 1, 0, "", [], {}])
def test_whether_it_is_a_bot_is_true_or_false_and_nothing_like_it(api, value):
    assert errors(sign_up(api, {"name": "ada", "is_bot": value})) == {"is_bot": "type"}


def test_null_is_no_value(api):
    assert errors(sign_up(api, {"name": None, "is_bot": None})) == {"name": "null", "is_bot": "null"}


def test_a_missing_name_is_named(api):
    assert errors(sign_up(api, {})) == {"name": "required"}


def test_unknown_fields_are_each_named(api):
    body = {"name": "ada", "id": "x", "password": "hunter2", "scopes": ["audit"]}

    assert errors(sign_up(api, body)) == {"id": "unknown", "password": "unknown", "scopes": "unknown"}


@pytest.mark.parametrize("body", ["[]", '"ada"', "1", "null", "true"])
def test_a_body_that_is_no_object_is_refused(api, body):
    response = sign_up(api, body)

    assert response.status_code == 400
    assert not Player.objects.exists()


@pytest.mark.parametrize(
    "body", ["", "{", "{'name': 'ada'}", '{"name": NaN}', "[" * 60_000, b'{"name": "\xff"}']
)
def test_a_body_that_is_no_json_is_refused(api, body):
    response = sign_up(api, body)

    assert response.status_code == 400
    assert not Player.objects.exists()


def test_a_form_is_no_body(api):
    assert api.post("/api/v1/players", {"name": "ada"}).status_code == 415


def test_a_token_that_is_no_good_is_refused_here_too(api):
    assert sign_up(api, {"name": "ada"}, headers=bearer("sb_nothing")).status_code == 401


def test_the_profile_is_public_and_found_in_any_case(api):
    player_create(name="Ada", is_bot=True)

    profile = api.get("/api/v1/players/aDA").json()

    assert (profile["name"], profile["is_bot"]) == ("Ada", True)
    assert profile.keys() == {"id", "name", "is_bot", "created_at", "links", "ratings", "results"}
    assert profile["created_at"].endswith("Z")


@pytest.mark.parametrize("name", ["bob", "ab", "x" * 3000, "%00", "a%2Fb", "ädä", "ada%0A"])
def test_where_no_player_of_the_name_is_there_is_nothing(api, name):
    signed_up("ada")
    response = api.get(f"/api/v1/players/{name}")

    assert (response.status_code, response.json()["code"]) == (404, "not_found")
