"""One's tokens: GET and POST /me/tokens, GET and DELETE /me/tokens/{id}."""

from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from games.accounts.models import Token
from games.accounts.services import MAX_TOKENS, token_create
from tests.support.accounts import bearer, signed_up, token_for

pytestmark = pytest.mark.django_db
PATH = "/api/v1/me/tokens"


def create(api, headers, **body):
    wish = {"name": "dashboard", "scopes": ["games:read"], **body}
    return api.post(PATH, wish, content_type="application/json", headers=headers)


def in_time(**span) -> str:
    return (timezone.now() + timedelta(**span)).isoformat()


def test_a_new_token_is_shown_once_and_does_what_it_may_and_no_more(api):
    _, headers = signed_up()
    response = create(api, headers)

    assert response.status_code == 201
    assert response["Cache-Control"] == "no-store"
    made = bearer(response.json()["token"])
    assert api.get("/api/v1/me", headers=made).json()["token"]["scopes"] == ["games:read"]
    assert api.delete("/api/v1/me", headers=made).status_code == 403
    assert response.json()["token"] not in api.get(PATH, headers=headers).content.decode()


def test_a_new_token_says_where_it_is_and_is_there_without_its_secret(api):
    _, headers = signed_up()
    response = create(api, headers)

    made = response.json()
    assert response["Location"] == made["links"]["self"] == f"{PATH}/{made['id']}"
    assert api.get(response["Location"], headers=headers).json() == {
        name: value for name, value in made.items() if name != "token"
    }
    _, others = signed_up("bob")
    assert api.get(response["Location"], headers=others).json()["code"] == "not_found"


@pytest.mark.parametrize("scope", ["games:read", "webhooks", "bots"])
def test_a_token_cannot_hand_on_a_scope_it_lacks(api, scope):
    player, _ = signed_up()
    before = Token.objects.count() + 1
    response = create(api, token_for(player, "account"), scopes=["account", scope])

    assert (response.status_code, response.json()["code"]) == (403, "missing_scope")
    assert response.json()["context"] == {"scope": scope, "scopes": ["account"]}
    assert Token.objects.count() == before


@pytest.mark.parametrize("held", [["account"], ["account", "audit"]])
def test_nobody_can_give_themselves_audit_not_even_who_has_it(api, held):
    player, _ = signed_up()
    response = create(api, token_for(player, *held), scopes=["audit"])

    assert (response.status_code, response.json()["code"]) == (400, "invalid")
    assert response.json()["context"]["errors"][0]["code"] == "audit"


@pytest.mark.parametrize("held", ["games:read", "games:play", "webhooks", "bots", "audit"])
def test_only_the_scope_account_shows_or_makes_tokens(api, held):
    player, _ = signed_up()
    headers = token_for(player, held)

    assert create(api, headers, scopes=[held]).status_code == 403
    assert api.get(PATH, headers=headers).json()["context"]["scope"] == "account"
    assert player.tokens.count() == 2


@pytest.mark.parametrize("wish", [None, 48])
def test_a_token_lives_no_longer_than_the_one_it_was_made_with(api, wish):
    player, _ = signed_up()
    end = timezone.now() + timedelta(hours=1)
    headers = token_for(player, "account", "games:read", expires_at=end)
    made = create(api, headers, **({"expires_at": in_time(hours=wish)} if wish else {})).json()

    assert datetime.fromisoformat(made["expires_at"]) == end


def test_a_token_ends_when_it_was_asked_to(api):
    _, headers = signed_up()
    response = create(api, headers, expires_at="2031-01-31T19:00:00+01:00")

    assert response.json()["expires_at"] == "2031-01-31T18:00:00Z"
    Token.objects.filter(name="dashboard").update(expires_at=datetime(2020, 1, 1, tzinfo=UTC))
    assert api.get("/api/v1/me", headers=bearer(response.json()["token"])).status_code == 401


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"name": ""}, "name"),
        ({"name": "x" * 61}, "name"),
        ({"name": " "}, "name"),
        ({"name": "two\nlines"}, "name"),
        ({"name": "nul\x00"}, "name"),
        ({"name": 5}, "name"),
        ({"scopes": []}, "scopes"),
        ({"scopes": "games:read"}, "scopes"),
        ({"scopes": {"games:read": True}}, "scopes"),
        ({"scopes": ["fly"]}, "scopes.0"),
        ({"scopes": ["games:read", 1]}, "scopes"),
        ({"scopes": [["games:read"]]}, "scopes"),
        ({"scopes": ["games:read"] * 7}, "scopes"),
        ({"scopes": None}, "scopes"),
        ({"expires_at": "tomorrow"}, "expires_at"),
        ({"expires_at": "2031-01-31"}, "expires_at"),
        ({"expires_at": "2031-01-31T18:00:00"}, "expires_at"),
        ({"expires_at": "2031-02-31T18:00:00Z"}, "expires_at"),
        ({"expires_at": "2020-01-31T18:00:00Z"}, "expires_at"),
        ({"expires_at": "9999-12-31T23:59:59-23:59"}, "expires_at"),
        ({"expires_at": 1900000000}, "expires_at"),
        ({"token": "sb_mine"}, "token"),
        ({"player": "bob"}, "player"),
    ],
)
def test_a_wish_that_cannot_be_granted_is_named_and_nothing_is_made(api, body, field):
    _, headers = signed_up()
    response = create(api, headers, **body)

    assert (response.status_code, response.json()["code"]) == (400, "invalid")
    assert [error["pointer"].split("/")[1] for error in response.json()["context"]["errors"]] == [
        field.split(".")[0]
    ]
    assert Token.objects.count() == 1


