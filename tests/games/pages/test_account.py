"""What a person does with their account: name, password, sessions, tokens, the end."""

from __future__ import annotations

import re
from urllib.parse import unquote

import pytest
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from games.accounts.models import Player, Token
from games.pages.passkey_pages import MAX_PASSKEYS
from games.people.models import Person
from games.people.services import sessions_end
from tests.support.accounts import bearer
from tests.support.people import PASSWORD, is_signed_in, sign_in, sign_up, text_of

pytestmark = pytest.mark.django_db

NEW = "another horse, another stapler"


def test_a_person_changes_the_name_and_signs_in_with_the_new_one(signed_in):
    answer = signed_in.post("/account/name", {"name": "lovelace"}, follow=True)

    assert "Your name is now lovelace." in text_of(answer)
    assert sign_in(Client(), "lovelace").status_code == 302
    assert sign_in(Client(), "ada").status_code == 200


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("bob", "This name is already in use."),
        ("moderator", "This name is reserved. Choose another one."),
        ("no", "Use 3 to 24 characters: letters, digits, _ and -."),
    ],
)
def test_a_name_that_cannot_be_taken_is_refused(signed_in, name, sentence):
    Player.objects.create(name="bob")

    assert sentence in text_of(signed_in.post("/account/name", {"name": name}))
    assert Player.objects.filter(name="ada").exists()


def test_a_change_of_case_is_a_change_of_name(signed_in):
    signed_in.post("/account/name", {"name": "Ada"})

    assert Player.objects.get().name == "Ada"


def test_a_new_password_ends_every_other_session(signed_in):
    other = Client()
    sign_in(other)

    signed_in.post("/account/password", {"password1": NEW, "password2": NEW})

    assert is_signed_in(signed_in)
    assert not is_signed_in(other)
    assert sign_in(Client(), password=PASSWORD).status_code == 200
    assert sign_in(Client(), password=NEW).status_code == 302


@pytest.mark.parametrize("password", ["short", "password1234"])
def test_a_password_that_is_short_or_common_is_refused(signed_in, password):
    signed_in.post("/account/password", {"password1": password, "password2": password})

    assert sign_in(Client()).status_code == 302


def test_the_password_cannot_be_removed_without_a_passkey(signed_in):
    signed_in.post("/account/password/remove")

    assert sign_in(Client()).status_code == 302


def test_an_account_has_twenty_passkeys(signed_in):
    user, kind = User.objects.get(), Authenticator.Type.WEBAUTHN
    for number in range(MAX_PASSKEYS):
        Authenticator.objects.create(user=user, type=kind, data={"name": str(number)})

    for ask in (signed_in.get, signed_in.post):
        assert "You have 20 passkeys; remove one first." in text_of(ask("/account/passkeys/add", follow=True))
    assert Authenticator.objects.filter(type=kind).count() == MAX_PASSKEYS


def test_what_changes_a_sign_in_asks_for_the_password_again_after_a_while(signed_in):
    session = signed_in.session
    for record in session["account_authentication_methods"]:
        record["at"] -= 16 * 60
    session.save()

    for path in ("password", "recovery-codes", "tokens", "delete", "email", "passkeys/add"):
        answer = signed_in.get(f"/account/{path}")
        assert unquote(answer["Location"]) == f"/account/confirm?next=/account/{path}"

    wrong = signed_in.post("/account/confirm?next=/account/tokens", {"password": "not this horse"})
    assert "Incorrect password" in text_of(wrong)
    right = signed_in.post("/account/confirm", {"password": PASSWORD, "next": "/account/tokens"})
    assert right["Location"] == "/account/tokens"
    assert signed_in.get("/account/tokens").status_code == 200


def test_sessions_are_listed_and_ended_one_by_one(signed_in):
    other = Client(headers={"User-Agent": "A phone <b>"})
    sign_in(other)
    page = signed_in.get("/account/sessions")
    assert "A phone &lt;b&gt;" in page.content.decode()

    (number,) = re.findall(r'name="session" value="(\d+)"', page.content.decode())
    signed_in.post("/account/sessions", {"session": number})

    assert not is_signed_in(other)
    assert is_signed_in(signed_in)


def test_who_signs_in_again_and_again_keeps_the_newest_sessions(signed_in, monkeypatch):
    monkeypatch.setattr("games.people.services.MAX_SESSIONS", 2)
    browsers = [Client() for _ in range(3)]
    for browser in browsers:
        sign_in(browser)

    assert [is_signed_in(browser) for browser in (signed_in, *browsers)] == [False, False, True, True]
    assert UserSession.objects.count() == Session.objects.count() == 2


def test_all_other_sessions_are_ended_at_once(signed_in):
    others = [Client(), Client()]
    for other in others:
        sign_in(other)

    signed_in.post("/account/sessions", {"session": "others"})

    assert [is_signed_in(each) for each in (signed_in, *others)] == [True, False, False]


def test_nobody_ends_the_session_of_another(signed_in):
    bob = Client()
    sign_up(bob, "bob")
    page = bob.get("/account/sessions").content.decode()
    assert "This browser" in page

    for number in ("1", "2", "3", "x", "9" * 30):
        bob.post("/account/sessions", {"session": number})

    assert is_signed_in(signed_in)


def test_a_token_is_made_shown_once_and_used(signed_in, client):
    wish = {"name": "my script", "scopes": ["games:read", "games:play"]}
    (plain,) = re.findall(r"sb_[\w-]+", signed_in.post("/account/tokens", wish).content.decode())

    assert client.get("/api/v1/me", headers=bearer(plain)).json()["name"] == "ada"
    assert plain not in signed_in.get("/account/tokens").content.decode()


def test_no_token_for_audits_and_none_without_scopes_can_be_made(signed_in):
    for scopes in (["audit"], [], ["everything"]):
        signed_in.post("/account/tokens", {"name": "mine", "scopes": scopes})

    assert not Token.objects.exists()


def test_an_account_is_deleted_with_all_that_it_was_signed_in_with(signed_in):
    assert "This is not your name." in text_of(signed_in.post("/account/delete", {"name": "bob"}))
    assert User.objects.exists()

    answer = signed_in.post("/account/delete", {"name": "ada"}, follow=True)

    assert "Your account has been deleted." in text_of(answer)
    assert not User.objects.exists()
    assert not Person.objects.exists()
    assert Player.objects.get().deleted_at
    assert not is_signed_in(signed_in)
    assert sign_in(Client()).status_code == 200


def test_a_deletion_through_the_api_ends_the_sessions_too(signed_in, client):
    wish = {"name": "mine", "scopes": ["account"]}
    (plain,) = re.findall(r"sb_[\w-]+", signed_in.post("/account/tokens", wish).content.decode())

    assert client.delete("/api/v1/me", headers=bearer(plain)).status_code == 204

    assert not is_signed_in(signed_in)
    assert not User.objects.exists()


def test_ended_sessions_leave_no_row(signed_in):
    sign_in(Client())

    assert sessions_end(Player.objects.get()) == 2
    assert not Session.objects.filter(expire_date__gt=timezone.now()).exists()


@pytest.mark.parametrize(
    "path",
    [
        "",
        "name",
        "password",
        "email",
        "passkeys",
        "passkeys/add",
        "recovery-codes",
        "sessions",
        "tokens",
        "delete",
    ],
)
def test_a_page_of_an_account_is_for_those_who_have_signed_in(client, signed_in, path):
    assert "/account/sign-in?next=" in client.get(f"/account/{path}")["Location"]
    assert signed_in.get(f"/account/{path}").status_code == 200
