"""The lobby in a real browser: live for two people, tables opened and joined, by keyboard and on a phone."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from playwright.sync_api import Locator, Page, expect

from tests.support.processes import eventually
from tests.support.web import Person, screens
from tests.support.web_table import Table

MEANWHILE = 600  # milliseconds: twice as long as a tab waits for another to say that it shows the game


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
    assert copied_without_a_clipboard(mine) == link

    page.goto(link.partition("?")[0])
    expect(page.get_by_role("alert").filter(has_text="This did not work.")).to_be_visible()
    page.goto(link)
    expect(page.get_by_role("heading", name="Waiting for 1 player")).to_be_visible()

    guest = person("cleo").open(urlsplit(link).path + "?" + urlsplit(link).query)
    guest.get_by_role("button", name="Join").click()
    expect(mine.get_by_role("heading", name="Everybody is here")).to_be_visible()
    expect(bob.open("/").get_by_role("heading", name=f"{ada.name} invites you")).to_be_visible()

    game = urlsplit(link).path.rpartition("/")[2]
    ada.client.games.clear_seat(game, 1)
    bob.page.get_by_role("button", name="Accept").click()
    expect(bob.page.get_by_text(f"{ada.name} starts the game.")).to_be_visible()
    ada.client.games.clear_seat(game, 1)
    expect(bob.page.get_by_role("alert").filter(has_text="This did not work.")).to_be_visible()
    expect(bob.page.get_by_role("button", name="Leave")).to_have_count(0)


def copied_without_a_clipboard(page: Page) -> str:
    """Presses Copy as on plain HTTP, where pages have no clipboard, and pastes."""
    page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    page.evaluate("document.body.append(document.createElement('textarea'))")
    pasted = page.locator("body > textarea")
    pasted.press("ControlOrMeta+v")
    return pasted.input_value()


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


# Notices and sounds that a tab asks the browser for.
CALLS = """
window.calls = [];
window.Notification = class {
    static permission = "granted";
    constructor(title, { tag }) { window.notice = this; calls.push(`${title} ${tag}`); }
    close() {}
};
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...given) { calls.push("sound"); start.apply(this, given); };
"""


def test_one_tab_calls_the_reader_to_a_game_that_no_tab_shows(person):
    ada = person("ada")
    ada.context.add_init_script(CALLS)
    page, other = ada.open("/"), ada.context.new_page()
    other.goto(f"{ada.url}/settings")
    expect(page.get_by_text("You are in no game.")).to_be_visible()
    first = begun(ada)

    for tab in (page, other):
        expect(tab).to_have_title(re.compile(r"^\(1\) Your turn – "))
    expect(page.locator(f"[data-game='{first}']")).to_contain_text("Your turn")
    other.wait_for_timeout(MEANWHILE)
    assert not calls(page, other)  # nobody has asked for any

    other.evaluate("for (const name of ['notify', 'sound']) localStorage[`signalbox.${name}`] = 'true'")
    second = begun(ada)
    expect(other).to_have_title(re.compile(r"^\(2\) Your turn – "))
    other.wait_for_timeout(MEANWHILE)
    asked = ["sound", "sound", f"Your turn {second}"]
    eventually(lambda: calls(page, other) == asked, what="two notes and a notice, of one tab")
    calling = next(tab for tab in (page, other) if calls(tab))
    calling.evaluate("notice.onclick()")
    expect(calling).to_have_url(f"{ada.url}/games/{second}")

    table = Table(calling)
    table.keep()
    table.wait()  # the turn is theirs again, and the tab shows it
    calling.wait_for_timeout(MEANWHILE)
    assert calls(page, other) == asked


def test_a_move_of_my_own_is_no_notice_and_yet_all_tabs_count_it(person):
    ada, bob = person("ada"), person("bob")
    game = str(ada.client.games.create(ruleset="london", seats=2, options={"first": "0"}).id)
    bob.client.games.take_seat(game)
    ada.client.games.start(game)
    table, other = Table(ada.open(f"/games/{game}")), ada.context.new_page()
    other.goto(f"{ada.url}/settings")
    waits = re.compile(r"^\(1\) Your turn – ")
    expect(other).to_have_title(waits)
    table.keep()
    expect(other).not_to_have_title(waits)

    table.page.goto("about:blank")
    other.goto(ada.url)
    bob.client.games.act(game, bob.client.games.list_actions(game).items[0])
    expect(other).to_have_title(waits)
    for _ in range(2):
        ada.client.games.act(game, {"type": "draw_card", "pile": "transport"})
    other.evaluate("document.dispatchEvent(new Event('visibilitychange'))")  # it looks at once
    expect(other.locator(f"[data-game='{game}']")).not_to_contain_text("Your turn")
    expect(other).not_to_have_title(waits)


def calls(*tabs: Page) -> list[str]:
    return [call for tab in tabs for call in tab.evaluate("calls")]


def begun(player: Person) -> str:
    """A game that waits for the player's choice of tickets."""
    game = player.client.games.create(ruleset="london", seats=2, bots=["random"], options={"first": "0"})
    player.client.games.start(game.id)
    return str(game.id)


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
