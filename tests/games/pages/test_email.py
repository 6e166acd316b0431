"""E-mail addresses: optional, confirmed, and of use only then."""

from __future__ import annotations

import re
from typing import ClassVar

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.cache import cache
from django.test import Client

from games.accounts.models import Player
from games.people.passwords import Argon2
from games.people.selectors import verified_email
from games.people.services import person_sign_up
from tests.support.people import PASSWORD, is_signed_in, link_in, sign_in, sign_up, text_of

pytestmark = pytest.mark.django_db

ADDRESS = "ada@example.org"
NEW = "another horse, another stapler"


def add(browser: Client, address: str = ADDRESS):
    return browser.post("/account/email", {"email": address, "action_add": ""}, follow=True)


@pytest.fixture
def confirmed(signed_in) -> Client:
    add(signed_in)
    signed_in.post(link_in(mail.outbox[0]))
    mail.outbox.clear()
    return signed_in


def test_an_address_is_used_once_it_is_confirmed(signed_in):
    add(signed_in)
    (sent,) = mail.outbox
    assert (sent.to, sent.subject) == ([ADDRESS], "Confirm your e-mail address")
    assert "ada at testserver says that this is their e-mail address." in sent.body
    assert verified_email(Player.objects.get()) is None
    assert sign_in(Client(), ADDRESS).status_code == 200

    stranger = Client()
    assert "Is ada@example.org the address of ada?" in text_of(stranger.get(link_in(sent)))
    stranger.post(link_in(sent))

    assert verified_email(Player.objects.get()) == ADDRESS
    assert sign_in(Client(), ADDRESS.upper()).status_code == 302
    assert not is_signed_in(stranger)


class Counting(Argon2):
    """Counts how often a password is hashed."""

    done: ClassVar[list[str]] = []

    def encode(self, password: str, salt: str) -> str:
        self.done.append("encode")
        return str(super().encode(password, salt))

    def verify(self, password: str, encoded: str) -> bool:
        self.done.append("verify")
        return bool(super().verify(password, encoded))


@pytest.mark.parametrize("password", [PASSWORD, "another horse"])
@pytest.mark.parametrize(
    "login",
    ["ada", "nobody-here", ADDRESS, "stranger@example.org", "new@example.org", "by-passkey", "no name", "@"],
)
def test_the_work_of_a_sign_in_does_not_tell_whether_there_is_an_account(
    confirmed, settings, login, password
):
    add(confirmed, "new@example.org")
    person_sign_up(name="by-passkey", password=None, language="en")
    settings.PASSWORD_HASHERS = [f"{Counting.__module__}.{Counting.__name__}"]
    Counting.done.clear()
    answer = sign_in(Client(), login, password)

    assert len(Counting.done) == 1
    assert (answer.status_code == 302) == (login in ("ada", ADDRESS) and password == PASSWORD)


def test_a_reset_hashes_nothing_whether_the_address_is_known_or_not(confirmed, settings):
    settings.PASSWORD_HASHERS = [f"{Counting.__module__}.{Counting.__name__}"]
    Counting.done.clear()
    for address in (ADDRESS, "stranger@example.org"):
        Client().post("/account/password/forgotten", {"email": address})

    assert Counting.done == []
    assert len(mail.outbox) == 2


def test_a_forgotten_password_is_set_anew_by_mail(confirmed):
    browser = Client()
    answer = browser.post("/account/password/forgotten", {"email": ADDRESS}, follow=True)
    assert "Look at your mail" in text_of(answer)
    (sent,) = mail.outbox
    assert "Hello ada," in sent.body

    form = browser.get(link_in(sent), follow=True)
    browser.post(form.wsgi_request.path, {"password1": NEW, "password2": NEW})

    assert sign_in(Client(), password=NEW).status_code == 302
    assert sign_in(Client(), password=PASSWORD).status_code == 200
    assert not is_signed_in(confirmed)  # whoever knew the old one is out
    assert "The link no longer works" in text_of(Client().get(link_in(sent), follow=True))


