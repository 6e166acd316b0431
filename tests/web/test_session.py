"""Signing in and out, tabs, a lost connection, and the page on an origin of its own."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import count
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from signalbox_client import Client
from tests.support.checkout import CHECKOUT
from tests.support.http_server import Handler, serving
from tests.support.web import Person, no_serious_findings, signed_in_storage
from tests.support.web_table import Table, table_for

PASSWORD = "a horse with a stapler"
TYPES = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".html": "text/html",
}
DRAWN = 300  # milliseconds in which the page has drawn what it knows
_numbers = count(1)


def sign_up(page: Page) -> str:
    """From the server's page for signing in, as somebody new."""
    name = f"newcomer-{next(_numbers)}"
    page.get_by_role("main").get_by_role("link", name="Sign up").click()
    page.locator("[name=username]").fill(name)
    page.locator("[name=password1]").fill(PASSWORD)
    page.get_by_role("button", name="Sign up").click()
    return name


def tokens_of(context: BrowserContext) -> dict[str, str]:
    (kept,) = (
        entry["value"]
        for origin in context.storage_state()["origins"]
        for entry in origin["localStorage"]
        if entry["name"] == "signalbox.tokens"
    )
    found: dict[str, str] = json.loads(kept)
    return found


def test_somebody_signs_in_comes_back_and_signs_out_in_all_tabs(new_context, url):
    context = new_context()
    page = context.new_page()
    page.goto(f"{url}/tables/new")
    page.get_by_role("banner").get_by_role("button", name="Sign in").click()
    name = sign_up(page)

    expect(page.get_by_role("heading", level=1)).to_have_text("New table")  # where they were
    expect(page.get_by_role("banner")).to_contain_text(name)
    assert urlsplit(page.url).query == ""  # the code is gone
    page.reload()
    expect(page.get_by_role("banner")).to_contain_text(name)
    other = context.new_page()
    other.goto(url)
    expect(other.get_by_role("banner")).to_contain_text(name)

    renew_without_an_answer(context, page, other, name)
    token = tokens_of(context)["access_token"]
    page.get_by_role("button", name="Sign out").click()

    expect(page.get_by_role("heading", level=1)).to_have_text("Sign out")  # of the server's pages
    expect(other.get_by_role("banner")).not_to_contain_text(name)
    with Client(url, token) as client, pytest.raises(Exception, match="token"):
        client.me.get()


def renew_without_an_answer(context: BrowserContext, page: Page, other: Page, name: str) -> None:
    """Two tabs find the token too old at the same time, and the first answer to its renewal is lost."""
    page.evaluate(
        """() => {
            const tokens = JSON.parse(localStorage["signalbox.tokens"]);
            localStorage["signalbox.tokens"] = JSON.stringify({ ...tokens, expires_at: 0 });
        }"""
    )
    before, asked = tokens_of(context), list[str]()

    def lose_first(route):
        asked.append(route.request.post_data)
        if len(asked) == 1:
            route.fetch()  # the server has renewed it
            route.abort()
        else:
            route.continue_()

    context.route("**/oauth/token", lose_first)
    for tab in (page, other):
        tab.evaluate("setTimeout(() => location.reload())")
    for tab in (page, other):
        is_there = tab.get_by_role("heading", name="My games").or_(tab.get_by_label("London"))
        expect(is_there.first).to_be_visible()
        expect(tab.get_by_role("banner")).to_contain_text(name)
    context.unroute("**/oauth/token")
    assert asked == [asked[0]] * 2
    assert tokens_of(context)["refresh_token"] != before["refresh_token"]


def test_a_table_that_stays_open_has_nothing_of_a_former_reader(person, url):
    """Another tab signs out, then signs somebody else in, and at last a third without signing out."""
    ada, bob, cleo = person("ada"), person("bob"), person("cleo")
    game = str(ada.client.games.create(ruleset="london", seats=2, options={"first": "0"}).id)
    bob.client.games.take_seat(game)
    ada.client.games.start(game)
    table, elsewhere = Table(ada.open(f"/games/{game}")), ada.context.new_page()
    elsewhere.goto(f"{url}/leaderboard")
    table.dialog("Choose your first tickets.").get_by_role("checkbox").first.check()
    for one in (ada, bob):
        one.client.games.act(game, one.client.games.list_actions(game).items[0])
    for one in (ada, ada, bob, bob, ada):
        one.client.games.act(game, {"type": "draw_card", "pile": "transport"})
    ticket = table.page.locator(".tickets .ticket-places").inner_text()
    expect(table.log).to_contain_text(drawn(ada))

    elsewhere.get_by_role("button", name="Sign out").click()
    expect(table.page.get_by_role("button", name="Sign in", exact=True)).to_be_visible()
    expect(table.log).to_contain_text(f"{ada.name} drew from the pile")
    everything = table.page.locator("body").text_content() or ""  # also what is read out
    assert not drawn(ada).search(everything)
    assert ticket not in everything

    sign_in(elsewhere, bob.token)
    expect(table.log).to_contain_text(drawn(bob))
    assert not drawn(ada).search(table.log.inner_text())
    elsewhere.goto(f"{url}/leaderboard")
    sign_in(elsewhere, cleo.token)
    elsewhere.reload()
    expect(table.page.get_by_role("banner")).to_contain_text(cleo.name)
    expect(table.log).to_contain_text(f"{bob.name} drew from the pile")
    assert not drawn(bob).search(table.page.locator("body").text_content() or "")


