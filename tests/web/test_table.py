"""A table in the browser: a game by clicks, what is seen before it is sent, and what is never seen."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.support.web import screens
from tests.support.web_table import Table, table_for


def test_a_whole_game_of_london_by_clicks(person):
    ada = person("ada")
    game = table_for(ada, "london", options={"end": "early"})
    table = Table(ada.open(f"/games/{game}"))
    screens(ada.page, "table-tickets")

    table.keep()
    for _ in range(60):
        table.wait()
        if table.result.is_visible():
            break
        act(table)

    expect(table.result).to_contain_text("has won")
    expect(table.result).to_contain_text("Routes")
    expect(table.log).to_contain_text(f"{ada.name} claimed")
    assert ada.client.games.get(game).status == "finished"
    screens(ada.page, "table-end")


def act(table: Table) -> None:
    """Claims a route if one glows, or takes the first card of the market."""
    version = table.page.locator(".table").get_attribute("data-version")
    if routes := table.legal():
        table.press(routes[0])
        table.page.get_by_role("dialog").get_by_role("button", name="Claim the route").click()
    else:
        table.market.get_by_role("button").and_(table.page.locator(":enabled")).first.click()
    expect(table.page.locator(f'.table:not([data-version="{version}"])')).to_be_visible()
