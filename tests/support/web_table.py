"""For tests of the web table: a table as a person sees it, and positions to begin from."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.support.web import Person

WHERE = """(id) => {
    const line = document.querySelector(`#route-${id} polyline:last-of-type`);
    const middle = line.getPointAtLength(line.getTotalLength() / 2).matrixTransform(line.getScreenCTM());
    const { left, width } = document.querySelector(".board").getBoundingClientRect();
    const next = document.querySelector("#board-map + .layer.map");
    const round = next?.transform.baseVal[0].matrix.e * line.getScreenCTM().a;
    const x = round && middle.x < left ? middle.x + round : middle.x;
    return [x, middle.y];
}"""


def table_for(
    person: Person, ruleset: str, *, seed: str = "00", actions: list[Any] | None = None, **wish: Any
) -> str:
    """The id of a started table with a chosen deal; `options` are added to the first seat's first turn."""
    options = {"first": "0", **wish.pop("options", {})}
    test = {"seed": seed * 32, "actions": actions or [], "scripts": wish.pop("scripts", [])}
    body = {"ruleset": ruleset, "seats": 2, "bots": ["random"], "options": options, "test": test, **wish}
    game = person.client.games.create(**body)
    return str(game.id)


class Table:
    """A table on a page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.mine = page.locator(".bar.mine")
        self.result = page.get_by_role("region", name="Result")
        self.market = page.get_by_role("region", name="Market")
        self.log = page.locator(".log-lines")

    def dialog(self, name: str) -> Locator:
        return self.page.get_by_role("dialog", name=name)

    def wait(self) -> None:
        """Until it is my turn, or the game is over."""
        expect(self.mine.or_(self.result).first).to_be_visible()

    def keep(self, dialog: str = "Choose your first tickets.", *, count: int = 1) -> None:
        tickets = self.dialog(dialog)
        for nth in range(count):
            tickets.get_by_role("checkbox").nth(nth).check()
        tickets.get_by_role("button", name="Keep these").click()
        expect(tickets).to_be_hidden()

    def legal(self) -> list[str]:
        """The routes that glow."""
        marks = self.page.locator("#board-under .mark-legal")
        found: list[str] = marks.evaluate_all(
            "(marks) => [...new Set(marks.map((mark) => mark.dataset.mark))]"
        )
        return found

    def play(self, lengths: dict[str, int]) -> None:
        """To the end: claims the longest route that glows, or takes a card, or else draws tickets."""
        while not self.result.is_visible():
            version = self.page.locator(".table").get_attribute("data-version")
            self.wait_for_choices()
            if routes := sorted(self.legal(), key=lambda route: -lengths[route]):
                self.press(routes[0])
                self.page.get_by_role("dialog").get_by_role("button", name="Claim the route").click()
            elif (cards := self.cards()).count():
                cards.first.click()
            else:
                self.draw_tickets()
            expect(self.page.locator(f'.table:not([data-version="{version}"])')).to_be_visible()
            self.wait()

    def wait_for_choices(self) -> None:
        """It may be my turn on the screen a moment before the page knows what I can do."""
        possible = self.page.locator("#board-under .mark-legal").or_(self.market.locator("button:enabled"))
        expect(possible.first).to_be_attached()

    def cards(self) -> Locator:
        """Those that can be taken or drawn now."""
        names = re.compile("^(?!Draw from: tickets)")
        return self.market.get_by_role("button", name=names).and_(self.page.locator(":enabled"))

    def draw_tickets(self) -> None:
        self.market.get_by_role("button", name="Draw from: tickets").click()
        self.dialog("tickets").get_by_role("button", name="Draw tickets").click()
        self.keep("Which of these tickets do you keep?")

    def press(self, route: str) -> None:
        """A click on the map, in the middle of a route."""
        x, y = self.page.evaluate(WHERE, route)
        self.page.mouse.click(x, y)
