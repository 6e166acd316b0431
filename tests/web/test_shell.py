"""The frame of the page: every address has a screen, and the words are the reader's."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.support.web import screens

ADDRESSES = {
    "/": "Lobby",
    "/tables/new": "New table",
    "/leaderboard": "Leaderboard",
    "/settings": "Settings",
    "/games/x/y": "There is no such page",
}


@pytest.mark.parametrize("address", ADDRESSES)
def test_every_address_has_a_screen_with_a_heading(page, url, address):
    page.goto(url + address)

    expect(page.get_by_role("heading", level=1)).to_have_text(ADDRESSES[address])
    expect(page.get_by_text("Loading")).to_have_count(0)
    screens(page, f"guest-{ADDRESSES[address].lower().replace(' ', '-')}")


def test_a_browser_in_polish_gets_polish_words(new_context, url):
    page = new_context(locale="pl-PL").new_page()
    page.goto(url)

    expect(page.get_by_role("heading", level=1)).to_have_text("Poczekalnia")
    assert page.evaluate("document.documentElement.lang") == "pl"


def test_somebody_signed_in_sees_their_name(person):
    ada = person("ada")

    expect(ada.open("/").get_by_role("banner")).to_contain_text(ada.name)
