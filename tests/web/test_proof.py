"""A game is proved in the page, for people who are no programmers; lies are found and explained."""

from __future__ import annotations

import json
from itertools import pairwise

from playwright.sync_api import Page, Route, expect

from proof.chain import link
from tests.support.processes import eventually
from tests.support.web import screens

VERDICT = ".verdict h2"
KEPT = "Object.values(JSON.parse(localStorage.getItem('signalbox.receipts') ?? '{}'))[0]?.receipt.version"


def prove(page: Page, path: str) -> None:
    page.goto(path)
    page.get_by_role("button", name="Prove this game").click()
    expect(page.locator(VERDICT)).to_be_visible()


def check(page: Page, name: str):
    return page.locator(f"[data-check={name}]")


def test_a_sound_game_is_proved_with_its_entry_in_the_public_log(page, url, finished):
    prove(page, f"{url}/games/{finished.id}/proof")

    expect(page.locator(VERDICT)).to_have_text("This game holds")
    expect(page.locator(VERDICT)).to_be_focused()
    expect(page.locator(".check.passed")).to_have_count(18)  # twelve here, six by the server
    expect(check(page, "inclusion")).to_contain_text("in the log localhost")
    expect(check(page, "log")).to_contain_text("the public log has the same: the opening, 1 head")
    expect(check(page, "shuffles")).to_contain_text("the cards were not arranged")
    screens(page, "proof")

    page.emulate_media(media="print")
    expect(page.get_by_role("button", name="Prove this game")).to_be_hidden()
    expect(page.locator(".facts")).to_contain_text(finished.id)


def changed(text: str, kind: str, part: str, **values: object) -> tuple[str, int]:
    """An export in which one event was changed, in a chain that was made to fit; and where."""
    lines = [json.loads(line) for line in text.splitlines()]
    entry = next(line for line in lines if line.get("type") == kind)
    entry[part] |= values
    for before, after in pairwise(lines[1:]):
        after["prev"] = before["hash"]
        after["hash"] = link(after["prev"], after)
    lines[0]["hash"] = lines[-1]["hash"]
    return "\n".join(json.dumps(line) for line in lines), entry["seq"]


def opened(page: Page, text: str) -> None:
    file = {"name": "game.ndjson", "mimeType": "application/x-ndjson", "buffer": text.encode()}
    page.get_by_label("Or check a file").set_input_files(file)  # type: ignore[arg-type]


def test_a_tampered_export_is_explained_with_the_value_that_stands_there_and_the_one_that_is_due(
    page, url, finished
):
    text = finished.export()
    lie, seq = changed(text, "card_drawn", "private", card="gold")
    page.goto(f"{url}/games/{finished.id}/proof")

    opened(page, lie)

    expect(page.locator(VERDICT)).to_have_text("This game does not hold")
    expect(check(page, "seals")).to_contain_text("does not hold")
    expect(check(page, "seals")).to_contain_text("somebody changed a hidden card afterwards")
    expect(check(page, "seals")).to_contain_text(f"Event {seq}: card drawn.")
    commit = next(json.loads(one) for one in text.splitlines() if f'"seq":{seq},' in one)["sealed"]["commit"]
    expect(check(page, "seals").locator(".values dd").nth(1)).to_have_text(commit)
    expect(check(page, "chain")).to_contain_text("holds")
    screens(page, "proof-tampered")

    opened(page, text.replace('"points":', '"points":1', 1))
    expect(check(page, "chain")).to_contain_text("does not hold")
    expect(check(page, "chain").locator(".values dd")).to_have_count(2)

    opened(page, "no game")
    expect(page.locator(".failure")).to_contain_text("game.ndjson is not the export of a game: line 1")


def test_a_dropped_end_is_noticed_by_the_receipt_that_the_browser_has_kept(person):
    """The server goes back to an earlier state, and signs that as well."""
    ada = person("ada")
    game = ada.client.games.create(ruleset="london", seats=2, bots=["random"])
    ada.client.games.start(game.id)
    page = ada.open(f"/games/{game.id}")
    seen = eventually(lambda: page.evaluate(KEPT), what="a receipt to be kept")
    earlier = f"?at={seen - 3}"

    def lie(route: Route) -> None:
        route.continue_(url=route.request.url + earlier)

    page.route("**/export", lie)
    page.route("**/receipt", lie)
    prove(page, f"{page.url}/proof")

    expect(page.locator(VERDICT)).to_have_text("This game does not hold")
    expect(check(page, "receipt")).to_contain_text("The server's signature fits")
    expect(check(page, "kept")).to_contain_text("the end of the game was dropped")
    expect(check(page, "kept")).to_contain_text(f"reached {seen} when the receipt was signed")
    expect(check(page, "inclusion")).to_contain_text("cannot be checked")

    page.route(
        f"**/games/{game.id}", lambda route: route.fulfill(status=404, json={"code": "game_not_found"})
    )
    page.reload()
    expect(page.locator(".failure")).to_contain_text("it signed this game up to event")
