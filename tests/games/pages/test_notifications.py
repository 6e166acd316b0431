"""The page with the browsers for pushes and a calendar address."""

from __future__ import annotations

import json
import logging
import re

import pytest
from django.test import Client

from games.calendars.models import Calendar
from games.notifications.models import PushSubscription
from games.people.models import Person
from tests.support.people import sign_up, text_of
from tests.support.push_service import Browser

pytestmark = pytest.mark.django_db

PAGE = "/account/notifications"


def subscription(endpoint: str = "https://push.example.org/send/1") -> str:
    return json.dumps(Browser().subscription(endpoint))


@pytest.fixture(autouse=True)
def _anywhere(monkeypatch) -> None:
    """No name is looked up."""
    monkeypatch.setattr("games.notifications.subscriptions.check_url", lambda *_: None)


def test_a_browser_is_subscribed_and_removed(signed_in, caplog):
    caplog.set_level(logging.INFO)
    body = {"subscription": subscription(), "description": "<b>my phone</b>"}
    page = signed_in.post(f"{PAGE}/browsers", body, follow=True).content.decode()

    assert "&lt;b&gt;my phone&lt;/b&gt;" in page
    row = PushSubscription.objects.get()
    assert str(row.id) in page
    Client().post(f"{PAGE}/browsers/{row.id}/end")  # somebody else
    assert PushSubscription.objects.exists()
    signed_in.post(f"{PAGE}/browsers/{row.id}/end")
    assert not PushSubscription.objects.exists()
    assert signed_in.post(f"{PAGE}/browsers/{row.id}/end").status_code == 302
    assert "a person subscribed a browser" in caplog.messages
    assert "push.example.org" not in caplog.text


@pytest.mark.parametrize(
    "wrong",
    [
        *("", "no json", "[]", "{}", '{"endpoint": "https://x", "keys": {}}'),
        pytest.param("[" * 60_000, id="deep"),
    ],
)
def test_what_is_no_subscription_is_refused(signed_in, wrong):
    shown = text_of(signed_in.post(f"{PAGE}/browsers", {"subscription": wrong}, follow=True))

    assert "This browser could not be subscribed." in shown
    assert not PushSubscription.objects.exists()


def test_an_account_has_ten_browsers(signed_in):
    for number in range(10):
        signed_in.post(
            f"{PAGE}/browsers", {"subscription": subscription(f"https://push.example.org/{number}")}
        )
    shown = text_of(signed_in.post(f"{PAGE}/browsers", {"subscription": subscription()}, follow=True))

    assert "An account can have 10 browsers." in shown
    assert PushSubscription.objects.count() == 10


def test_a_calendar_address_is_shown_once_renewed_and_ended(signed_in):
    addresses = []
    for _ in range(2):
        page = signed_in.post(f"{PAGE}/calendar", {"wish": "renew"}).content.decode()
        addresses.append(re.findall(r"http://testserver(/api/v1/calendars/\S+\.ics)", page)[0])

    assert [Client().get(path).status_code for path in addresses] == [404, 200]
    assert addresses[1] not in signed_in.get(PAGE).content.decode()
    signed_in.post(f"{PAGE}/calendar", {"wish": "end"})
    assert Client().get(addresses[1]).status_code == 404
    assert not Calendar.objects.exists()


def test_a_server_without_pushes_says_so(signed_in, settings):
    settings.VAPID_KEY = None
    shown = text_of(signed_in.get(PAGE))

    assert "This server sends no pushes." in shown
    answer = signed_in.post(f"{PAGE}/browsers", {"subscription": subscription()}, follow=True)
    assert "This browser could not be subscribed." in text_of(answer)


def test_strangers_are_asked_to_sign_in(browser):
    for path in (f"{PAGE}/browsers", f"{PAGE}/calendar"):
        assert browser.post(path).headers["Location"].startswith("/account/sign-in")


def test_forms_of_another_site_are_refused():
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(_person())

    for path in (f"{PAGE}/browsers", f"{PAGE}/calendar"):
        assert browser.post(path, {"wish": "renew"}).status_code == 403
    assert not Calendar.objects.exists()


def _person():
    sign_up(Client())
    return Person.objects.get().user


def test_the_page_is_in_polish_too(signed_in):
    shown = text_of(signed_in.get(PAGE, headers={"Accept-Language": "pl"}))

    assert "Przeglądarki i kalendarz" in shown


def test_the_service_worker_comes_from_the_origin_of_the_pages(browser):
    answer = browser.get("/account/push-worker.js")

    assert answer["Content-Type"].startswith("text/javascript")
    assert "showNotification" in answer.content.decode()
    assert answer["Cache-Control"] == "no-store"
