"""A game looked at again: moved by slider, keys, buttons and chart, with the moment in the address."""

from __future__ import annotations

import re

from playwright.sync_api import Page, Request, expect

from signalbox_client import Client
from tests.support.web import PHONE, screens

# Names of which the frame of the map cuts something off.
CUT = """(names) => {
    const { left, right } = document.querySelector(".board").getBoundingClientRect();
    const boxes = names.map((name) => [name.textContent, name.getBoundingClientRect()]);
    return boxes.filter(([, box]) => box.left < left || box.right > right).map(([name]) => name);
}"""
LEGIBLE = 150  # pixels: the least height of a chart


def is_at(page: Page, seq: int) -> None:
    expect(page.locator(".caption .place")).to_contain_text(f"Event {seq} of")
    expect(page).to_have_url(re.compile(rf"[?&]at={seq}(&|$)"))


def scores(page: Page) -> list[int]:
    return [
        int(text.split()[0].replace("\N{MINUS SIGN}", "-"))
        for text in page.locator(".standing .points").all_inner_texts()
    ]


def is_whole(page: Page) -> bool:
    """Whether all of the map is seen."""
    frame, ground = page.locator(".board"), page.locator("#board-ground rect").first
    expect(ground).to_be_attached()
    around, inside = frame.bounding_box(), ground.bounding_box()
    assert around
    assert inside
    left, right = inside["x"] - around["x"], inside["x"] + inside["width"] - around["x"] - around["width"]
    above, below = inside["y"] - around["y"], inside["y"] + inside["height"] - around["y"] - around["height"]
    return min(left, above) >= -1 and max(right, below) <= 1  # rounded


def test_slider_keys_and_chart_lead_to_every_moment_and_the_link_carries_it(page, url, finished):
    page.goto(f"{url}/games/{finished.id}/replay?at=40")
    is_at(page, 40)
    expect(page.locator(".board svg .name").first).to_be_attached()

    page.keyboard.press("ArrowRight")
    is_at(page, 41)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    is_at(page, 39)
    turn = int(page.locator(".caption .place").inner_text().split()[-1])
    page.keyboard.press("PageDown")
    page.keyboard.press("PageDown")
    expect(page.locator(".caption .place")).to_contain_text(f"turn {turn + 2}")
    page.keyboard.press("End")
    is_at(page, finished.version)
    with Client(url) as guest:
        view = guest.games.get(finished.id).view
    assert view
    expect(page.locator(".standing .won")).to_have_count(len(view.winners))
    assert scores(page) == [seat.score for seat in view.seats]

    slider = page.get_by_role("slider")
    slider.fill("60")
    is_at(page, 60)
    expect(slider).to_have_attribute("aria-valuetext", page.locator(".sentence").inner_text())
    page.locator(".chart svg").click(position={"x": 38, "y": 60})
    expect(page.locator(".caption .place")).to_contain_text("turn 1")
    page.get_by_role("button", name="To the start").click()
    is_at(page, 1)
    page.goto(f"{url}/games/{finished.id}/replay?at=99999")
    is_at(page, finished.version)
    screens(page, "replay")
    chart = page.locator(".chart").bounding_box()
    assert chart
    assert chart["height"] > LEGIBLE
    page.set_viewport_size(PHONE)
    page.reload()
    assert is_whole(page)
    assert not page.locator("#board-names .name:not(.crowded) text").evaluate_all(CUT)


def test_after_the_end_the_game_is_seen_with_everybodys_eyes_or_with_those_of_one_seat(page, url, finished):
    page.goto(f"{url}/games/{finished.id}/replay?at=60")
    expect(page.locator(".held")).to_have_count(2)

    page.locator(".eyes select").select_option(label=f"Only the hand of {finished.names[1]}")

    expect(page.locator(".standings > li").nth(1).locator(".held")).to_be_visible()
    expect(page.locator(".held")).to_have_count(1)
    expect(page).to_have_url(re.compile(r"at=60&seat=1$"))
    page.reload()
    expect(page.locator(".held")).to_have_count(1)
    page.locator(".eyes select").select_option(label="No hands")
    expect(page.locator(".held")).to_have_count(0)


def test_of_a_running_game_a_player_sees_only_the_own_hand_and_others_none(person, page, url):
    ada = person("ada")
    game = ada.client.games.create(ruleset="london", seats=2, bots=["random"], bot_delay=0)
    ada.client.games.start(game.id)
    ada.client.games.act(game.id, ada.client.games.list_actions(game.id).items[0])
    own = ada.open(f"/games/{game.id}/replay")
    asked: list[Request] = []
    page.on("request", lambda one: asked.append(one))  # noqa: PLW0108 (Playwright wraps no builtin)
    page.goto(f"{url}/games/{game.id}/replay")

    expect(own.locator(".standings > li").first.locator(".held")).to_be_visible()
    expect(own.locator(".held")).to_have_count(1)
    expect(page.locator(".standings > li")).to_have_count(2)
    expect(page.locator(".held")).to_have_count(0)
    expect(page.locator(".eyes select")).to_have_count(0)
    assert not [one.url for one in asked if "open=true" in one.url]


def test_it_plays_by_itself_and_from_turn_to_turn_for_those_who_want_little_motion(
    new_context, url, finished
):
    page = new_context(reduced_motion="reduce").new_page()
    page.goto(f"{url}/games/{finished.id}/replay?at=60")
    place = page.locator(".caption .place")
    turn = int(place.inner_text().split()[-1])

    page.keyboard.press("Space")

    expect(place).to_contain_text(f"turn {turn + 1}")
    page.get_by_role("button", name="Pause").click()
    page.emulate_media(reduced_motion="no-preference")
    page.get_by_label("Pace").select_option("fast")
    page.goto(f"{url}/games/{finished.id}/replay?at={finished.version - 2}")
    page.get_by_role("button", name="Play", exact=True).click()
    is_at(page, finished.version)
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
