"""Decisions that are interrupted by a reload, a lost connection, a failure or the game, and rare ones."""

from __future__ import annotations

import re
from http import HTTPStatus
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tests.support.positions import nothing_to_do
from tests.support.web import DESK, PHONE, Person, fits
from tests.support.web_table import WHERE, Table, table_for

SEED = "00"


def by(seat: int, **action: Any) -> dict[str, Any]:
    return {"seat": seat, "action": action}


CHOSEN = [by(0, type="keep_tickets", tickets=["t14"]), by(1, type="keep_tickets", tickets=["t19"])]


def my_turn(person: Person, *more: dict[str, Any], **wish: Any) -> str:
    """A table of London at which both have chosen their first tickets."""
    return table_for(person, "london", seed=SEED, actions=[*CHOSEN, *more], **wish)


def hand_of(person: Person, game: str) -> int:
    view = person.client.games.get(game).view
    assert view
    return len(view.seats[0].hand or ())


def test_drawn_tickets_are_on_offer_again_after_a_reload(person):
    ada = person("ada")
    game = my_turn(ada, by(0, type="draw_tickets"))
    table = Table(ada.open(f"/games/{game}"))
    tickets = table.dialog("Which of these tickets do you keep?")
    expect(tickets).to_contain_text("You hold: Elephant & Castle – Regent's Park (9 spaces missing).")
    tickets.get_by_role("checkbox").first.check()
    offered = tickets.locator(".ticket-places").all_inner_texts()
    expect(tickets).to_contain_text("What follows")

    table.page.reload()

    expect(tickets.locator(".ticket-places")).to_have_text(offered)
    tickets.get_by_role("button", name="Close").click()  # to look at the map
    table.page.get_by_role("button", name="Decide now").click()
    table.keep("Which of these tickets do you keep?", count=len(offered))
    expect(table.page.locator(".tickets li")).to_have_count(1 + len(offered))


def test_somebody_who_can_do_nothing_else_passes(person):
    ada = person("ada")
    game = table_for(ada, "london", seed=SEED, actions=nothing_to_do("london", SEED * 32))
    table = Table(ada.open(f"/games/{game}"))

    table.mine.get_by_role("button", name="Pass").click()
    dialog = table.dialog("Pass")
    expect(dialog).to_contain_text(f"{ada.name} passed.")
    dialog.get_by_role("button", name="Pass").click()

    expect(table.log).to_contain_text(f"{ada.name} passed.")


def test_without_a_connection_nothing_is_refused_and_all_goes_on_by_itself(person):
    ada = person("ada")
    game = my_turn(ada)
    table = Table(ada.open(f"/games/{game}"))
    away = table.page.get_by_text("The server cannot be reached")
    table.page.get_by_label("Look at every card before it is drawn").check()
    pile = table.market.get_by_role("button", name="Draw from: cards")
    expect(pile).to_be_enabled()

    ada.context.set_offline(True)
    expect(away).to_be_visible()
    pile.click()
    dialog = table.dialog("cards")
    expect(dialog).to_contain_text("Looking ahead")
    dialog.get_by_role("button", name="Draw").click()
    expect(table.mine).to_contain_text("Sending")
    expect(table.page.get_by_text("This is not possible.")).to_have_count(0)
    assert hand_of(ada, game) == 2
    ada.context.set_offline(False)

    expect(table.mine).to_contain_text("Draw your second card.")
    expect(away).to_be_hidden()
    expect(dialog).to_be_hidden()
    assert hand_of(ada, game) == 3


def test_a_dialog_that_the_game_has_overtaken_closes_and_says_why(person):
    ada = person("ada")
    game = my_turn(ada)
    table = Table(ada.open(f"/games/{game}"))
    expect(ada.page).to_have_title(re.compile(r"^\(1\) Your turn – London · Signalbox$"))
    table.page.get_by_label("Look at every card before it is drawn").check()
    table.market.get_by_role("button", name="Draw from: cards").click()
    dialog = table.dialog("cards")
    expect(dialog).to_contain_text("What follows")

    ada.client.games.act(game, {"type": "draw_card", "pile": "transport"})  # elsewhere

    expect(dialog).to_be_hidden()
    expect(table.mine.get_by_role("alert")).to_contain_text("The game has moved on meanwhile.")
    table.market.get_by_role("button", name="Draw from: cards").click()
    expect(table.mine.get_by_role("alert")).to_have_count(0)
    dialog.get_by_role("button", name="Draw").click()
    expect(table.page.locator(".bar")).not_to_contain_text("The game has moved on")


