"""Every action of World in the browser, and whole games of the other two cities."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.support.web import looked_at, screens
from tests.support.web_table import Table, table_for

DRAWS = [
    {"type": "keep_tickets", "tickets": ["t23", "t24", "t31"]},
    {"type": "choose_fleet", "trains": 20, "ships": 40},
]
DRAWS += [{"type": "draw_card", "pile": "train"}] * 8


def test_every_action_of_world(person):
    """With this deal the first hand pays a route and a harbour, and a tour is among the tickets."""
    ada = person("ada")
    options = {"end": "early"}
    game = table_for(ada, "world", seed="19", options=options, scripts=[{"seat": 1, "actions": DRAWS}])
    table = Table(ada.open(f"/games/{game}"))
    page = table.page

    tickets = table.dialog("Choose your first tickets.")
    tickets.get_by_role("checkbox").first.check()
    keep = tickets.get_by_role("button", name="Keep these")
    expect(keep).to_be_disabled()  # one is too few
    for box in tickets.get_by_role("checkbox").all()[:3]:
        box.check()
    expect(tickets).to_contain_text("What follows")
    keep.click()

    fleet = table.dialog("Choose your fleet.")
    slider = fleet.get_by_role("slider")
    slider.press("Home")
    expect(fleet).to_contain_text("10 × train, 50 × ship")
    for _ in range(10):
        slider.press("ArrowRight")
    expect(fleet).to_contain_text("20 × train, 40 × ship")
    fleet.get_by_role("button", name="Take this fleet").click()
    expect(fleet).to_be_hidden()
    expect(table.log).to_contain_text("20 trains and 40 ships")

    table.wait()
    screens(page, "table-world")
    exchange(table)
    table.wait()
    claim_at_sea(table)
    table.wait()
    build_harbour(table)
    table.wait()
    take_and_refill(table)
    while not table.result.is_visible():
        table.wait()
        if table.mine.is_visible():
            draw(table)

    expect(table.result).to_contain_text("Harbour")
    expect(table.result.locator("tbody th").filter(has_text=" – ").first).to_be_visible()  # tours and tickets
    sheet = ada.client.games.get(game).view.seats[0].sheet
    assert any(line.what.startswith("tour") for line in sheet)


def exchange(table: Table) -> None:
    table.page.get_by_role("button", name="Exchange: ship").click()
    dialog = table.dialog("Exchange: ship")
    expect(dialog).to_contain_text("exchanged pieces, ship for train")
    dialog.get_by_role("button", name="Exchange").click()
    expect(table.log).to_contain_text("exchanged pieces")


def claim_at_sea(table: Table) -> None:
    """A double ship covers two spaces, and so pays a route of two with one card."""
    table.page.get_by_role("button", name="routes to claim").click()
    listed = table.dialog("routes to claim")
    listed.get_by_role("button", name="Manila – Tokyo, 2 yellow sea").click()
    dialog = table.page.get_by_role("dialog")
    expect(dialog).to_contain_text("What follows")
    dialog.get_by_role("button", name="Claim the route").click()
    expect(table.log).to_contain_text("claimed")


def build_harbour(table: Table) -> None:
    table.page.get_by_role("button", name="for a harbour").click()
    places = table.dialog("for a harbour")
    expect(places).to_be_visible()
    looked_at(table.page, "harbours")
    places.get_by_role("button", name="Tokyo").click()
    dialog = table.dialog("Harbour in")
    expect(dialog).to_contain_text("built a harbour")
    looked_at(table.page, "harbour")
    dialog.get_by_role("button", name="Build the harbour").click()
    expect(table.log).to_contain_text("built a harbour in")


def take_and_refill(table: Table) -> None:
    """Whoever takes a card says from which pile the market is filled."""
    table.market.get_by_role("button", name="Take").and_(table.page.locator(":enabled")).first.click()
    dialog = table.page.get_by_role("dialog")
    expect(dialog.get_by_role("radio")).to_have_count(2)
    dialog.get_by_text("Fill the market from: ship").click()
    expect(dialog).to_contain_text("What follows")
    dialog.get_by_role("button", name="Take").click()
    expect(dialog).to_be_hidden()


def draw(table: Table) -> None:
    version = table.page.locator(".table").get_attribute("data-version")
    table.market.get_by_role("button", name="Draw from: train").click()
    expect(table.page.locator(f'.table:not([data-version="{version}"])')).to_be_visible()


def test_a_route_with_a_pair_is_claimed_on_the_map(person):
    ada = person("ada")
    kept = {"seat": 0, "action": {"type": "keep_tickets", "tickets": ["t10", "tour4", "t04"]}}
    others = {"seat": 1, "action": DRAWS[0]}
    game = table_for(ada, "world", seed="19", actions=[kept, others], options={"fleet": "beginners"})
    table = Table(ada.open(f"/games/{game}"))
    route = "casablanca--marseille--1"
    expect(table.page.locator(f'#board-under [data-mark="{route}"]')).to_be_attached()

    table.press(route)
    dialog = table.dialog("Marseille")
    expect(dialog).to_contain_text("1 space takes a pair")
    expect(dialog.get_by_role("radio")).to_have_count(2)  # with either colour; a pair takes two cards
    dialog.get_by_role("button", name="Claim the route").click()

    expect(table.page.locator(f"#route-{route}")).to_have_attribute("data-owner", "0")


@pytest.mark.parametrize(("ruleset", "seats"), [("berlin", 4), ("amsterdam", 3)])
def test_other_games_are_played_at_the_same_table(person, ruleset, seats):
    """Whole games, with more people at the table than two."""
    ada = person("ada")
    lengths = {route.id: route.length for route in ada.client.rulesets.get(ruleset).routes}
    game = table_for(ada, ruleset, seats=seats, bots=["greedy"] * (seats - 1), bot_delay=0)
    table = Table(ada.open(f"/games/{game}"))

    table.keep()
    table.wait()
    table.market.get_by_role("button", name="Draw from: cards").click()
    expect(table.mine).to_contain_text("Draw your second card.")
    screens(table.page, f"table-{ruleset}")
    table.play(lengths)

    expect(table.result.locator("summary")).to_have_count(seats)
    assert ada.client.games.get(game).status == "finished"
