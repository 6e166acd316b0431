"""Attempts are limited by address and by name, and counted for all processes together."""

from __future__ import annotations

import logging

import pytest
from django.test import Client

from games.accounts.models import Player
from games.redis_clients import new_client
from tests.support.people import PASSWORD, is_signed_in, sign_in, sign_up, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nothing_counted(redis_url) -> None:
    new_client(redis_url).flushdb()


@pytest.fixture
def few(settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"login_failed": "3/15m/ip,5/15m/key"}


@pytest.mark.usefixtures("few")
def test_after_some_wrong_passwords_even_the_right_one_is_refused(signed_in):
    for _ in range(3):
        assert "is wrong" in text_of(sign_in(Client(), password="not this horse"))

    browser = Client()
    assert "Too many failed login attempts" in text_of(sign_in(browser))
    assert not is_signed_in(browser)
    assert is_signed_in(signed_in)


@pytest.mark.usefixtures("few")
def test_while_redis_is_away_passwords_cannot_be_guessed_without_end(signed_in, settings):
    settings.REDIS_URL = "unix:///nowhere/redis.sock"
    for _ in range(3):
        assert "is wrong" in text_of(sign_in(Client(), password="not this horse"))

    browser = Client()
    assert "Too many failed login attempts" in text_of(sign_in(browser))
    assert not is_signed_in(browser)
    assert is_signed_in(signed_in)


@pytest.mark.usefixtures("few")
def test_a_name_is_guarded_against_many_addresses(signed_in):
    tries = [Client(REMOTE_ADDR=f"10.0.0.{number}") for number in range(6)]
    for browser in tries[:5]:
        sign_in(browser, password="not this horse")

    assert "Too many failed login attempts" in text_of(sign_in(tries[5]))


@pytest.mark.usefixtures("few")
def test_recovery_codes_are_guarded_too(signed_in):
    said = [
        text_of(Client().post("/account/sign-in/recovery", {"login": "ada", "code": f"{number:012}"}))
        for number in range(4)
    ]

    assert ["The name or the code is wrong." in text for text in said] == [True, True, True, False]
    assert "Too many attempts." in said[3]


def test_accounts_made_here_and_through_the_api_count_together(settings, client):
    settings.RATE_LIMIT_SIGN_UP = 2
    assert client.post("/api/v1/players", {"name": "by-api"}, "application/json").status_code == 201
    assert sign_up(Client(), "by-page").status_code == 302

    refused = sign_up(Client(), "one-more")

    assert refused.status_code == 200
    assert not Player.objects.filter(name="one-more").exists()


def test_a_limit_of_a_whole_page_is_a_page(settings):
    settings.ACCOUNT_RATE_LIMITS = {"login": "1/m/ip"}
    sign_in(Client())

    answer = sign_in(Client())

    assert (answer.status_code, answer["Content-Type"]) == (429, "text/html; charset=utf-8")
    assert "Too many attempts" in text_of(answer)


def test_what_happens_to_a_sign_in_is_logged_without_a_secret(caplog, browser):
    caplog.set_level(logging.INFO, "signalbox.people")
    sign_up(browser)
    sign_in(Client(), "ada-the-secret", "not this horse")

    lines = [record for record in caplog.records if record.name == "signalbox.people"]
    assert [line.getMessage() for line in lines] == [
        "a person signed up",
        "a person signed in",
        "a sign-in failed",
    ]
    assert lines[1].__dict__["player"] == str(Player.objects.get().pk)
    assert lines[2].__dict__["address"] == "127.0.0.1"
    assert not any(word in str(line.__dict__) for line in lines for word in (PASSWORD, "horse", "secret"))


def test_every_page_is_limited_by_address(settings, signed_in):
    settings.RATE_LIMIT_ADDRESS = 3
    paths = ("/account/", "/account/name", "/account/tokens", "/account/calendar")
    answers = [signed_in.get(path, REMOTE_ADDR="10.0.0.8") for path in paths]

    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    assert "Too many attempts" in text_of(answers[3])
    assert 0 < int(answers[3]["Retry-After"]) <= 60
    assert answers[3]["Cache-Control"] == "no-store"
    assert Client(REMOTE_ADDR="10.0.0.9").get("/account/sign-in").status_code == 200


def test_programs_of_oauth_have_limits_of_their_own(settings, client):
    settings.RATE_LIMIT_ADDRESS = 1

    assert [client.post("/oauth/token").status_code for _ in range(3)] == [400, 400, 400]
