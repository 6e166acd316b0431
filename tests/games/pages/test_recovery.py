"""Recovery codes, and claims of accounts that have tokens only."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from allauth.mfa.models import Authenticator
from django.test import Client
from django.utils import timezone

from games.accounts.models import Player
from games.accounts.services import FIRST_SCOPES
from games.people import claims
from games.people.recovery_codes import codes_left
from games.people.selectors import can_sign_in
from tests.support.accounts import signed_up, token_for
from tests.support.people import PASSWORD, is_signed_in, sign_in, text_of

pytestmark = pytest.mark.django_db


def codes_of(browser: Client) -> list[str]:
    page = browser.post("/account/recovery-codes", follow=True).content.decode()
    return re.findall(r"<li>(\d{4} \d{4} \d{4})</li>", page)


def recover(browser: Client, code: str, login: str = "ada"):
    return browser.post("/account/sign-in/recovery", {"login": login, "code": code})


def test_a_recovery_code_signs_in_once(signed_in):
    codes = codes_of(signed_in)
    assert len(set(codes)) == 10
    first, again = Client(), Client()

    recover(first, codes[3])
    refused = recover(again, codes[3])

    assert is_signed_in(first)
    assert "The name or the code is wrong." in text_of(refused)
    assert not is_signed_in(again)
    assert len(codes_left(Player.objects.get().person.user)) == 9


def test_who_came_in_by_a_code_can_set_a_new_password_without_the_old_one(signed_in):
    browser, new = Client(), "another horse, another stapler"
    recover(browser, codes_of(signed_in)[0])

    browser.post("/account/password", {"password1": new, "password2": new})

    assert sign_in(Client(), password=new).status_code == 302


def test_new_codes_replace_the_old_ones(signed_in):
    (old, *_), (new, *_) = codes_of(signed_in), codes_of(signed_in)

    recover(stranger := Client(), old)
    assert not is_signed_in(stranger)
    recover(stranger, new)
    assert is_signed_in(stranger)


def test_a_wrong_code_an_unknown_name_and_no_codes_at_all_look_the_same(signed_in):
    said = {text_of(recover(Client(), "1234 5678 9012", name)) for name in ("ada", "nobody-here")}
    codes_of(signed_in)
    said.add(text_of(recover(Client(), "1234 5678 9012")))

    assert {text.count("The name or the code is wrong.") for text in said} == {1}


def test_the_database_does_not_show_the_codes(signed_in):
    codes_of(signed_in)

    seed = Authenticator.objects.get().data["seed"]
    assert seed.startswith("gAAAA")  # a token of Fernet


def test_codes_under_a_sealing_key_that_is_gone_are_no_codes(signed_in, settings):
    code, *_ = codes_of(signed_in)
    settings.SEALING_KEY = b"n" * 32

    assert "0 codes left" in text_of(signed_in.get("/account/"))
    assert "The name or the code is wrong." in text_of(recover(Client(), code))
    assert len(codes_of(signed_in)) == 10


def claim(client, headers) -> str:
    answer = client.post("/api/v1/me/claim", headers=headers)
    assert answer.status_code == 201, answer.json()
    assert answer["Cache-Control"] == "no-store"
    return str(answer.json()["url"])


def test_an_account_with_tokens_only_is_claimed_with_a_password(client, browser):
    _, headers = signed_up("ada")
    url = claim(client, headers)
    assert url.startswith("http://testserver/account/claim/")
    assert "Sign in as ada from now on" in text_of(browser.get(url))

    browser.post(url, {"password": PASSWORD})

    assert is_signed_in(browser)
    assert sign_in(Client()).status_code == 302
    assert client.get("/api/v1/me", headers=headers).status_code == 200


def test_the_link_of_a_claim_leads_to_the_server_whatever_host_was_asked(client, settings):
    settings.ALLOWED_HOSTS, settings.PUBLIC_URL = ["evil.example.org"], "https://signalbox.example.net"
    _, headers = signed_up("ada")
    answer = client.post("/api/v1/me/claim", headers={**headers, "Host": "evil.example.org"})

    assert answer.json()["url"].startswith("https://signalbox.example.net/account/claim/")


def test_the_link_of_a_claim_works_once(client, browser):
    url = claim(client, signed_up("ada")[1])
    browser.post(url, {"password": PASSWORD})

    assert Client().get(url).status_code == 404
    assert Client().post(url, {"password": "somebody else's horse"}).status_code == 404
    assert sign_in(Client()).status_code == 302


def test_an_account_that_can_be_signed_in_to_is_not_claimed_again(client, browser):
    _, headers = signed_up("ada")
    browser.post(claim(client, headers), {"password": PASSWORD})

    answer = client.post("/api/v1/me/claim", headers=headers)

    assert (answer.status_code, answer.json()["code"]) == (409, "signs_in_already")


def test_a_claim_without_a_password_goes_on_to_a_passkey_and_does_not_end_the_link(client, browser):
    url = claim(client, signed_up("ada")[1])

    answer = browser.post(url, {"password": ""})

    assert answer["Location"] == "/account/sign-up/passkey/new"
    assert not is_signed_in(browser)
    assert Client().get(url).status_code == 200


def test_the_link_of_a_claim_ends_after_a_while_and_cannot_be_made_up(client, browser, monkeypatch):
    url = claim(client, signed_up("ada")[1])

    assert browser.get(url[:-1] + ("x" if url[-1] != "x" else "y")).status_code == 404
    monkeypatch.setattr(claims, "LASTS", timedelta(seconds=-1))
    assert browser.get(url).status_code == 404


def test_a_suspended_player_claims_nothing(client, browser):
    url = claim(client, signed_up("ada")[1])
    Player.objects.update(suspended_at=timezone.now())

    assert browser.get(url).status_code == 404


@pytest.mark.parametrize("lacking", FIRST_SCOPES)
def test_a_claim_needs_a_token_with_every_scope_of_a_first_one(client, lacking):
    player, _ = signed_up("ada")
    held = [scope for scope in FIRST_SCOPES if scope != lacking]

    answer = client.post("/api/v1/me/claim", headers=token_for(player, *held))

    assert (answer.status_code, answer.json()["context"]["scope"]) == (403, lacking)


def test_a_token_that_expires_claims_nothing(client):
    player, _ = signed_up("ada")
    soon = timezone.now() + timedelta(days=3650)

    answer = client.post("/api/v1/me/claim", headers=token_for(player, *FIRST_SCOPES, expires_at=soon))

    assert (answer.status_code, answer.json()["code"]) == (403, "lasting_token_required")


def test_the_link_of_a_claim_ends_with_the_token_that_made_it(client, browser):
    player, headers = signed_up("ada")
    url = claim(client, headers)
    assert browser.get(url).status_code == 200
    player.tokens.all().delete()

    assert browser.get(url).status_code == 404
    assert browser.post(url, {"password": PASSWORD}).status_code == 404
    assert not can_sign_in(player)


def test_the_account_is_told_which_token_made_a_link(client):
    player, headers = signed_up("ada")
    claim(client, headers)

    (told,) = client.get("/api/v1/me/notices", headers=headers).json()["items"]
    assert (told["kind"], told["data"]) == ("account.claim_requested", {"token": str(player.tokens.get().pk)})


def test_a_refused_claim_is_not_told(client, browser):
    _, headers = signed_up("ada")
    browser.post(claim(client, headers), {"password": PASSWORD})
    client.post("/api/v1/me/claim", headers=headers)

    assert len(client.get("/api/v1/me/notices", headers=headers).json()["items"]) == 1
