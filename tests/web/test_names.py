"""The names of places on the map: to be read, and to be taken for no other place's, on any screen."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.support.web import DESK, PHONE, Person
from tests.support.web_table import table_for

# In pixels, by the browser's own boxes; the names and discs of all copies of a map that wraps.
LOOK = """() => {
    const isShown = (name) => getComputedStyle(name).display !== "none";
    const onScreen = (part, x, y) => new DOMPoint(x, y).matrixTransform(part.getScreenCTM());
    const discs = [...document.querySelectorAll(".layer.map .place")].map((place) => {
        const disc = place.querySelector("circle:not(.halo)");
        const [x, y, r] = ["cx", "cy", "r"].map((name) => disc[name].baseVal.value);
        return { place: place.dataset.place, at: onScreen(disc, x, y), radius: r * disc.getScreenCTM().a };
    });
    const names = [...document.querySelectorAll(".layer.names .name")].filter(isShown);
    const boxes = names.map((name) => {
        const text = name.querySelector("text");
        const { x, y, width, height } = text.getBBox();
        const [start, end] = [onScreen(text, x, y), onScreen(text, x + width, y + height)];
        return { place: name.dataset.place, start, end };
    });
    const away = ({ start, end }, { at }) =>
        Math.hypot(Math.max(start.x - at.x, 0, at.x - end.x), Math.max(start.y - at.y, 0, at.y - end.y));
    const before = (a, b) => a.start.x < b.end.x && a.start.y < b.end.y;
    const meet = (a, b) => before(a, b) && before(b, a);
    const told = (box) => {
        const nearest = discs.reduce((best, disc) => (away(box, disc) < away(box, best) ? disc : best));
        const met = boxes.filter((other) => other !== box && meet(box, other));
        const covered = discs.filter((disc) => away(box, disc) < disc.radius);
        return [
            ...met.map(({ place }) => `overlaps ${place}`),
            ...covered.map(({ place }) => `covers ${place}`),
            ...(nearest.place === box.place ? [] : [`looks like the name of ${nearest.place}`]),
        ].map((fault) => `${box.place} ${fault}`);
    };
    const all = [...new Set(discs.map(({ place }) => place))];
    const hidden = all.filter((place) => !boxes.some((box) => box.place === place));
    return { count: all.length, faults: [...new Set(boxes.flatMap(told))], hidden };
}"""


def seen(page: Page) -> Any:
    expect(page.locator("#board-names .name").first).to_be_attached()
    return page.evaluate(LOOK)


def wanted(player: Person, game: str, ruleset: str) -> set[str]:
    """The places on the player's tickets, and on those that they may keep."""
    view = player.client.games.get(game).view
    assert view
    held = {*(view.seats[0].tickets or ()), *(view.seats[0].offer or ())}
    assert held
    tickets = player.client.rulesets.get(ruleset).tickets
    return {place for ticket in tickets if ticket.id in held for place in ticket.places}


@pytest.mark.parametrize(
    ("ruleset", "count"), [("london", 17), ("berlin", 20), ("amsterdam", 17), ("world", 48)]
)
def test_every_name_has_room_at_a_desk_and_those_on_tickets_on_a_phone(person, ruleset, count):
    ada = person("ada")
    game = table_for(ada, ruleset)

    page = ada.open(f"/games/{game}")
    assert seen(page) == {"count": count, "faults": [], "hidden": []}
    page.set_viewport_size(PHONE)
    page.reload()
    found = seen(page)
    assert found["faults"] == []
    assert not wanted(ada, game, ruleset) & set(found["hidden"])


def test_a_replay_has_room_for_all_names_at_a_desk_and_for_those_on_tickets_on_a_phone(person):
    ada = person("ada", viewport=PHONE)
    game = table_for(ada, "london")
    ada.client.games.act(game, ada.client.games.list_actions(game).items[0])

    page = ada.open(f"/games/{game}/replay")
    expect(page.locator(".held")).to_have_count(1)
    found = seen(page)
    assert found["faults"] == []
    assert not wanted(ada, game, "london") & set(found["hidden"])
    page.set_viewport_size(DESK)
    page.reload()
    expect(page.locator(".held")).to_have_count(1)
    assert seen(page)["hidden"] == []
