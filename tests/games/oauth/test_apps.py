"""Apps in the API: registering, changing and deleting them, and those one has allowed."""

from __future__ import annotations

from uuid import uuid4

import pytest

from games.oauth.models import App, Grant
from games.oauth.services import MAX_APPS
from tests.support.accounts import bearer, signed_up, token_for
from tests.support.oauth import REDIRECT, basic, new_app, refresh, send, tokens_of

pytestmark = pytest.mark.django_db
PATH = "/api/v1/apps"
MINE = "/api/v1/me/apps"
WISH = {"name": "Pocket", "redirect_uris": [REDIRECT]}


@pytest.fixture
def ada():
    return signed_up("ada")


def create(api, headers, **body):
    return api.post(PATH, {**WISH, **body}, content_type="application/json", headers=headers)


def change(api, app_id, headers, **body):
    return api.patch(f"{PATH}/{app_id}", body, content_type="application/json", headers=headers)


def renew(api, app_id, headers):
    return api.post(f"{PATH}/{app_id}/secret", {}, content_type="application/json", headers=headers)


def wrong(answer) -> dict[str, str]:
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid"), answer.content
    return {error["pointer"]: error["code"] for error in answer.json()["context"]["errors"]}


def test_a_public_app_has_an_id_and_no_secret(api, ada):
    answer = create(api, ada[1], homepage="https://app.example.org")

    assert answer.status_code == 201
    made = answer.json()
    assert made["client_id"] == made["id"]
    assert (made["confidential"], "client_secret" in made) == (False, False)
    assert answer["Location"] == made["links"]["self"] == f"{PATH}/{made['id']}"
    assert api.get(answer["Location"], headers=ada[1]).json() == made
    assert api.get(PATH, headers=ada[1]).json() == {"items": [made], "next": None}


def test_the_secret_of_a_confidential_app_is_shown_once_and_works(api, client, ada):
    answer = create(api, ada[1], confidential=True)
    made = answer.json()

    assert answer["Cache-Control"] == "no-store"
    app = App.objects.get()
    assert send(client, "revoke", basic(app, made["client_secret"]), token="x").status_code == 200
    assert made["client_secret"] not in api.get(PATH, headers=ada[1]).content.decode()
    assert made["client_secret"] not in app.secret_digest


def test_a_new_secret_ends_the_old_one(api, client, ada):
    app, old = new_app(ada[0], confidential=True)
    new = renew(api, app.id, ada[1]).json()["client_secret"]

    assert send(client, "revoke", basic(app, old), token="x").status_code == 401
    assert send(client, "revoke", basic(app, new), token="x").status_code == 200


def test_a_public_app_gets_no_secret(api, ada):
    app, _ = new_app(ada[0])

    assert renew(api, app.id, ada[1]).json()["code"] == "public_app"
    app.refresh_from_db()
    assert not app.is_confidential


@pytest.mark.parametrize(
    "uri",
    [
        "https://app.example.org/back?from=signalbox",
        "http://127.0.0.1/back",
        "http://127.0.0.1:8123/back",
        "http://[::1]/back",
        "http://localhost/back",
        "org.example.app:/back",
    ],
)
def test_these_are_redirect_uris(api, ada, uri):
    assert create(api, ada[1], redirect_uris=[uri]).json()["redirect_uris"] == [uri]


@pytest.mark.parametrize(
    "uri",
    [
        "http://app.example.org/back",
        "http://127.0.0.1.example.org/back",
        "https://app.example.org/back#here",
        "https://app.example.org/*",
        "https://*.example.org/",
        "https://ada:secret@app.example.org/",
        "https:///back",
        "https://app.example.org:port/",
        "https://app.example.org\\@evil.example/",
        "javascript:alert(1)",
        "https://app.example;sandbox/back",
        "https://app.example,x/back",
        "data:text/html,x",
        "file:///etc/passwd",
        "app:/back",
        "/back",
        "https://app.example.org/a b",
        "https://app.example.org/ä",
        "https://" + "a" * 600,
        "",
    ],
)
def test_these_are_none(api, ada, uri):
    assert list(wrong(create(api, ada[1], redirect_uris=[uri]))) == ["/redirect_uris/0"]
    assert not App.objects.exists()


@pytest.mark.parametrize(
    ("body", "where"),
    [
        ({"name": ""}, "/name"),
        ({"name": " x"}, "/name"),
        ({"name": "a\u202eb"}, "/name"),
        ({"name": "x" * 61}, "/name"),
        ({"name": "Signalbox"}, "/name"),
        ({"name": "Sig nal box"}, "/name"),
        ({"name": "Signalbox Official"}, "/name"),
        ({"name": "Signalbox."}, "/name"),
        ({"name": "S\u0456gnalbox"}, "/name"),
        ({"name": "P\u043ecket"}, "/name"),
        ({"homepage": "javascript:alert(1)"}, "/homepage"),
        ({"homepage": "app.example.org"}, "/homepage"),
        ({"redirect_uris": REDIRECT}, "/redirect_uris"),
        ({"redirect_uris": [REDIRECT] * 11}, "/redirect_uris"),
        ({"confidential": "yes"}, "/confidential"),
        ({"secret": "mine"}, "/secret"),
    ],
)
def test_a_wrong_wish_is_refused_by_name(api, ada, body, where):
    assert list(wrong(create(api, ada[1], **body))) == [where]
    assert not App.objects.exists()


