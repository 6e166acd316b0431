"""Who gets in where."""

from datetime import timedelta

import pytest
from django.urls import URLPattern, get_resolver
from django.utils import timezone

from games.accounts.models import Token
from games.accounts.services import token_revoke
from games.oauth.grants import grant_open
from tests.support.accounts import bearer, signed_up, token_for
from tests.support.oauth import new_app

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.games.http.guarded_urls")]


def test_where_anyone_may_ask_no_token_is_needed_and_a_good_one_is_known(client):
    _, headers = signed_up("ada")

    assert client.get("/anyone").json() == {"player": None}
    assert client.get("/anyone", headers=headers).json() == {"player": "ada"}


@pytest.mark.parametrize("path", ["/any-token", "/play", "/audit", "/forgotten"])
def test_elsewhere_a_request_without_a_token_is_told_which_scheme_to_use(client, path):
    response = client.get(path)

    assert (response.status_code, response.json()["code"]) == (401, "unauthenticated")
    assert response["WWW-Authenticate"] == "Bearer"


@pytest.mark.parametrize("path", ["/anyone", "/any-token", "/play"])
@pytest.mark.parametrize(
    "header",
    [
        "Bearer",
        "Bearer ",
        "Bearer sb_" + "x" * 43,
        "Bearer " + "x" * 5000,
        "Bearer \xff\x00",
        "Basic YWRhOmFkYQ==",
        "sb_nothing",
    ],
)
def test_a_token_nobody_has_is_refused_even_where_none_is_needed(client, path, header):
    response = client.get(path, headers={"Authorization": header})

    assert (response.status_code, response.json()["code"]) == (401, "unauthenticated")
    assert response["WWW-Authenticate"] == 'Bearer error="invalid_token"'
    assert response.json()["detail"] == "The token is unknown, revoked or expired."


@pytest.mark.parametrize("keyword", ["Bearer", "bearer", "BEARER"])
def test_the_scheme_may_be_written_in_any_case(client, keyword):
    _, headers = signed_up()
    plain = headers["Authorization"].split()[1]

    assert client.get("/play", headers={"Authorization": f"{keyword} {plain}"}).status_code == 200


def test_an_expired_token_is_as_good_as_none(client):
    player, _ = signed_up()
    headers = token_for(player, "games:play", expires_at=timezone.now() + timedelta(hours=1))
    assert client.get("/play", headers=headers).status_code == 200

    Token.objects.filter(name="more").update(expires_at=timezone.now())

    assert client.get("/play", headers=headers).status_code == 401


def test_a_revoked_token_is_as_good_as_none_at_once(client):
    player, headers = signed_up()
    assert client.get("/play", headers=headers).status_code == 200

    token_revoke(player, player.tokens.get().id)

    assert client.get("/play", headers=headers).status_code == 401


def test_what_the_database_keeps_of_a_token_does_not_open_the_door(client):
    player, _ = signed_up()

    assert client.get("/play", headers=bearer(player.tokens.get().digest)).status_code == 401


def test_a_missing_scope_is_named(client):
    player, _ = signed_up()
    response = client.get("/play", headers=token_for(player, "games:read", "bots"))

    assert (response.status_code, response.json()["code"]) == (403, "missing_scope")
    assert response.json()["detail"] == "A token with the scope games:play is required."
    assert response.json()["context"] == {"scope": "games:play", "scopes": ["games:read", "bots"]}


def test_where_several_scopes_are_needed_each_of_them_is(client):
    player, _ = signed_up()
    for lacking, held in (("account", "games:play"), ("games:play", "account")):
        response = client.get("/both", headers=token_for(player, held))

        assert (response.status_code, response.json()["context"]["scope"]) == (403, lacking)
    assert client.get("/both", headers=token_for(player, "games:play", "account")).status_code == 200


def test_the_token_of_an_app_is_not_a_personal_one(client):
    player, headers = signed_up()
    app, _ = new_app(player)
    grant_open(player, app, ["games:play"], access="sb_app", refresh="sbr_app")
    response = client.get("/personal", headers=bearer("sb_app"))

    assert (response.status_code, response.json()["code"]) == (403, "personal_token_required")
    assert client.get("/play", headers=bearer("sb_app")).status_code == 200
    assert client.get("/personal", headers=headers).status_code == 200


def test_a_token_without_any_scope_opens_what_any_token_opens(client):
    player, _ = signed_up()

    assert client.get("/any-token", headers=token_for(player)).status_code == 200
    assert client.get("/forgotten", headers=token_for(player)).status_code == 200


def test_a_request_costs_one_query_once_its_use_is_noted(client, django_assert_num_queries):
    _, headers = signed_up()
    client.get("/play", headers=headers)

    with django_assert_num_queries(1):
        client.get("/play", headers=headers)


def test_a_method_that_is_not_offered_is_told_before_any_token_is_asked_for(client):
    assert client.post("/play").status_code == 405


def test_every_view_of_the_api_says_for_each_method_whom_it_takes():
    silent = []
    for route, view in views(get_resolver("config.urls").url_patterns):
        offered = {name.upper() for name in ("get", "post", "put", "patch", "delete") if hasattr(view, name)}
        if view.__module__.startswith("games.") and hasattr(view, "required_scopes"):
            silent += [f"{method} {route}" for method in offered ^ view.required_scopes.keys()]
        elif getattr(view, "permission_classes", route.startswith("api/")):
            silent.append(route)  # the operator's pages are not ours; anything else in the API must say it

    assert not silent


def views(patterns, prefix=""):
    for pattern in patterns:
        route = prefix + str(pattern.pattern)
        if isinstance(pattern, URLPattern):
            if cls := getattr(pattern.callback, "view_class", None):
                yield route, cls
        else:
            yield from views(pattern.url_patterns, route)
