"""Unsubscribe links work without signing in, and only a click changes anything."""

import logging

import pytest
from django.test import Client

from games.deliveries.models import Channel
from games.notifications.unsubscription import unsubscribe_path
from games.people.models import NotificationChoice
from tests.support.callers import Caller

pytestmark = pytest.mark.django_db
ONE_CLICK = {"List-Unsubscribe": "One-Click"}


@pytest.fixture
def browser() -> Client:
    """Of somebody who is not signed in; it insists on tokens against forged requests."""
    return Client(enforce_csrf_checks=True)


def chosen(person: Caller) -> None:
    NotificationChoice.objects.create(player=person.player, email="each", push=True)


def choice(person: Caller) -> tuple[str, bool]:
    return NotificationChoice.objects.values_list("email", "push").get(player=person.player)


def said(page) -> str:
    """The page without its frame, which has a token of its own for each answer."""
    text: str = page.content.decode()
    return text.partition("<main")[2].partition("</main>")[0]


def test_one_click_ends_one_channel_and_leaves_the_other(ada, browser):
    chosen(ada)
    link = unsubscribe_path(ada.player.pk, Channel.EMAIL)

    assert browser.post(link, ONE_CLICK).status_code == 200
    assert choice(ada) == ("off", True)
    assert browser.post(unsubscribe_path(ada.player.pk, Channel.PUSH)).status_code == 200
    assert choice(ada) == ("off", False)


def test_a_link_that_is_only_opened_shows_a_button_and_changes_nothing(ada, browser):
    chosen(ada)
    page = browser.get(unsubscribe_path(ada.player.pk, Channel.EMAIL))

    assert '<form method="post"><button>Unsubscribe</button></form>' in page.content.decode()
    assert "form-action 'self'" in page["Content-Security-Policy"]
    assert page["Cache-Control"] == "no-store"
    assert choice(ada) == ("each", True)


def test_a_link_works_twice_and_after_the_player_has_unsubscribed_otherwise(ada, browser):
    chosen(ada)
    link = unsubscribe_path(ada.player.pk, Channel.EMAIL)
    pages = [browser.post(link, ONE_CLICK) for _ in range(2)]

    assert [page.status_code for page in pages] == [200, 200]
    assert said(pages[0]) == said(pages[1])
    assert choice(ada) == ("off", True)


def test_the_page_does_not_tell_whose_it_is_or_whether_the_account_exists(ada, bob, browser):
    chosen(ada)
    pages = [browser.get(unsubscribe_path(who.player.pk, Channel.EMAIL)) for who in (ada, bob)]

    assert said(pages[0]) == said(pages[1])
    assert b"ada" not in pages[0].content
    assert ada.player.pk.hex not in pages[0].request["PATH_INFO"]


@pytest.mark.parametrize(
    "change", [lambda secret: secret[:-4] + "AAAA", lambda _: "x", lambda secret: secret * 2]
)
def test_a_link_that_this_server_did_not_make_changes_nothing(ada, browser, change):
    chosen(ada)
    place, _, secret = unsubscribe_path(ada.player.pk, Channel.EMAIL).rpartition("/")
    page = browser.post(f"{place}/{change(secret)}", ONE_CLICK)

    assert page.status_code == 404
    assert "not valid" in page.content.decode()
    assert choice(ada) == ("each", True)


def test_the_log_of_requests_does_not_show_the_link(ada, browser, caplog):
    link = unsubscribe_path(ada.player.pk, Channel.EMAIL)
    with caplog.at_level(logging.INFO):
        browser.post(link, ONE_CLICK)

    assert "/account/unsubscribe/<str:secret> 200" in caplog.text
    assert link not in caplog.text