def test_one_has_so_many_tokens_and_no_more(api):
    player, headers = signed_up()
    for number in range(MAX_TOKENS - 1):
        token_create(player, name=f"token {number}", scopes=["games:read"])
    response = create(api, headers)

    assert (response.status_code, response.json()["code"]) == (409, "too_many_tokens")
    assert Token.objects.count() == MAX_TOKENS


def test_the_list_has_ones_own_tokens_oldest_first(api):
    player, headers = signed_up("ada")
    signed_up("bob")
    token_for(player, "games:read")
    body = api.get(PATH, headers=headers).json()

    assert [token["name"] for token in body["items"]] == ["first", "more"]
    assert body["next"] is None
    assert "digest" not in body["items"][0]


def test_the_list_comes_in_pages_whose_links_lead_through_all_of_it(api):
    player, headers = signed_up()
    for number in range(4):
        token_create(player, name=f"token {number}", scopes=["games:read"])

    found, link = [], f"{PATH}?limit=2"
    while link:
        body = api.get(link, headers=headers).json()
        assert len(body["items"]) <= 2
        found += [token["name"] for token in body["items"]]
        link = body["next"] and f"{PATH}?limit=2&cursor={body['next']}"

    assert found == ["first", "token 0", "token 1", "token 2", "token 3"]


@pytest.mark.parametrize(
    "query",
    [
        "limit=0",
        "limit=101",
        "limit=x",
        "limit=",
        "cursor=",
        "cursor=x",
        "cursor=%00",
        "page=2",
        "limit=1&limit=2",
    ],
)
def test_a_page_nobody_can_give_is_refused(api, query):
    _, headers = signed_up()

    assert api.get(f"{PATH}?{query}", headers=headers).json()["code"] == "invalid"


def test_a_revoked_token_is_dead_at_once(api):
    player, headers = signed_up()
    token, plain = token_create(player, name="lost", scopes=["games:read"])

    assert api.delete(f"{PATH}/{token.id}", headers=headers).status_code == 204
    assert api.get("/api/v1/me", headers=bearer(plain)).status_code == 401
    assert api.get("/api/v1/me", headers=headers).status_code == 200


def test_every_token_can_revoke_itself_but_others_only_with_the_scope_account(api):
    player, _ = signed_up()
    token, plain = token_create(player, name="mine", scopes=["games:read", "games:play"])
    first = player.tokens.get(name="first")

    assert api.delete(f"{PATH}/{first.id}", headers=bearer(plain)).status_code == 403
    assert api.delete(f"{PATH}/{token.id}", headers=bearer(plain)).status_code == 204
    assert [left.name for left in Token.objects.all()] == ["first"]


def test_a_token_of_another_player_is_not_there(api):
    _, headers = signed_up("ada")
    bob, _ = signed_up("bob")
    response = api.delete(f"{PATH}/{bob.tokens.get().id}", headers=headers)

    assert response.status_code == 404
    assert response.json() == {
        **api.delete(f"{PATH}/{uuid4()}", headers=headers).json(),
        "request_id": response.json()["request_id"],
    }
    assert bob.tokens.count() == 1


@pytest.mark.parametrize("name", ["1", "first", "00000000-0000-0000-0000-00000000000g"])
def test_an_id_that_is_no_uuid_leads_nowhere(api, name):
    _, headers = signed_up()

    assert api.delete(f"{PATH}/{name}", headers=headers).status_code == 404


@pytest.mark.parametrize("method", ["get", "post"])
def test_it_takes_a_token(api, method):
    assert getattr(api, method)(PATH).status_code == 401