@pytest.mark.parametrize("viewport", [DESK, PHONE], ids=["desk", "phone"])
def test_what_follows_moves_no_button_away_from_under_the_pointer(person, viewport):
    """The answer to the look comes at any time, also between the pressing of a button and its release."""
    ada = person("ada", viewport=viewport)
    table = Table(ada.open(f"/games/{my_turn(ada)}"))
    page = table.page
    expect(page.locator("#board-under .mark-legal").first).to_be_attached()
    looks: list[Route] = []
    page.route("**/actions?dry_run=true", lambda route: looks.insert(0, route))
    table.press(table.legal()[0])
    dialog = page.get_by_role("dialog")
    button = dialog.get_by_role("button", name="Claim the route")
    expect(dialog).to_contain_text("Looking ahead")
    before = button.bounding_box()
    assert before
    page.mouse.move(before["x"] + before["width"] / 2, before["y"] + 2)
    page.mouse.down()

    for route in looks:
        route.continue_()
    expect(dialog).to_contain_text("What follows")

    assert button.bounding_box() == before
    page.mouse.up()
    expect(table.log).to_contain_text(f"{ada.name} claimed")


def test_a_closed_twin_is_called_closed(person):
    """With two at the table, of two routes side by side only one can be claimed."""
    ada = person("ada")
    game = my_turn(ada)
    twins = "british-museum--covent-garden--1", "british-museum--covent-garden--2"
    claims = [one for one in ada.client.games.list_actions(game).items if one.type == "claim_route"]
    ada.client.games.act(game, next(one for one in claims if one.route == twins[0]))
    table = Table(ada.open(f"/games/{game}"))
    expect(table.page.locator(f"#route-{twins[1]}")).to_have_attribute("data-state", "closed")

    table.press(twins[1])

    said = "closed, because the route beside it is claimed"
    expect(table.dialog("British Museum – Covent Garden")).to_contain_text(said)
    expect(table.page.locator(".board-tip")).to_contain_text(said)


def fail(person: Person, requests: set[str]) -> set[str]:
    """Requests about games that fail, as long as they are in the set."""

    def answer(route: Route) -> None:
        name = route.request.url.partition("?")[0].rpartition("/")[2]
        if f"{route.request.method} {name}" in requests:
            route.fulfill(status=HTTPStatus.INTERNAL_SERVER_ERROR, json={"detail": f"No {name} today."})
        else:
            route.continue_()

    person.page.route("**/api/v1/games/**", answer)
    return requests


def test_what_fails_is_said_and_tried_again(person):
    """A map that could not be drawn, and an action that the server could not carry out."""
    ada = person("ada")
    game = my_turn(ada)
    failing = fail(ada, {"GET board.svg", "POST actions"})
    table = Table(ada.open(f"/games/{game}"))
    missing = table.page.locator(".board").get_by_role("alert")
    expect(missing).to_contain_text("No board.svg today.")
    failing.discard("GET board.svg")
    missing.get_by_role("button", name="Try again").click()
    expect(missing).to_have_count(0)
    expect(table.page.locator("#board-map > g").first).to_be_attached()

    pile = table.market.get_by_role("button", name="Draw from: cards")
    pile.click()
    expect(table.mine.get_by_role("alert")).to_contain_text("This did not work. No actions today.")
    failing.discard("POST actions")
    pile.click()
    expect(table.mine).to_contain_text("Draw your second card.")
    assert hand_of(ada, game) == 3


def test_a_failure_that_passes_mends_itself_and_hides_no_other(person):
    """The stream cannot be opened, and there is no answer to what may be done."""
    ada = person("ada")
    game = my_turn(ada)
    failing = fail(ada, {"GET stream", "GET actions"})
    table = Table(ada.open(f"/games/{game}"))
    said = table.mine.get_by_role("alert")
    expect(said).to_contain_text("today.")
    failing.discard("GET actions")
    table.market.get_by_role("button", name="Draw from: cards").click()
    expect(table.mine).to_contain_text("Draw your second card.")
    expect(said).to_contain_text("No stream today.")

    failing.discard("GET stream")
    expect(said).to_have_count(0)
    ada.client.games.act(game, {"type": "draw_card", "pile": "transport"})
    expect(table.log.get_by_text(f"{ada.name} drew from the pile")).to_have_count(2)


def test_a_turn_on_a_phone_by_taps(person):
    ada = person("ada", viewport=PHONE, has_touch=True, is_mobile=True)
    game = table_for(ada, "london", seed=SEED)
    table = Table(ada.open(f"/games/{game}"))
    page = table.page

    tickets = table.dialog("Choose your first tickets.")
    tickets.get_by_role("checkbox").first.tap()
    tickets.get_by_role("button", name="Keep these").tap()
    table.wait()
    for tab in ("Tickets", "Players", "Log", "Cards"):
        page.get_by_role("tab", name=tab).tap()
        fits(page)
    expect(page.locator("#board-map > g").first).to_be_attached()
    expect(page.locator("#board-under .mark-legal").first).to_be_attached()
    page.get_by_role("button", name="Show the whole map").tap()
    route = table.legal()[0]
    page.touchscreen.tap(*page.evaluate(WHERE, route))
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Claim the route").tap()

    expect(page.locator(f"#route-{route}")).to_have_attribute("data-owner", "0")
    page.get_by_role("tab", name="Log").tap()
    expect(table.log).to_contain_text(f"{ada.name} claimed")
