"""One's own account: GET, PATCH and DELETE /me."""

import pytest

from bots.registry import STAND_IN
from games.accounts.models import FormerName, Player, Token
from tests.support.accounts import signed_up, token_for
from tests.support.callers import dealt, problem

pytestmark = pytest.mark.django_db


def patch(api, body, headers):
    return api.patch("/api/v1/me", body, content_type="application/json", headers=headers)


def test_it_tells_who_one_is_and_what_the_token_may_do(api):
    player, _ = signed_up("ada")
    body = api.get("/api/v1/me", headers=token_for(player, "games:read", "games:play")).json()

    assert (body["id"], body["name"], body["is_bot"]) == (str(player.id), "ada", False)
    assert (body["token"]["name"], body["token"]["scopes"]) == ("more", ["games:read", "games:play"])


def test_its_links_lead_to_what_is_mine(api):
    _, headers = signed_up("ada")
    links = api.get("/api/v1/me", headers=headers).json()["links"]

    assert api.get(links.pop("stream"), headers=headers).status_code == 503  # served by another process
    assert {api.get(link, headers=headers).status_code for link in links.values()} == {200}
    assert set(links) == {"self", "games", "notices", "tokens"}


@pytest.mark.parametrize("method", ["get", "patch", "delete"])
def test_it_takes_a_token(api, method):
    response = getattr(api, method)("/api/v1/me")

    assert (response.status_code, response["WWW-Authenticate"]) == (401, "Bearer")


@pytest.mark.parametrize("method", ["patch", "delete"])
@pytest.mark.parametrize("held", ["games:read", "games:play", "webhooks", "bots", "audit"])
def test_to_change_it_takes_the_scope_account(api, method, held):
    player, _ = signed_up("ada")
    response = getattr(api, method)("/api/v1/me", headers=token_for(player, held))

    assert (response.status_code, response.json()["code"]) == (403, "missing_scope")
    player.refresh_from_db()
    assert player.deleted_at is None


def test_a_new_name_is_known_at_once_and_the_old_one_is_free(api):
    _, headers = signed_up("ada")

    assert patch(api, {"name": "Lovelace"}, headers).json()["name"] == "Lovelace"
    assert api.get("/api/v1/players/lovelace").status_code == 200
    assert api.get("/api/v1/players/ada").status_code == 404


def test_the_same_name_in_other_letters_is_no_conflict(api):
    _, headers = signed_up("ada")

    assert patch(api, {"name": "ADA"}, headers).json()["name"] == "ADA"


def test_a_name_of_another_is_refused(api):
    signed_up("bob")
    player, headers = signed_up("ada")
    response = patch(api, {"name": "BOB"}, headers)

    assert (response.status_code, response.json()["code"]) == (409, "name_taken")
    player.refresh_from_db()
    assert player.name == "ada"


def test_no_change_is_no_error(api):
    _, headers = signed_up("ada")

    assert patch(api, {}, headers).json()["name"] == "ada"


@pytest.mark.parametrize(
    ("body", "field", "code"),
    [
        ({"name": "a b"}, "name", "invalid"),
        ({"name": 7}, "name", "type"),
        ({"name": None}, "name", "null"),
        ({"is_bot": True}, "is_bot", "unknown"),
        ({"id": "x"}, "id", "unknown"),
    ],
)
def test_what_cannot_be_changed_is_named(api, body, field, code):
    player, headers = signed_up("ada")
    response = patch(api, body, headers)

    assert response.status_code == 400
    assert [(e["pointer"].removeprefix("/"), e["code"]) for e in response.json()["context"]["errors"]] == [
        (field, code)
    ]
    player.refresh_from_db()
    assert player.name == "ada"


def test_a_deleted_player_is_forgotten_by_name_and_token_at_once(api):
    player, headers = signed_up("hilda")  # not a name that the digits of a forgotten one could spell
    other = token_for(player, "games:play", "games:read")

    response = api.delete("/api/v1/me", headers=headers)

    assert (response.status_code, response.content) == (204, b"")
    assert api.get("/api/v1/me", headers=headers).status_code == 401
    assert api.get("/api/v1/me", headers=other).status_code == 401
    assert api.get("/api/v1/players/hilda").status_code == 404
    assert not Token.objects.exists()
    left = Player.objects.get()
    assert left.id == player.id
    assert "hilda" not in left.name
    assert api.get(f"/api/v1/players/{left.name}").status_code == 404


def test_nobody_takes_the_name_of_a_deleted_player_and_with_it_their_reputation(api):
    _, headers = signed_up("Ada")
    _, bobs = signed_up("bob")
    api.delete("/api/v1/me", headers=headers)

    for name in ("Ada", "ada"):
        signing_up = api.post("/api/v1/players", {"name": name}, content_type="application/json")
        problem(signing_up, 409, "name_taken")
        renaming = api.patch("/api/v1/me", {"name": name}, content_type="application/json", headers=bobs)
        problem(renaming, 409, "name_taken")
    assert not Player.objects.filter(name__iexact="ada").exists()
    assert "ada" not in str(list(FormerName.objects.values()))


def test_deleting_oneself_leaves_others_alone(api):
    _, headers = signed_up("ada")
    _, bobs = signed_up("bob")
    api.delete("/api/v1/me", headers=headers)

    assert api.get("/api/v1/me", headers=bobs).json()["name"] == "bob"


def test_the_seats_of_a_deleted_player_show_no_player(api, ada, bob):
    path = dealt(ada, bob)

    assert ada.delete("/me").status_code == 204

    seat = bob.seen(path)["seats"][0]
    assert (seat["taken"], seat["stand_in"]) == (True, STAND_IN)
    assert "player" not in seat
    assert "host" not in bob.seen(path)
    listed = bob.seen("/games")["items"][0]["seats"][0]
    assert (listed["taken"], listed["stand_in"], "player" in listed) == (True, STAND_IN, False)
