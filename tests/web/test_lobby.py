"""The lobby in a real browser: live for two people, tables opened and joined, by keyboard and on a phone."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from playwright.sync_api import Locator, Page, expect

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


def test_a_private_table_is_joined_by_its_link_alone(person, page):
    ada, bob = person("ada"), person("bob")
    mine = ada.open("/tables/new")
    mine.get_by_label("Private").check()
    mine.get_by_label("Invite players").fill(f"{bob.name}, nobody-at-all")
    mine.get_by_role("button", name="Open the table").click()
    expect(mine.get_by_role("alert").filter(has_text="nobody-at-all")).to_be_visible()
    link = mine.get_by_label("Link to this table").input_value()

    page.goto(link.partition("?")[0])
    expect(page.get_by_role("alert").filter(has_text="This did not work.")).to_be_visible()
    page.goto(link)
    expect(page.get_by_role("heading", name="Waiting for 1 player")).to_be_visible()

    guest = person("cleo").open(urlsplit(link).path + "?" + urlsplit(link).query)
    guest.get_by_role("button", name="Join").click()
    expect(mine.get_by_role("heading", name="Everybody is here")).to_be_visible()
    expect(bob.open("/").get_by_role("heading", name=f"{ada.name} invites you")).to_be_visible()


def test_a_table_that_does_not_start_at_once_is_started_there_and_opened_once(person):
    ada = person("ada")
    page = ada.open("/tables/new")
    page.route("**/start", lambda route: route.fulfill(status=500, json={"detail": "Not now."}), times=1)
    page.get_by_label("London").check()
    page.get_by_label("Number of seats").select_option("3")
    page.get_by_text("More choices").click()
    page.get_by_label("First turn").select_option("Seat 3")
    page.get_by_label("Number of seats").select_option("2")  # there is no third seat any more
    page.get_by_label("Seat 2").select_option("Bot: beginner")
    page.get_by_role("button", name="Start the game").click()

    page.wait_for_url("**/games/*")
    page.get_by_role("button", name="Start the game").click()
    expect(page.get_by_role("dialog", name="Choose your first tickets.")).to_be_visible()
    assert len(ada.client.me.list_games().items) == 1


def test_the_title_says_whose_turn_it_is_and_tabs_share_one_stream(person):
    ada = person("ada")
    page, other = ada.open("/"), ada.context.new_page()
    other.goto(f"{ada.url}/settings")
    expect(page.get_by_text("You are in no game.")).to_be_visible()
    game = ada.client.games.create(ruleset="london", seats=2, bots=["random"])
    ada.client.games.start(game.id)

    for tab in (page, other):
        expect(tab).to_have_title(re.compile(r"^\(1\) Your turn – "))
    expect(page.locator(f"[data-game='{game.id}']")).to_contain_text("Your turn")


def test_the_lobby_needs_no_mouse(person):
    page = person("ada").open("/")
    expect(page.get_by_text("You are in no game.")).to_be_visible()

    press(page, page.get_by_role("link", name="New table"), "Enter")
    press(page, page.get_by_label("Amsterdam"), "ArrowDown")
    expect(page.get_by_label("Berlin")).to_be_checked()
    press(page, page.get_by_label("Seat 2"), "b")  # for bot
    press(page, page.get_by_role("button", name="Start the game"), "Enter")

    page.wait_for_url("**/games/*")


def press(page: Page, target: Locator, key: str) -> None:
    """Goes there by Tab, sees where it is, and presses a key."""
    expect(target).to_be_visible()
    for _ in range(60):
        if target.evaluate("(it) => it === document.activeElement"):
            break
        page.keyboard.press("Tab")
    expect(target).to_be_focused()
    assert target.evaluate("(it) => getComputedStyle(it).outlineStyle") != "none"
    page.keyboard.press(key)
