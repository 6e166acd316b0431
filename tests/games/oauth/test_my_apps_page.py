"""The pages about the apps that one has registered."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games.oauth.models import App
from games.oauth.services import MAX_APPS
from tests.support.accounts import signed_up
from tests.support.oauth import REDIRECT, basic, new_app, send, signed_in

pytestmark = pytest.mark.django_db
PAGE = "/account/apps"


@pytest.fixture
def ada():
    return signed_in("ada")


def test_an_app_is_registered_changed_and_deleted_by_page(ada):
    browser, _ = ada
    wish = {"name": "Pocket", "redirect_uris": f"{REDIRECT}\r\nhttp://127.0.0.1/x"}
    answer = browser.post(f"{PAGE}/new", wish)
    app = App.objects.get()
    assert (answer.status_code, app.redirect_uris) == (200, [REDIRECT, "http://127.0.0.1/x"])
    assert app.client_id in answer.content.decode()
    assert not app.is_confidential

    browser.post(f"{PAGE}/{app.id}", {"name": "Pocket 2", "redirect_uris": ""})
    app.refresh_from_db()
    assert (app.name, app.redirect_uris) == ("Pocket 2", [])
    assert "Pocket 2" in browser.get(PAGE).content.decode()

    assert browser.post(f"{PAGE}/{app.id}/remove").status_code == 302
    assert not App.objects.exists()


def test_a_secret_is_shown_once_and_renewed(client, ada):
    browser, _ = ada
    wish = {"name": "Pocket", "redirect_uris": REDIRECT, "confidential": "on"}
    first = secret_on(browser.post(f"{PAGE}/new", wish))
    app = App.objects.get()
    assert first not in browser.get(f"{PAGE}/{app.id}").content.decode()
    assert send(client, "revoke", basic(app, first), token="x").status_code == 200

    second = secret_on(browser.post(f"{PAGE}/{app.id}/secret"))
    assert send(client, "revoke", basic(app, first), token="x").status_code == 401
    app.refresh_from_db()
    assert send(client, "revoke", basic(app, second), token="x").status_code == 200


def secret_on(answer) -> str:
    (found,) = re.findall(r"sbs_[\w-]+", answer.content.decode())
    return str(found)


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("name", "", "required"),
        ("name", "Signalbox", "reserved"),
        ("homepage", "javascript:alert(1)", "begins with https"),
        ("redirect_uris", "http://evil.example/", "https, http on a loopback"),
    ],
)
def test_what_the_api_refuses_the_page_refuses(ada, field, value, sentence):
    answer = ada[0].post(f"{PAGE}/new", {"name": "Pocket", "redirect_uris": REDIRECT, field: value})

    assert answer.status_code == 400
    assert sentence in answer.content.decode()
    assert not App.objects.exists()


def test_apps_of_others_have_no_page(ada):
    app, _ = new_app(signed_up("bob")[0], confidential=True)

    for path in ("", "/secret", "/remove"):
        assert ada[0].post(f"{PAGE}/{app.id}{path}", {"name": "Mine"}).status_code == 404
    app.refresh_from_db()
    assert app.name == "Pocket"


def test_an_account_with_many_apps_is_told_so(ada):
    for number in range(MAX_APPS):
        new_app(ada[1], name=f"App {number}")

    assert "can have 20 apps" in ada[0].get(PAGE).content.decode()
    ada[0].post(f"{PAGE}/new", {"name": "One more", "redirect_uris": REDIRECT})
    assert App.objects.count() == MAX_APPS


@pytest.mark.parametrize("path", ["", "/new"])
def test_it_takes_a_person_who_has_signed_in(path):
    assert Client().get(f"{PAGE}{path}").status_code == 302