@pytest.mark.parametrize("known", [True, False])
def test_no_mail_leads_to_a_host_that_its_asker_has_named(confirmed, settings, known):
    """To reset a password, to be told that there is none to reset, and to confirm an address."""
    settings.ALLOWED_HOSTS = ["testserver", ".example.org"]
    settings.PUBLIC_URL = "https://signalbox.example.net"
    evil = {"Host": "evil.example.org:31337"}
    address = ADDRESS if known else "stranger@example.org"
    Client().post("/account/password/forgotten", {"email": address}, headers=evil)
    confirmed.post("/account/email", {"email": "new@example.org", "action_add": ""}, headers=evil)

    assert len(mail.outbox) == 2
    for sent in mail.outbox:
        assert re.findall(r"https?://[^/\s]+", str(sent.body)) == ["https://signalbox.example.net"]
        assert "at signalbox.example.net" in sent.body
        assert "evil" not in f"{sent.subject} {sent.body}"


def test_a_mail_that_only_tells_names_this_server(confirmed, settings):
    settings.ALLOWED_HOSTS = ["evil.example.org"]
    confirmed.post(
        "/account/password", {"password1": NEW, "password2": NEW}, headers={"Host": "evil.example.org"}
    )

    (sent,) = mail.outbox
    assert "evil" not in f"{sent.subject} {sent.body}"


def test_nobody_learns_from_a_reset_whether_an_address_is_known(confirmed):
    known, unknown = (
        Client().post("/account/password/forgotten", {"email": address}, follow=True)
        for address in (ADDRESS, "stranger@example.org")
    )

    assert text_of(known) == text_of(unknown)
    assert [sent.to for sent in mail.outbox] == [[ADDRESS], ["stranger@example.org"]]
    assert "No account has confirmed it" in mail.outbox[1].body


def test_an_address_that_is_not_confirmed_gets_no_link(signed_in):
    add(signed_in)
    mail.outbox.clear()

    Client().post("/account/password/forgotten", {"email": ADDRESS})

    assert "/account/password/reset/" not in mail.outbox[0].body


def test_nobody_learns_by_adding_an_address_whether_another_has_it(confirmed):
    bob = Client()
    sign_up(bob, "bob")
    cache.clear()  # what is meant is not the limit on mails to one address in a minute

    taken = text_of(add(bob, ADDRESS)).replace(ADDRESS, "…")
    sign_up(cleo := Client(), "cleo")
    free = text_of(add(cleo, "free@example.org")).replace("free@example.org", "…")

    assert taken.replace("bob", "…") == free.replace("cleo", "…")
    assert [sent.to for sent in mail.outbox] == [[ADDRESS], ["free@example.org"]]
    bob.post(link_in(mail.outbox[0]))
    assert verified_email(Player.objects.get(name="bob")) is None
    assert verified_email(Player.objects.get(name="ada")) == ADDRESS


def test_an_address_is_removed(confirmed):
    confirmed.post("/account/email", {"email": ADDRESS, "action_remove": ""})

    assert not EmailAddress.objects.exists()
    assert verified_email(Player.objects.get()) is None


def test_nobody_touches_the_address_of_another(confirmed):
    bob = Client()
    sign_up(bob, "bob")

    for action in ("action_remove", "action_primary", "action_send"):
        bob.post("/account/email", {"email": ADDRESS, action: ""})

    assert verified_email(Player.objects.get(name="ada")) == ADDRESS
    assert not mail.outbox


def test_a_change_of_the_password_is_told_by_mail(confirmed):
    confirmed.post("/account/password", {"password1": NEW, "password2": NEW})

    (sent,) = mail.outbox
    assert sent.to == [ADDRESS]
    assert NEW not in sent.body


def test_a_mail_server_that_is_away_keeps_nobody_from_the_page(signed_in, monkeypatch, caplog):
    def away(*_: object, **__: object) -> int:
        raise ConnectionRefusedError

    monkeypatch.setattr("django.core.mail.EmailMessage.send", away)

    assert add(signed_in).status_code == 200
    assert "mail could not be sent: ConnectionRefusedError" in caplog.text


def test_a_server_without_mail_asks_for_no_address(signed_in, settings):
    assert "E-mail address" in text_of(signed_in.get("/account/"))
    settings.HAS_MAIL = False

    assert "E-mail address" not in text_of(signed_in.get("/account/"))
    for path in ("/account/email", "/account/password/forgotten"):
        answer = signed_in.get(path)
        assert answer.status_code == 404
        assert "This server sends no e-mail" in text_of(answer)
