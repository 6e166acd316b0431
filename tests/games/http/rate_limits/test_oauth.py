"""Limits on the endpoints of OAuth, by address and by app."""

from __future__ import annotations

import pytest
from django.test import Client

from games.oauth.devices import device_begin
from games.oauth.limits import MAX_GUESSES
from games.oauth.models import DeviceCode
from tests.support.accounts import signed_up
from tests.support.oauth import new_app, send, signed_in
from tests.support.rate_limits import new_address

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("counters")]


@pytest.mark.parametrize("endpoint", ["token", "revoke", "device-authorization"])
def test_an_address_is_refused_in_the_form_of_oauth(client, settings, endpoint):
    settings.RATE_LIMIT_OAUTH = 2
    answers = [send(client, endpoint, client_id="nobody") for _ in range(3)]

    assert 429 not in [answer.status_code for answer in answers[:2]]
    assert (answers[2].status_code, answers[2].json()["error"]) == (429, "slow_down")
    assert int(answers[2]["Retry-After"]) >= 1
    assert answers[2]["Cache-Control"] == "no-store"


@pytest.mark.parametrize("endpoint", ["token", "revoke", "device-authorization"])
def test_requests_that_make_no_sense_are_counted_too(client, settings, endpoint):
    settings.RATE_LIMIT_OAUTH = 3
    path = f"/oauth/{endpoint}"
    answers = [client.get(path), client.post(path, "{}", "application/json"), client.put(path)]

    assert [answer.status_code for answer in answers] == [405, 400, 405]
    assert client.get(path).status_code == 429


def test_an_app_is_refused_from_whatever_address(settings):
    settings.RATE_LIMIT_OAUTH = 1
    app, _ = new_app(signed_up()[0])
    answers = [
        send(Client(REMOTE_ADDR=new_address()), "token", client_id=app.client_id).status_code
        for _ in range(11)
    ]

    assert answers == [400] * 10 + [429]


def test_the_codes_of_devices_cannot_be_guessed_for_long(address, settings):
    settings.RATE_LIMIT_ADDRESS = 1000  # what is meant is the player's limit
    browser, _ = signed_in("ada", REMOTE_ADDR=address)
    _, code = device_begin(new_app(signed_up("maker")[0])[0], ["games:read"])
    guesses = [
        browser.post("/oauth/device", {"user_code": "BCDF-GHJK"}).status_code for _ in range(MAX_GUESSES)
    ]

    assert set(guesses) == {400}
    answer = browser.post("/oauth/device", {"user_code": code, "answer": "allow"})
    assert answer.status_code == 429
    assert DeviceCode.objects.get().state == "pending"
