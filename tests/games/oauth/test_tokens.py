"""The token endpoint: codes, refresh tokens, and everything an app can get wrong about them."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from games.accounts.models import Token
from games.oauth.credentials import digest
from games.oauth.grants import MAX_GRANTS
from games.oauth.models import AuthorizationCode, Grant
from tests.support.accounts import bearer, signed_up
from tests.support.oauth import (
    REDIRECT,
    VERIFIER,
    basic,
    code_for,
    new_app,
    redeem,
    refresh,
    send,
    tokens_of,
)

pytestmark = pytest.mark.django_db
ME = "/api/v1/me"


@pytest.fixture
def ada():
    return signed_up("ada")[0]


@pytest.fixture
def app():
    return new_app(signed_up("maker")[0])[0]


def refused(answer, error: str, status: int = 400) -> None:
    assert (answer.status_code, answer.json()["error"]) == (status, error), answer.content
    assert answer["Content-Type"] == "application/json"
    assert answer["Cache-Control"] == "no-store"


def test_a_code_becomes_tokens_that_do_what_was_allowed(client, app, ada):
    answer = redeem(client, app, code_for(app, ada, "games:read", "games:play"))

    assert answer.status_code == 200
    assert (answer["Cache-Control"], answer["Pragma"]) == ("no-store", "no-cache")
    made = answer.json()
    assert (made["token_type"], made["expires_in"]) == ("Bearer", 3600)
    assert made["scope"] == "games:read games:play"
    me = client.get(ME, headers=bearer(made["access_token"])).json()
    assert (me["name"], me["token"]["scopes"]) == ("ada", ["games:read", "games:play"])
    assert client.delete(ME, headers=bearer(made["access_token"])).json()["code"] == "missing_scope"


def test_only_digests_are_stored(client, app, ada):
    code = code_for(app, ada)
    made = redeem(client, app, code).json()

    assert Token.objects.get(grant__isnull=False).digest == digest(made["access_token"])
    grant = Grant.objects.get()
    assert grant.refresh_digest == digest(made["refresh_token"])
    assert AuthorizationCode.objects.get().digest == digest(code)
    assert made["refresh_token"].startswith("sbr_")


def test_an_access_token_expires_and_says_so(client, app, ada):
    made = tokens_of(client, app, ada)
    Token.objects.filter(grant__isnull=False).update(expires_at=timezone.now())
    answer = client.get(ME, headers=bearer(made["access_token"]))

    assert (answer.status_code, answer["WWW-Authenticate"]) == (401, 'Bearer error="invalid_token"')


def test_the_redirect_uri_need_not_be_repeated(client, app, ada):
    assert redeem(client, app, code_for(app, ada), redirect_uri="").status_code == 200


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        ({"code_verifier": "another-verifier-of-more-than-forty-three-characters"}, "invalid_grant"),
        ({"code_verifier": ""}, "invalid_request"),
        ({"redirect_uri": f"{REDIRECT}/"}, "invalid_request"),
        ({"code": "sbc_unknown"}, "invalid_grant"),
        ({"code": ""}, "invalid_request"),
        ({"grant_type": "password"}, "unsupported_grant_type"),
        ({"grant_type": "client_credentials"}, "unsupported_grant_type"),
        ({"grant_type": ""}, "unsupported_grant_type"),
    ],
)
def test_a_wrong_request_is_refused_and_the_code_stays_good(client, app, ada, wrong, error):
    code = code_for(app, ada)

    refused(redeem(client, app, **{"code": code, **wrong}), error)
    assert not Grant.objects.exists()
    assert redeem(client, app, code).status_code == 200


@pytest.mark.parametrize("name", ["carried", "code_found", "device", "family", "opened", "renewed"])
def test_no_parameter_is_taken_for_what_the_server_has_found(client, app, ada, name):
    answer = redeem(client, app, code_for(app, ada), **{name: "mine"})

    assert answer.status_code == 200
    assert answer.json()["refresh_token"].startswith("sbr_")


@pytest.mark.parametrize("name", ["", "nobody", "00000000-0000-0000-0000-000000000000", "\x00"])
def test_an_unknown_app_gets_nothing(client, app, ada, name):
    answer = redeem(client, app, code_for(app, ada), client_id=name)

    refused(answer, "invalid_client", 401)
    assert answer["WWW-Authenticate"].startswith("Basic ")


def test_the_code_of_another_app_is_unknown(client, app, ada):
    other, _ = new_app(ada, name="Other")
    code = code_for(app, ada)

    refused(redeem(client, other, code), "invalid_grant")
    assert redeem(client, app, code).status_code == 200


def test_a_code_is_good_for_a_minute(client, app, ada):
    code = code_for(app, ada)
    assert AuthorizationCode.objects.get().expires_at <= timezone.now() + timedelta(minutes=1)
    AuthorizationCode.objects.update(expires_at=timezone.now())

    refused(redeem(client, app, code), "invalid_grant")


def test_a_code_used_twice_ends_what_it_led_to(client, app, ada):
    code = code_for(app, ada)
    made = redeem(client, app, code).json()

    refused(redeem(client, app, code), "invalid_grant")
    assert client.get(ME, headers=bearer(made["access_token"])).status_code == 401
    refused(refresh(client, app, made["refresh_token"]), "invalid_grant")


def test_a_refresh_renews_both_tokens_and_ends_the_old_ones(client, app, ada):
    first = tokens_of(client, app, ada)
    second = refresh(client, app, first["refresh_token"]).json()

    assert second.keys() == first.keys()
    assert client.get(ME, headers=bearer(first["access_token"])).status_code == 401
    assert client.get(ME, headers=bearer(second["access_token"])).status_code == 200
    assert refresh(client, app, second["refresh_token"]).status_code == 200
    assert Token.objects.filter(grant__isnull=False).count() == 1


def test_a_refresh_token_used_twice_ends_the_whole_family(client, app, ada):
    first = tokens_of(client, app, ada)
    second = refresh(client, app, first["refresh_token"]).json()
    third = refresh(client, app, second["refresh_token"]).json()

    refused(refresh(client, app, first["refresh_token"]), "invalid_grant")
    assert client.get(ME, headers=bearer(third["access_token"])).status_code == 401
    refused(refresh(client, app, third["refresh_token"]), "invalid_grant")
    assert not Grant.objects.exists()


def test_after_a_lost_answer_the_same_refresh_token_brings_other_tokens(client, app, ada):
    first = tokens_of(client, app, ada)
    lost = refresh(client, app, first["refresh_token"]).json()
    second = refresh(client, app, first["refresh_token"]).json()

    assert client.get(ME, headers=bearer(lost["access_token"])).status_code == 401
    assert client.get(ME, headers=bearer(second["access_token"])).status_code == 200
    refused(refresh(client, app, first["refresh_token"]), "invalid_grant")  # its tokens are in use by now
    assert not Grant.objects.exists()


def test_what_a_lost_answer_brought_ends_the_family_if_somebody_has_it_after_all(client, app, ada):
    first = tokens_of(client, app, ada)
    lost = refresh(client, app, first["refresh_token"]).json()
    second = refresh(client, app, first["refresh_token"]).json()

    refused(refresh(client, app, lost["refresh_token"]), "invalid_grant")
    assert client.get(ME, headers=bearer(second["access_token"])).status_code == 401


def test_an_invented_refresh_token_ends_nothing(client, app, ada):
    made = tokens_of(client, app, ada)

    for invented in ("sbr_x.y", "", ".", made["access_token"], "x" * 5000):
        assert refresh(client, app, invented).status_code == 400
    assert client.get(ME, headers=bearer(made["access_token"])).status_code == 200


def test_the_refresh_token_of_another_app_is_unknown_and_stays_good(client, app, ada):
    made = tokens_of(client, app, ada)
    other, _ = new_app(ada, name="Other")

    refused(refresh(client, other, made["refresh_token"]), "invalid_grant")
    assert refresh(client, app, made["refresh_token"]).status_code == 200


def test_a_refresh_can_ask_for_less_and_later_for_all_of_it_again(client, app, ada):
    made = tokens_of(client, app, ada, "games:read", "games:play")
    less = refresh(client, app, made["refresh_token"], scope="games:read").json()

    assert less["scope"] == "games:read"
    me = client.get(ME, headers=bearer(less["access_token"])).json()
    assert me["token"]["scopes"] == ["games:read"]
    assert refresh(client, app, less["refresh_token"]).json()["scope"] == "games:read games:play"


@pytest.mark.parametrize("scope", ["games:read account", "audit", "fly"])
def test_a_refresh_cannot_ask_for_more(client, app, ada, scope):
    made = tokens_of(client, app, ada, "games:read")

    refused(refresh(client, app, made["refresh_token"], scope=scope), "invalid_scope")
    assert refresh(client, app, made["refresh_token"]).status_code == 200


def test_a_grant_ends_after_thirty_days_without_a_refresh(client, app, ada):
    made = tokens_of(client, app, ada)
    grant = Grant.objects.get()
    assert timedelta(days=29) < grant.expires_at - timezone.now() <= timedelta(days=30)
    Grant.objects.update(expires_at=timezone.now())

    refused(refresh(client, app, made["refresh_token"]), "invalid_grant")


def test_a_confidential_app_needs_its_secret_and_pkce_as_well(client, ada):
    app, secret = new_app(ada, confidential=True)
    code = code_for(app, ada)

    refused(redeem(client, app, code), "invalid_client", 401)
    refused(redeem(client, app, code, client_secret="sbs_wrong"), "invalid_client", 401)
    refused(redeem(client, app, code, client_secret=secret, code_verifier=""), "invalid_request")
    assert redeem(client, app, code, client_secret=secret).status_code == 200


def test_a_secret_can_come_by_http_basic(client, ada):
    app, secret = new_app(ada, confidential=True)
    code = code_for(app, ada)
    form = {"grant_type": "authorization_code", "code": code, "code_verifier": VERIFIER}

    refused(send(client, "token", basic(app, "sbs_wrong"), **form), "invalid_client", 401)
    refused(send(client, "token", {"Authorization": "Basic ?"}, **form), "invalid_client", 401)
    assert send(client, "token", basic(app, secret), **form).status_code == 200


def test_a_suspended_player_gets_no_tokens(client, app, ada):
    made, code = tokens_of(client, app, ada), code_for(app, ada)
    ada.suspended_at = timezone.now()
    ada.save()

    refused(refresh(client, app, made["refresh_token"]), "invalid_grant")
    refused(redeem(client, app, code), "invalid_grant")


def test_a_request_that_is_no_form_is_refused_in_the_form_of_oauth(client, app):
    as_json = client.post("/oauth/token", "{}", content_type="application/json")
    query = client.post("/oauth/token?code=x", "", content_type="application/x-www-form-urlencoded")
    twice = client.post("/oauth/token", "code=a&code=b", content_type="application/x-www-form-urlencoded")

    for answer in (as_json, query, twice):
        refused(answer, "invalid_request")
    assert client.get("/oauth/token").status_code == 405


def test_more_consents_than_fit_end_the_oldest(client, app, ada):
    made = [tokens_of(client, app, ada) for _ in range(MAX_GRANTS + 1)]

    assert client.get(ME, headers=bearer(made[0]["access_token"])).status_code == 401
    assert client.get(ME, headers=bearer(made[1]["access_token"])).status_code == 200
    assert Grant.objects.count() == MAX_GRANTS


def test_an_app_creates_no_tokens(client, app, ada):
    made = tokens_of(client, app, ada, "account", "games:read")
    wish = {"name": "forever", "scopes": ["games:read"]}
    answer = client.post(
        "/api/v1/me/tokens", wish, content_type="application/json", headers=bearer(made["access_token"])
    )

    assert (answer.status_code, answer.json()["code"]) == (403, "personal_token_required")
    listed = client.get("/api/v1/me/tokens", headers=bearer(made["access_token"])).json()["items"]
    assert [token["name"] for token in listed] == ["first"]  # that of the app is listed as an app
