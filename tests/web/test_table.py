"""A table in the browser: a game by clicks, what is seen before it is sent, and what is never seen."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.support.processes import eventually
from tests.support.web import screens
from tests.support.web_table import Table, table_for

KEPT = {"seat": 0, "action": {"type": "keep_tickets", "tickets": ["t10", "tour4", "t04"]}}
OTHERS = {"seat": 1, "action": {"type": "keep_tickets", "tickets": ["t23", "t24", "t31"]}}


def test_a_whole_game_of_london_by_clicks(person):
    """An ordinary game against a bot, from the first tickets to the count after the last round."""
    ada = person("ada")
    made = ada.client.games.create(ruleset="london", seats=2, bots=["greedy"], bot_delay=0)
    game = str(ada.client.games.start(made.id).id)
    lengths = {route.id: route.length for route in ada.client.rulesets.get("london").routes}
    table = Table(ada.open(f"/games/{game}"))
    expect(table.dialog("Choose your first tickets.")).to_be_visible()
    screens(ada.page, "table-tickets")

    table.keep()
    table.wait()
    table.draw_tickets()
    table.wait()
    table.play(lengths)

    expect(table.result).to_contain_text(re.compile("has won|share the victory"))
    expect(table.result).to_contain_text("Routes")
    assert ada.client.games.get(game).status == "finished"
    types = [event.type for event in ada.client.games.iterate_events(game)]
    assert types.index("last_round_began") < types.index("game_ended")
    screens(ada.page, "table-end")


def test_what_is_refused_is_said_with_its_rule(person):
    ada = person("ada")
    game = table_for(ada, "london")
    table = Table(ada.open(f"/games/{game}"))
    table.keep()
    table.wait()
    dear = next(route.id for route in ada.client.rulesets.get("london").routes if route.length == 4)
    table.press(dear)

    refusal = table.page.get_by_role("dialog").get_by_role("alert")
    expect(refusal).to_contain_text("This is not possible.")
    expect(refusal.get_by_role("link")).to_have_attribute("href", re.compile(r"/docs/rules/london#[A-Z]+-\d"))
    table.page.keyboard.press("Escape")
    expect(table.page.get_by_role("dialog")).to_have_count(0)


def test_a_turn_by_keyboard_alone(person):
    ada = person("ada")
    game = table_for(ada, "world", seed="19", actions=[KEPT, OTHERS], options={"fleet": "beginners"})
    page = ada.open(f"/games/{game}")
    table = Table(page)
    table.wait()
    expect(page.get_by_role("button", name="routes to claim")).to_be_visible()

    press_until(page, "routes to claim")
    page.keyboard.press("Enter")
    expect(page.locator("button", has_text="Al-Qahira – Athina").first).to_be_visible()
    press_until(page, "Al-Qahira – Athina")
    expect(page.locator("#board-under .mark-pointed")).to_have_attribute("data-mark", "al-qahira--athina--1")
    page.keyboard.press("Enter")
    dialog = table.dialog("Al-Qahira – Athina")
    expect(dialog.get_by_role("radio").first).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(dialog.get_by_role("radio").nth(1)).to_be_checked()
    expect(dialog).to_contain_text("What follows")
    page.keyboard.press("Enter")

    expect(table.log).to_contain_text(f"{ada.name} claimed Al-Qahira – Athina")
    page.get_by_role("button", name="List of all routes").focus()
    page.keyboard.press("Enter")
    owned = f"Al-Qahira – Athina, .*: It belongs to {ada.name}"
    expect(table.dialog("List of all routes").get_by_role("button", name=re.compile(owned))).to_be_visible()
    page.keyboard.press("Escape")


def press_until(page: Page, name: str) -> None:
    """Tab, until something with this name has the focus."""
    for _ in range(20):
        if name in page.evaluate("document.activeElement.closest('button')?.textContent ?? ''"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{name} is not reached")


def test_a_claim_is_drawn_in_every_copy_of_the_map_and_the_rest_of_it_stays(person):
    ada = person("ada")
    game = table_for(ada, "world", seed="19", actions=[KEPT, OTHERS], options={"fleet": "beginners"})
    page = ada.open(f"/games/{game}")
    Table(page).wait()
    expect(page.locator("#board-map > .route").first).to_be_attached()
    page.evaluate("document.querySelectorAll('#board-map > .route').forEach((one) => (one.isOld = true))")

    claim = next(one for one in ada.client.games.list_actions(game).items if one.type == "claim_route")
    ada.client.games.act(game, claim)

    expect(page.locator(f'[data-route="{claim.route}"][data-state="claimed"]')).to_have_count(3)
    drawn = page.evaluate(
        """[...document.querySelectorAll("#board-map > .route")].filter((one) => !one.isOld)
            .map((one) => one.dataset.state)"""
    )
    assert "free" not in drawn


def test_the_style_of_the_page_takes_nothing_from_the_picture(person):
    """Seats are told apart by a shape on their pieces, for people who do not see all colours."""
    ada = person("ada")
    game = table_for(ada, "world", seed="19", actions=[KEPT, OTHERS], options={"fleet": "beginners"})
    claim = next(one for one in ada.client.games.list_actions(game).items if one.type == "claim_route")
    ada.client.games.act(game, claim)
    page = ada.open(f"/games/{game}")
    expect(page.locator("#board-map .route.claimed .mark").first).to_be_visible()

    taken = page.evaluate(
        """[...document.querySelectorAll("#board-map [fill], #board-map [stroke]")].flatMap((one) =>
            ["fill", "stroke"].filter((name) => (one.getAttribute(name) ?? "none") !== "none"
                && getComputedStyle(one)[name] === "none").map((name) => `${name} of ${one.outerHTML}`))"""
    )
    assert taken == []


def test_a_ticket_shows_its_missing_stretch(person):
    ada = person("ada")
    table = Table(ada.open(f"/games/{table_for(ada, 'london')}"))
    table.keep()
    ticket = table.page.locator(".tickets button")
    expect(ticket).to_contain_text("missing")

    ticket.hover()
    missing = table.page.locator("#board-under polyline.mark-missing")
    expect(missing.first).to_be_attached()
    table.market.hover()
    expect(missing).to_have_count(0)


def test_the_map_is_moved_zoomed_and_fitted(person):
    ada = person("ada", has_touch=True)
    table = Table(ada.open(f"/games/{table_for(ada, 'world')}"))
    board, plane = table.page.locator(".board"), table.page.locator(".plane")
    expect(table.page.locator("#board-map > g").first).to_be_attached()
    whole = plane.get_attribute("style")

    board.focus()
    for key in ("+", "ArrowLeft", "ArrowLeft", "ArrowUp"):
        table.page.keyboard.press(key)
    expect(plane).not_to_have_attribute("style", whole)
    released_outside(table.page)
    board.press("0")
    expect(plane).to_have_attribute("style", whole)
    names = table.page.locator("#board-names .name:not(.crowded)")
    many = names.count()
    table.page.set_viewport_size({"width": 360, "height": 740})
    expect(plane).not_to_have_attribute("style", whole)
    board.press("0")
    expect(names).not_to_have_count(many)


def released_outside(page: Page) -> None:
    """The map follows a drag out of the window, and no pointer that comes back without a button."""
    place = "document.querySelector('.plane').style.transform"
    mouse = page.context.new_cdp_session(page)
    before = page.evaluate(place)
    page.mouse.move(500, 300)
    page.mouse.down()
    page.mouse.move(480, 300)
    page.mouse.move(-40, 300)
    dragged = page.evaluate(place)
    assert dragged != before

    # No release is reported here: whoever lets go outside is seen again without one.
    for x in (300, 400):
        mouse.send("Input.dispatchMouseEvent", {"type": "mouseMoved", "x": x, "y": 300, "buttons": 0})
    assert page.evaluate(place) == dragged
    page.mouse.up()


def test_a_player_resigns_and_comes_back(person):
    """The other has the turn, so that the stand-in has nothing to do meanwhile."""
    ada, bob = person("ada"), person("bob")
    game = str(ada.client.games.create(ruleset="london", seats=2, options={"first": "1"}).id)
    bob.client.games.take_seat(game)
    ada.client.games.start(game)
    for one in (ada, bob):
        one.client.games.act(game, one.client.games.list_actions(game).items[0])
    table = Table(ada.open(f"/games/{game}"))

    table.page.get_by_role("button", name="Resign").click()
    table.dialog("Resign").get_by_role("button", name="Resign").click()
    table.page.get_by_role("button", name="Take my seat back").click()

    expect(table.page.get_by_role("button", name="Resign")).to_be_visible()


def test_players_go_on_vacation_and_give_time(person):
    ada, bob = person("ada"), person("bob")
    clock = {"per_action": 86400, "vacation_days": 7}
    game = str(ada.client.games.create(ruleset="london", seats=2, options={"first": "1"}, clock=clock).id)
    bob.client.games.take_seat(game)
    ada.client.games.start(game)
    for one in (ada, bob):
        one.client.games.act(game, one.client.games.list_actions(game).items[0])
    table = Table(ada.open(f"/games/{game}"))
    before = ada.client.games.get(game).seats[1].deadline

    table.page.get_by_role("button", name=f"Give {bob.name} more time").click()
    table.dialog("more time").get_by_label("How much").select_option("3 days")
    table.dialog("more time").get_by_role("button", name="Give time").click()
    expect(table.log).to_contain_text(bob.name)
    expect(table.page.locator(".seats")).to_contain_text("3 days")
    assert ada.client.games.get(game).seats[1].deadline > before

    table.page.get_by_role("button", name="Go on vacation").click()
    table.dialog("Go on vacation").get_by_label("Days").select_option("5")
    table.dialog("Go on vacation").get_by_role("button", name="Go on vacation").click()
    expect(table.page.get_by_text("You are on vacation until")).to_be_visible()
    assert ada.client.games.get(game).seats[0].vacation_days == 2
    table.page.get_by_role("button", name="I am back").click()
    expect(table.page.get_by_role("button", name="Go on vacation")).to_be_visible()


def test_players_write_to_one_another(person):
    ada = person("ada")
    table = Table(ada.open(f"/games/{table_for(ada, 'london')}"))

    send = table.page.get_by_role("button", name="Send")

    def typed() -> bool:
        """What is typed while the table is still loading can be lost."""
        table.page.get_by_label("A message to the table").fill("Good luck!")
        return send.is_enabled()

    eventually(typed, what="a message that can be sent")
    send.click()

    expect(table.page.get_by_role("region", name="Messages")).to_contain_text("Good luck!")


def test_a_careful_player_looks_at_a_card_before_it_is_drawn(person):
    ada = person("ada")
    game = table_for(ada, "london")
    table = Table(ada.open(f"/games/{game}"))
    table.keep()
    table.wait()

    table.page.get_by_label("Look at every card before it is drawn").check()
    table.market.get_by_role("button", name="Draw from: cards").click()
    dialog = table.dialog("cards")
    expect(dialog).to_contain_text(f"{ada.name} drew from the pile: cards.")
    assert len(ada.client.games.get(game).view.seats[0].hand) == 2
    dialog.get_by_role("button", name="Draw").click()

    expect(table.mine).to_contain_text("Draw your second card.")
