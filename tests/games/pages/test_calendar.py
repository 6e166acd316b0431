"""The page with the address of a calendar feed, and the service worker of the web page."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games.calendars.models import Calendar
from games.people.models import Person
from tests.support.people import sign_up, text_of

pytestmark = pytest.mark.django_db

PAGE = "/account/calendar"


def test_an_address_is_shown_once_renewed_and_ended(signed_in):
    addresses = []
    for _ in range(2):
        page = signed_in.post(PAGE, {"wish": "renew"}).content.decode()
        addresses.append(re.findall(r"http://testserver(/api/v1/calendars/\S+\.ics)", page)[0])

    assert [Client().get(path).status_code for path in addresses] == [404, 200]
    assert addresses[1] not in signed_in.get(PAGE).content.decode()
    signed_in.post(PAGE, {"wish": "end"})
    assert Client().get(addresses[1]).status_code == 404
    assert not Calendar.objects.exists()


def test_strangers_are_asked_to_sign_in(browser):
    assert browser.post(PAGE).headers["Location"].startswith("/account/sign-in")


def test_forms_of_another_site_are_refused():
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(_person())

    assert browser.post(PAGE, {"wish": "renew"}).status_code == 403
    assert not Calendar.objects.exists()


def _person():
    sign_up(Client())
    return Person.objects.get().user


def test_the_page_is_in_polish_too(signed_in):
    shown = text_of(signed_in.get(PAGE, headers={"Accept-Language": "pl"}))

    assert "Kalendarz" in shown
    assert "Utwórz adres" in shown


def test_the_service_worker_is_that_of_all_pages(browser):
    answer = browser.get("/push-worker.js")

    assert answer["Content-Type"].startswith("text/javascript")
    assert "showNotification" in answer.content.decode()
    assert "default-src 'none'" in answer["Content-Security-Policy"]  # it loads nothing
