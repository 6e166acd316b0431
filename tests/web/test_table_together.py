"""Several people, several tabs, and a server that goes away in the middle of a decision."""

from __future__ import annotations

import json
import re
from http import HTTPStatus
from typing import Any

from playwright.sync_api import Page, expect

from tests.support.processes import eventually
from tests.support.web_table import Table, table_for


def test_two_people_in_two_browsers_see_each_others_moves_and_no_secrets(person, new_context):
    ada, bob, guest = person("ada"), person("bob"), new_context()
    for context in (ada.context, bob.context, guest):
        context.add_init_script(LISTENING)
    page = guest.new_page()
    game = str(ada.client.games.create(ruleset="london", seats=2, options={"first": "0"}).id)
    bob.client.games.take_seat(game)
    ada.client.games.start(game)
    mine, theirs = Table(ada.open(f"/games/{game}")), Table(bob.open(f"/games/{game}"))
    watching = Table(page)
    page.goto(f"{ada.url}/games/{game}")

    ticked = theirs.page.get_by_role("dialog").get_by_role("checkbox").first
    ticked.check()
    mine.keep()
    expect(theirs.log).to_contain_text(f"{ada.name} has chosen the first tickets")
    expect(ticked).to_be_checked()  # what another chose is not the reader's affair
    theirs.keep()
    expect(theirs.page.locator(".bar")).to_contain_text(f"Waiting for {ada.name}")
    mine.market.get_by_role("button", name="Draw from: cards").click()
    for table in (mine, theirs, watching):
        expect(table.log).to_contain_text(f"{ada.name} drew from the pile")

    assert "cards." in theirs.log.inner_text().splitlines()[-1]  # not which
    ticket = mine.page.locator(".tickets .ticket-places").inner_text()
    assert secrets_of(0, heard(mine.page))
    for other, shown in ((theirs.page, 1), (page, 0)):
        expect(other.get_by_role("region", name="My hand")).to_have_count(shown)
        assert ticket not in other.locator("body").inner_text()
        answers = heard(other)
        assert any(answer.get("event") == "view" for answer in answers)
        assert not secrets_of(0, answers)
        kept = other.evaluate("JSON.stringify([{ ...localStorage }, { ...sessionStorage }])")
        assert not re.search(r"hand|ticket|offer", kept)


# Keeps a copy of every body that the page is sent, streams included.
LISTENING = """{
    const [ask, bodies] = [fetch, []];
    window.bodies = bodies;
    window.fetch = async (...given) => {
        const answer = await ask(...given);
        if (!answer.body) return answer;
        const [mine, theirs] = answer.body.tee();
        const place = bodies.push("") - 1;
        mine.pipeThrough(new TextDecoderStream()).pipeTo(new WritableStream({
            write(text) { bodies[place] += text; },
        })).catch(() => {});
        return new Response(theirs, answer);
    };
}"""


def heard(page: Page) -> list[dict[str, Any]]:
    """The JSON of all that the page was sent; each message of a stream with its kind as `event`."""
    found = []
    for body in page.evaluate("bodies"):
        kind = ""
        for line in body.splitlines():
            kind = line.removeprefix("event: ") if line.startswith("event: ") else kind
            text = line.removeprefix("data: ")
            if text.startswith("{"):
                found.append({"event": kind, "data": json.loads(text)})
    return found


def secrets_of(seat: int, found: object) -> list[object]:
    """What only this seat may see: a hand, tickets, an offer, what is sealed for it."""
    if isinstance(found, list):
        return [secret for one in found for secret in secrets_of(seat, one)]
    if not isinstance(found, dict):
        return []
    is_own = found.get("seat") == seat and {"hand", "tickets", "offer"} & found.keys()
    is_opened = "private" in found and found.get("sealed", {}).get("to") == seat
    own = [found] if is_own or is_opened else []
    return own + secrets_of(seat, list(found.values()))


def test_two_tabs_do_not_fight(person):
    """The second tab hears nothing of what the first one does, and acts on what it sees."""
    ada = person("ada")
    game = table_for(ada, "london")
    first = Table(ada.open(f"/games/{game}"))
    first.keep()
    first.wait()
    second = Table(ada.context.new_page())
    for news in ("**/stream*", "**/events*"):
        second.page.route(news, lambda route: route.abort())
    second.page.goto(f"{ada.url}/games/{game}")
    pile = second.market.get_by_role("button", name="Draw from: cards")
    expect(pile).to_be_enabled()
    second.page.route(f"**/api/v1/games/{game}", lambda route: route.abort())

    first.market.get_by_role("button", name="Draw from: cards").click()
    expect(first.mine).to_contain_text("Draw your second card.")
    with second.page.expect_response(lambda answer: answer.status == HTTPStatus.CONFLICT):
        pile.click()
    second.page.unroute(f"**/api/v1/games/{game}")

    expect(second.mine).to_contain_text("Draw your second card.")
    assert len(ada.client.games.get(game).view.seats[0].hand) == 3


def test_an_answer_that_is_lost_neither_loses_nor_doubles_an_action(person):
    ada = person("ada")
    game = table_for(ada, "london")
    table = Table(ada.open(f"/games/{game}"))
    table.keep()
    table.wait()
    keys: list[str | None] = []

    def lose(route, request):
        keys.append(request.headers.get("idempotency-key"))
        if len(keys) == 1:
            route.fetch()  # the server has it
            route.abort()
        else:
            route.continue_()

    table.page.route(
        "**/actions",
        lambda route, request: lose(route, request) if request.method == "POST" else route.continue_(),
    )
    table.market.get_by_role("button", name="Draw from: cards").click()

    expect(table.mine).to_contain_text("Draw your second card.")
    expect(table.mine).not_to_have_attribute("aria-busy", "true")
    assert len(keys) == 2
    assert keys[0] == keys[1] is not None
    assert len(ada.client.games.get(game).view.seats[0].hand) == 3


def test_a_server_that_is_killed_in_mid_decision_comes_back_to_it(person, run):
    ada = person("ada")
    game = table_for(ada, "london")
    table = Table(ada.open(f"/games/{game}"))
    tickets = table.dialog("Choose your first tickets.")
    tickets.get_by_role("checkbox").first.check()
    expect(tickets).to_contain_text("What follows")

    web = run.child("granian")
    assert web
    web.kill()
    tickets.get_by_role("button", name="Keep these").click()

    expect(tickets).to_be_hidden()
    table.wait()
    eventually(lambda: len(ada.client.games.get(game).view.seats[0].tickets) == 1, what="one ticket")
    ada.page.reload()
    table.wait()
    expect(table.page.locator(".tickets li")).to_have_count(1)
