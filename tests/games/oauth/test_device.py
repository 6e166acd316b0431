"""Programs without a browser: the device flow (RFC 8628)."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.oauth.credentials import digest
from games.oauth.models import App, DeviceCode, Grant
from games.oauth.web_app import web_app
from tests.support.accounts import bearer, signed_up
from tests.support.oauth import basic, new_app, refresh, send, signed_in

pytestmark = pytest.mark.django_db
GRANT = "urn:ietf:params:oauth:grant-type:device_code"


@pytest.fixture
def app() -> App:
    return new_app(signed_up("maker")[0], redirect_uris=())[0]


@pytest.fixture
def browser() -> Client:
    return signed_in("ada")[0]


def begin(client, app, scope="games:read games:play", **more):
    return send(client, "device-authorization", client_id=app.client_id, scope=scope, **more)


def poll(client, app, device, **more):
    return send(client, "token", grant_type=GRANT, client_id=app.client_id, device_code=device, **more)


def patiently(client, app, device):
    """A poll after the interval."""
    DeviceCode.objects.update(polled_at=timezone.now() - timedelta(minutes=1))
    return poll(client, app, device)


def decide(browser, user_code, answer):
    return browser.post("/oauth/device", {"user_code": user_code, "answer": answer})


def test_no_program_asks_in_the_name_of_the_server(client):
    answer = begin(client, web_app())

    assert (answer.status_code, answer.json()["error"]) == (400, "unauthorized_client")
    assert not DeviceCode.objects.exists()


def test_a_program_gets_tokens_once_the_player_has_typed_its_code(client, app, browser):
    answer = begin(client, app)
    begun = answer.json()
    assert (answer.status_code, answer["Cache-Control"]) == (200, "no-store")
    assert (begun["interval"], begun["expires_in"]) == (5, 600)
    assert begun["verification_uri"] == "http://testserver/oauth/device"
    assert begun["verification_uri_complete"].endswith(f"?user_code={begun['user_code']}")
    assert poll(client, app, begun["device_code"]).json()["error"] == "authorization_pending"

    asked = browser.post("/oauth/device", {"user_code": begun["user_code"].lower().replace("-", " ")})
    for word in ("Pocket", "maker", "play for you"):
        assert word in asked.content.decode()
    assert patiently(client, app, begun["device_code"]).json()["error"] == "authorization_pending"

    assert "is connected" in decide(browser, begun["user_code"], "allow").content.decode()
    made = patiently(client, app, begun["device_code"]).json()
    assert made["scope"] == "games:read games:play"
    assert client.get("/api/v1/me", headers=bearer(made["access_token"])).json()["name"] == "ada"
    assert refresh(client, app, made["refresh_token"]).status_code == 200


def test_a_device_code_is_used_once(client, app, browser):
    begun = begin(client, app).json()
    decide(browser, begun["user_code"], "allow")
    assert poll(client, app, begun["device_code"]).status_code == 200

    assert poll(client, app, begun["device_code"]).json()["error"] == "invalid_grant"
    assert Grant.objects.count() == 1


def test_only_digests_are_stored(client, app):
    begun = begin(client, app).json()

    code = DeviceCode.objects.get()
    assert code.digest == digest(begun["device_code"])
    assert code.user_digest == digest(begun["user_code"].replace("-", ""))


def test_a_link_fills_in_the_code_and_still_asks(client, app, browser):
    begun = begin(client, app).json()
    page = browser.get(begun["verification_uri_complete"])

    assert begun["user_code"] in page.content.decode()
    assert DeviceCode.objects.get().state == "pending"


def test_a_program_in_a_hurry_is_slowed_down_for_good(client, app):
    begun = begin(client, app).json()

    errors = [poll(client, app, begun["device_code"]).json()["error"] for _ in range(3)]
    assert errors == ["authorization_pending", "slow_down", "slow_down"]
    assert DeviceCode.objects.get().interval == 15


def test_a_denied_program_is_told(client, app, browser):
    begun = begin(client, app).json()
    assert "is not connected" in decide(browser, begun["user_code"], "deny").content.decode()

    answer = poll(client, app, begun["device_code"])
    assert (answer.status_code, answer.json()["error"]) == (400, "access_denied")
    assert decide(browser, begun["user_code"], "allow").status_code == 400
    assert not Grant.objects.exists()


def test_a_code_expires(client, app, browser):
    begun = begin(client, app).json()
    DeviceCode.objects.update(expires_at=timezone.now())

    assert poll(client, app, begun["device_code"]).json()["error"] == "expired_token"
    assert decide(browser, begun["user_code"], "allow").status_code == 400
    assert not Grant.objects.exists()


def test_the_device_code_of_another_app_is_unknown(client, app, browser):
    begun = begin(client, app).json()
    decide(browser, begun["user_code"], "allow")
    other, _ = new_app(signed_up("other")[0])

    assert poll(client, other, begun["device_code"]).json()["error"] == "invalid_grant"
    assert poll(client, app, "sbd_unknown").json()["error"] == "invalid_grant"
    assert poll(client, app, begun["device_code"]).status_code == 200


@pytest.mark.parametrize("scope", ["", "fly", "audit", "games:read audit"])
def test_it_has_to_ask_for_what_there_is(client, app, scope):
    form = {"client_id": app.client_id, **({"scope": scope} if scope else {})}
    answer = send(client, "device-authorization", **form)

    assert (answer.status_code, answer.json()["error"]) == (400, "invalid_scope")
    assert not DeviceCode.objects.exists()


def test_it_takes_an_app_that_proves_itself(client):
    app, secret = new_app(signed_up("maker")[0], confidential=True)

    assert begin(client, app).json()["error"] == "invalid_client"
    assert begin(client, app, client_secret=secret).status_code == 200
    assert send(client, "device-authorization", basic(app, secret), scope="games:read").status_code == 200
    nobody = send(client, "device-authorization", client_id="nobody", scope="games:read")
    assert nobody.status_code in (400, 401)


def test_a_player_who_is_not_signed_in_signs_in_first(client, app):
    begun = begin(client, app).json()

    assert decide(client, begun["user_code"], "allow").status_code == 302
    assert DeviceCode.objects.get().state == "pending"


def test_a_suspended_player_gets_nothing_for_a_program(client, app, browser):
    begun = begin(client, app).json()
    decide(browser, begun["user_code"], "allow")
    player = DeviceCode.objects.get().player
    assert player
    player.suspended_at = timezone.now()
    player.save()

    assert poll(client, app, begun["device_code"]).json()["error"] == "access_denied"
