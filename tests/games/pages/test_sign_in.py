"""People sign up, in and out with a browser."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client

from games.accounts.models import Player
from games.people.models import Person
from tests.support.people import PASSWORD, sign_in, sign_up, text_of

pytestmark = pytest.mark.django_db


def test_a_person_signs_up_and_is_signed_in(browser):
    answer = sign_up(browser)

    assert (answer.status_code, answer["Location"]) == (302, "/account/")
    assert "ada" in browser.get("/account/").content.decode()
    person = Person.objects.get()
    assert (person.player.name, person.player.is_bot, person.player.tokens.count()) == ("ada", False, 0)


def test_a_person_signs_out_and_in_again(browser):
    sign_up(browser)
    browser.post("/account/sign-out")
    assert browser.get("/account/")["Location"] == "/account/sign-in?next=/account/"

    answer = sign_in(browser, "ADA")

    assert (answer.status_code, answer["Location"]) == (302, "/account/")
    assert browser.get("/account/").status_code == 200


def test_the_password_is_kept_as_argon2(browser):
    sign_up(browser)

    assert User.objects.get().password.startswith("argon2$argon2id$")


def test_a_wrong_password_and_an_unknown_name_get_the_same_answer(browser):
    sign_up(browser)

    wrong, unknown = sign_in(Client(), password="another horse"), sign_in(Client(), "nobody-here")

    sentence = "The name or the password is wrong."
    assert text_of(wrong) == text_of(unknown)
    assert sentence in text_of(wrong)


@pytest.mark.parametrize("name", ["admin", "planner", "ab", "a b c", "deleted-1"])
def test_a_name_that_is_reserved_or_has_no_shape_is_refused(browser, name):
    assert sign_up(browser, name).status_code == 200
    assert not Player.objects.exists()


def test_a_name_in_use_is_refused_whatever_its_case(browser):
    Player.objects.create(name="ada")

    answer = sign_up(browser, "Ada")

    assert "This name is already in use." in answer.content.decode()
    assert not Person.objects.exists()


def test_an_operator_cannot_sign_in_here_nor_a_person_to_the_admin(browser):
    User.objects.create_superuser("operator", "op@example.org", PASSWORD)
    sign_up(browser)
    person = User.objects.get(person__isnull=False)

    assert sign_in(Client(), "operator").status_code == 200
    assert sign_in(Client(), "op@example.org").status_code == 200
    for name in ("ada", person.username):
        answer = Client().post("/admin/login/", {"username": name, "password": PASSWORD})
        assert answer.status_code == 200


NOT_A_PASSKEY = ("[" * 60_000, "[" * 900 + "]" * 900, "1" * 60_000, "1e999", "{}", "[]", "null", "{", '"a"')


@pytest.mark.parametrize("said", NOT_A_PASSKEY, ids=lambda said: f"{said[:3]} {len(said)}")
def test_what_is_no_passkey_signs_nobody_in(browser, said):
    assert browser.get("/account/sign-in").status_code == 200
    answer = browser.post("/account/sign-in/passkey", {"credential": said}, follow=True)

    assert answer.status_code == 200
    assert "_auth_user_id" not in browser.session


@pytest.mark.parametrize("said", NOT_A_PASSKEY, ids=lambda said: f"{said[:3]} {len(said)}")
@pytest.mark.parametrize("path", ["/account/confirm/passkey", "/account/passkeys/add"])
def test_nor_does_it_count_as_one_afterwards(signed_in, path, said):
    assert signed_in.post(path, {"credential": said}, follow=True).status_code == 200


@pytest.mark.parametrize("field", ["suspended_at", "deleted_at"])
def test_the_sessions_of_suspended_and_deleted_players_end(browser, field):
    sign_up(browser)
    Player.objects.update(**{field: "2026-01-01T00:00:00Z"})

    assert browser.get("/account/").status_code == 302
    other = Client()
    assert sign_in(other).headers.get("Location", "") in ("", "/account/suspended")
    assert other.get("/account/").status_code == 302


def test_the_cookie_of_a_session_is_for_this_host_and_no_script(browser):
    cookie = sign_up(browser).cookies["session"]

    assert (cookie["path"], cookie["samesite"], cookie["httponly"]) == ("/", "Lax", True)


def test_a_request_of_the_api_neither_reads_nor_sets_a_cookie(browser, django_assert_num_queries):
    sign_up(browser)

    with django_assert_num_queries(0):
        answer = browser.get("/api/v1")

    assert not answer.cookies


def test_a_page_has_a_strict_policy_and_is_not_stored(browser):
    answer = browser.get("/account/sign-in")

    assert "script-src 'self';" in answer["Content-Security-Policy"]
    assert "unsafe" not in answer["Content-Security-Policy"]
    assert "no-store" in answer["Cache-Control"]


def test_a_page_lets_browsers_say_where_a_form_comes_from(browser):
    """With `no-referrer` they would send `Origin: null`, and every form would be refused."""
    for path in ("/account/sign-in", "/admin/login/"):
        assert browser.get(path)["Referrer-Policy"] == "same-origin"


def test_a_form_without_its_token_is_refused_with_a_page(db):
    answer = Client(enforce_csrf_checks=True).post("/account/sign-in", {"login": "ada", "password": "x"})

    assert (answer.status_code, answer["Content-Type"]) == (403, "text/html; charset=utf-8")
    assert "The form has expired" in answer.content.decode()


def test_an_unknown_page_is_a_page_and_an_unknown_address_of_the_api_a_problem(browser):
    assert "There is no such page" in browser.get("/account/nowhere").content.decode()
    assert browser.get("/api/v1/nowhere")["Content-Type"] == "application/problem+json"