def test_an_app_is_not_renamed_to_the_server_either(api, ada):
    app, _ = new_app(ada[0])

    assert wrong(change(api, app.id, ada[1], name="Signalbox Official")) == {"/name": "reserved"}
    assert wrong(change(api, app.id, ada[1], name="P\u043ecket")) == {"/name": "mixed"}
    assert App.objects.get().name == "Pocket"


def test_an_app_is_changed_and_what_players_allowed_stays(api, client, ada):
    app, _ = new_app(ada[0])
    made = tokens_of(client, app, ada[0])
    answer = change(api, app.id, ada[1], name="Pocket 2", redirect_uris=["http://127.0.0.1/x"])

    assert (answer.json()["name"], answer.json()["redirect_uris"]) == ("Pocket 2", ["http://127.0.0.1/x"])
    assert answer.json()["homepage"] == "https://app.example.org"
    assert refresh(client, app, made["refresh_token"]).status_code == 200
    assert wrong(change(api, app.id, ada[1], confidential=True)) == {"/confidential": "unknown"}


def test_apps_of_others_are_not_there(api, ada):
    app, _ = new_app(signed_up("bob")[0], confidential=True)

    for answer in (
        api.get(f"{PATH}/{app.id}", headers=ada[1]),
        change(api, app.id, ada[1], name="Mine"),
        api.delete(f"{PATH}/{app.id}", headers=ada[1]),
        renew(api, app.id, ada[1]),
        api.get(f"{PATH}/{uuid4()}", headers=ada[1]),
    ):
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
    assert api.get(PATH, headers=ada[1]).json()["items"] == []


def test_an_account_has_so_many_apps(api, ada):
    for number in range(MAX_APPS):
        new_app(ada[0], name=f"App {number}")
    answer = create(api, ada[1])

    assert (answer.status_code, answer.json()["code"]) == (409, "too_many_apps")
    assert answer.json()["context"] == {"most": MAX_APPS, "current": MAX_APPS}


@pytest.mark.parametrize("held", ["games:read", "games:play", "webhooks", "bots", "audit"])
def test_it_takes_the_scope_account(api, ada, held):
    app, _ = new_app(ada[0])
    headers = token_for(ada[0], held)

    for answer in (
        api.get(PATH, headers=headers),
        create(api, headers),
        api.get(f"{PATH}/{app.id}", headers=headers),
        change(api, app.id, headers, name="x"),
        api.delete(f"{PATH}/{app.id}", headers=headers),
        renew(api, app.id, headers),
        api.get(MINE, headers=headers),
        api.delete(f"{MINE}/{app.id}", headers=headers),
    ):
        assert (answer.status_code, answer.json()["context"]["scope"]) == (403, "account")


def test_one_sees_the_apps_one_has_allowed_each_once(api, client, ada):
    maker, _ = signed_up("maker")
    app, _ = new_app(maker)
    tokens_of(client, app, ada[0], "games:read")
    made = tokens_of(client, app, ada[0], "games:play")
    client.get("/api/v1/me", headers=bearer(made["access_token"]))
    (shown,) = api.get(MINE, headers=ada[1]).json()["items"]

    assert (shown["name"], shown["owner"]) == ("Pocket", "maker")
    assert shown["scopes"] == ["games:read", "games:play"]
    assert shown["allowed_at"] < shown["last_used_at"]
    assert api.get(MINE, headers=token_for(maker, "account")).json()["items"] == []


def test_the_apps_one_has_allowed_come_in_pages(api, client, ada):
    for number in range(3):
        tokens_of(client, new_app(ada[0], name=f"App {number}")[0], ada[0])
    first = api.get(f"{MINE}?limit=2", headers=ada[1]).json()
    second = api.get(f"{MINE}?limit=2&cursor={first['next']}", headers=ada[1]).json()

    assert [one["name"] for one in first["items"] + second["items"]] == ["App 0", "App 1", "App 2"]
    assert second["next"] is None


def test_one_ends_an_app_and_only_for_oneself(api, client, ada):
    bob, _ = signed_up("bob")
    app, _ = new_app(bob)
    of_ada = [tokens_of(client, app, ada[0]) for _ in range(2)]
    of_bob = tokens_of(client, app, bob)
    (shown,) = api.get(MINE, headers=ada[1]).json()["items"]

    assert api.delete(shown["links"]["self"], headers=ada[1]).status_code == 204
    for made in of_ada:
        assert api.get("/api/v1/me", headers=bearer(made["access_token"])).status_code == 401
    assert api.get("/api/v1/me", headers=bearer(of_bob["access_token"])).status_code == 200
    assert api.delete(shown["links"]["self"], headers=ada[1]).status_code == 404
    assert Grant.objects.count() == 1