def drawn(player: Person) -> re.Pattern[str]:
    """What the log says to this player alone: others read of the pile, not of the card."""
    return re.compile(rf"{player.name} drew from the pile: (?!cards)")


def sign_in(page: Page, token: str) -> None:
    """As the page does when somebody comes back from signing in."""
    (kept,) = signed_in_storage("", token)["origins"][0]["localStorage"]
    page.evaluate("({ name, value }) => localStorage.setItem(name, value)", kept)


def test_who_reads_is_found_out_late_and_disturbs_nothing(person):
    ada = person("ada")
    ada.page.route("**/api/v1/me", lambda route: route.fulfill(status=500, json={}), times=1)
    table = Table(ada.open(f"/games/{table_for(ada, 'london')}"))
    ticked = table.dialog("Choose your first tickets.").get_by_role("checkbox").first
    ticked.check()
    expect(table.page.get_by_role("banner")).to_contain_text(ada.name)
    table.page.wait_for_timeout(DRAWN)

    expect(ticked).to_be_checked()


def test_a_sign_in_that_was_refused_says_so(page, url):
    page.goto(url)
    begun = {"state": "one", "issuer": url}
    page.evaluate("(begun) => sessionStorage.setItem('signalbox-sign-in', JSON.stringify(begun))", begun)
    page.goto(f"{url}/?state=another&code=x&iss={url}")

    expect(page.get_by_role("alert")).to_contain_text("Signing in did not work")


def test_a_session_that_was_ended_elsewhere_ends_here(person):
    ada = person("ada")
    page = ada.open("/")
    expect(page.get_by_role("banner")).to_contain_text(ada.name)
    ada.client.me.revoke_token(ada.client.me.get().token.id)

    expect(page.get_by_role("button", name="Sign in", exact=True)).to_be_visible()


def test_a_lost_connection_is_told_and_comes_back_by_itself(person):
    ada = person("ada")
    page = ada.open("/")
    expect(page.get_by_role("heading", name="My games")).to_be_visible()
    ada.context.set_offline(True)
    expect(page.get_by_text("The server cannot be reached")).to_be_visible()
    expect(page.get_by_role("heading", name="My games")).to_be_visible()
    no_serious_findings(page)

    ada.context.set_offline(False)
    expect(page.get_by_text("The server cannot be reached")).to_be_hidden()


def test_a_screen_that_could_not_be_read_or_loaded_goes_on(page, url):
    page.route("**/api/v1/**", lambda route: route.fulfill(status=503, json={"detail": "Away."}))
    page.goto(f"{url}/leaderboard")
    expect(page.get_by_text("The server cannot be reached")).to_be_visible()
    page.unroute("**/api/v1/**")
    expect(page.get_by_role("heading", name="Leaderboard")).to_be_visible()  # by itself
    page.route("**/leaderboards/world*", lambda route: route.fulfill(status=500, json={}), times=1)
    page.get_by_role("link", name="World").click()
    expect(page.get_by_role("alert").filter(has_text="This did not work.")).to_be_visible()
    for is_away in (True, False):
        page.context.set_offline(is_away)
        expect(page.get_by_text("The server cannot be reached")).to_be_visible(visible=is_away)
    expect(page.get_by_role("alert").filter(has_text="This did not work.")).to_have_count(0)

    page.route("**/screens/lobby.js", lambda route: route.abort())  # as after an upgrade: its folder is gone

    def upgrade(route):
        if route.request.resource_type == "document":
            page.unroute("**/screens/lobby.js")
        route.continue_()

    page.route(f"{url}/", upgrade)
    page.get_by_role("link", name="Lobby").click()
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("heading", name="Open tables")).to_be_visible()


class Elsewhere(Handler):
    """A host of static files: this checkout, and the shell for every other address."""

    api = app = ""

    def serve(self) -> None:
        path = CHECKOUT / urlsplit(self.path).path[1:]
        if not (self.path.startswith(("/web/", "/clients/javascript/src/")) and path.is_file()):
            path = CHECKOUT / "web" / "index.html"
        body = path.read_bytes()
        if path.suffix == ".html":
            body = body.replace(
                b'name="signalbox-api" content=""', f'name="signalbox-api" content="{self.api}"'.encode()
            )
            body = body.replace(b"51b0a2d4-7e1c-4f0a-9a57-3c8d2f6e1b90", self.app.encode())
        self.reply(200, {"Content-Type": TYPES.get(path.suffix, "application/json")}, body)


@pytest.fixture
def elsewhere(url, person, conduct) -> Iterator[str]:
    """The page on another origin, with an app that its owner has registered."""
    with serving(Elsewhere) as port:
        origin = f"http://localhost:{port}"
        app = person("owner").client.apps.create(name="Elsewhere", redirect_uris=[f"{origin}/"])
        Elsewhere.api, Elsewhere.app = url, app.client_id
        conduct.origins.add(f"localhost:{port}")
        yield origin


def test_on_another_origin_the_page_signs_in_and_plays(page, elsewhere):
    page.goto(f"{elsewhere}/tables/new")
    page.get_by_role("banner").get_by_role("button", name="Sign in").click()
    name = sign_up(page)
    page.get_by_role("button", name="Allow").click()
    expect(page.get_by_role("banner")).to_contain_text(name)
    page.get_by_label("Seat 2").select_option("Bot: beginner")
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url(f"{elsewhere}/games/*")

    table = Table(page)
    table.keep()
    table.wait()
    expect(page.locator("#board-map > g").first).to_be_attached()
    table.market.get_by_role("button", name="Draw from: cards").click()
    expect(table.mine).to_contain_text("Draw your second card.")
