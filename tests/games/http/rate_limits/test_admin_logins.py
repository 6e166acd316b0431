"""Nobody can guess the operator's password without end, or make the server check passwords without end."""

from __future__ import annotations

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest
from django.contrib.auth.models import User

import config.urls
from tests.support.rate_limits import new_address

pytestmark = pytest.mark.django_db
LOGIN = "/admin/login/"
RIGHT, WRONG = "a long enough secret", "a long enough guess"


@pytest.fixture(autouse=True)
def few(counters, settings) -> None:
    settings.RATE_LIMIT_SIGN_IN = 3
    settings.RATE_LIMIT_ADDRESS = 1000  # what is meant is the limit of logins
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def checked(monkeypatch) -> list[str]:
    """The passwords that were checked."""
    seen: list[str] = []

    def check(user: User, password: str) -> bool:
        seen.append(password)
        return password == RIGHT

    monkeypatch.setattr(User, "check_password", check)
    return seen


@pytest.fixture
def operator(checked) -> str:
    return User.objects.create_superuser(f"operator-{new_address()}", password=RIGHT).username


def log_in(client, name: str, password: str = WRONG, **more: str):
    return client.post(LOGIN, {"username": name, "password": password}, **more)


def refused(answer, policy: str) -> None:
    assert (answer.status_code, answer.json()["code"]) == (429, "throttled")
    assert [found["name"] for found in answer.json()["context"]["policies"]] == [policy]
    assert 0 < int(answer["Retry-After"]) <= 900


def test_an_address_that_has_failed_often_waits_and_no_password_is_checked(client, operator, checked):
    assert [log_in(client, operator).status_code for _ in range(3)] == [200, 200, 200]
    assert checked == [WRONG] * 3

    refused(log_in(client, operator), "admin_address")
    refused(log_in(client, operator, RIGHT), "admin_address")
    refused(log_in(client, "somebody-else"), "admin_address")
    assert checked == [WRONG] * 3


def test_many_addresses_do_not_guess_for_one_name_without_end(client, operator, checked):
    for number in range(30):
        name = operator.upper() if number % 2 else f" {operator} "
        assert log_in(client, name, REMOTE_ADDR=new_address()).status_code == 200
    before = len(checked)

    refused(log_in(client, operator, REMOTE_ADDR=new_address()), "admin_name")
    assert len(checked) == before
    assert log_in(client, "somebody-else", REMOTE_ADDR=new_address()).status_code == 200


def test_while_redis_is_away_passwords_cannot_be_guessed_without_end(client, operator, checked, settings):
    settings.REDIS_URL = "unix:///nowhere/redis.sock"
    assert [log_in(client, operator).status_code for _ in range(3)] == [200, 200, 200]

    refused(log_in(client, operator, RIGHT), "admin_address")
    assert checked == [WRONG] * 3


def test_who_knows_the_password_is_never_refused(client, operator, checked):
    assert [log_in(client, operator, RIGHT).status_code for _ in range(8)] == [302] * 8


def test_looking_at_the_form_does_not_count(client, operator):
    assert [client.get(LOGIN).status_code for _ in range(8)] == [200] * 8
    assert log_in(client, operator, RIGHT).status_code == 302


def test_the_pages_can_be_left_out(client, settings, monkeypatch):
    settings.ADMIN = "off"
    spec = spec_from_file_location("urls_without_admin", Path(config.urls.__file__))
    assert spec
    assert spec.loader
    without = module_from_spec(spec)
    spec.loader.exec_module(without)
    monkeypatch.setitem(sys.modules, "urls_without_admin", without)
    assert client.get(LOGIN).status_code == 200
    settings.ROOT_URLCONF = "urls_without_admin"

    for path in ("/admin/", LOGIN, "/admin/games/game/"):
        assert client.get(path).status_code == 404
    assert log_in(client, "operator").status_code == 404
    assert client.get("/healthz").status_code == 200
