"""The lobby in a real browser: live for two people, tables opened and joined, by keyboard and on a phone."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.support.web import screens


def test_two_people_meet_in_the_lobby(person):
    ada, bob = person("ada"), person("bob")
    watched = bob.open("/")
    page = ada.open("/")
    page.get_by_role("link", name="New table").click()
    page.get_by_label("London").check()
    page.get_by_text("More choices").click()
    page.get_by_label("Name of the table").fill("Tea at five")
    screens(page, "new-table")
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("heading", name="Tea at five")).to_be_visible()
    screens(page, "waiting-room")

    watched.get_by_role("button", name="Join: Tea at five").click()
    expect(watched.get_by_text(f"{ada.name} starts the game.")).to_be_visible()

    expect(page.get_by_role("heading", name="Everybody is here")).to_be_visible()
    page.get_by_role("button", name="Start the game").click()
    watched.goto(f"{bob.url}/")
    expect(watched.get_by_role("link", name="Tea at five")).to_be_visible()
    screens(watched, "lobby")
