"""Dialogs, small and very large screens, paper, and what is read aloud."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.support.web import PHONE, WALL, fits, looked_at, picture, screens
from tests.support.web_table import Table, table_for

LONGEST_NAME = 24
ANNOUNCED = """async (sentences) => {
    const main = document.querySelector('script[type="module"]').src;
    const { announce } = await import(main.replace("main.js", "parts/announce.js"));
    sentences.forEach((sentence) => announce(sentence));
}"""


def test_every_dialog_of_a_table_can_be_used_by_everybody(person):
    ada = person("ada")
    kept = [{"seat": 1, "action": {"type": "keep_tickets", "tickets": ["t23", "t24", "t31"]}}]
    table = Table(ada.open(f"/games/{table_for(ada, 'world', seed='19', actions=kept)}"))
    page = table.page
    tickets = table.dialog("Choose your first tickets.").get_by_role("checkbox")
    for nth in range(3):
        tickets.nth(nth).check()
    expect(page.get_by_role("dialog")).to_contain_text("What follows")
    looked_at(page, "tickets")
    page.get_by_role("button", name="Keep these").click()
    expect(table.dialog("Choose your fleet.")).to_contain_text("What follows")
    looked_at(page, "fleet")
    page.get_by_role("button", name="Take this fleet").click()
    table.wait()

    for button in ("routes to claim", "Exchange: ship", "Draw tickets", "Resign"):
        page.get_by_role("button", name=button).click()
        expect(page.get_by_role("dialog")).to_be_visible()
        looked_at(page, button.lower().replace(": ", "-").replace(" ", "-"))
        page.get_by_role("dialog").get_by_role("button", name="Close").click()
    route = table.legal()[0]
    table.press(route)
    expect(page.get_by_role("dialog")).to_contain_text("What follows")
    looked_at(page, "payment")
    page.keyboard.press("Escape")
    table.press("moskva--murmansk--1")
    expect(page.get_by_role("dialog").get_by_role("alert")).to_be_visible()
    looked_at(page, "refusal")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Draw tickets").click()
    page.get_by_role("dialog").get_by_role("button", name="Draw tickets").click()
    drawn = table.dialog("Which of these tickets do you keep?")
    drawn.get_by_role("checkbox").first.check()
    expect(drawn).to_contain_text("What follows")
    looked_at(page, "drawn-tickets")


def test_pages_use_a_very_large_screen_and_a_sheet_of_paper(page, url, finished):
    page.set_viewport_size(WALL)
    for name in ("", "/replay", "/proof"):
        page.goto(f"{url}/games/{finished.id}{name}")
        expect(page.get_by_role("heading", level=1)).to_be_attached()
        if name != "/proof":
            expect(page.locator(".board svg .name").first).to_be_attached()
            board = page.locator(".board").bounding_box()
            assert board
            assert board["width"] > WALL["width"] / 2
        fits(page)
        picture(page, f"wide{name.replace('/', '-')}")
    page.get_by_role("button", name="Prove this game").click()
    expect(page.get_by_role("heading", name="This game holds")).to_be_visible()
    page.emulate_media(media="print")
    expect(page.get_by_role("banner")).to_be_hidden()
    picture(page, "proof-paper")


def test_the_longest_names_fit_on_a_phone(person):
    longest = "n" * (LONGEST_NAME - 4)
    ada, bob = person(longest, viewport=PHONE), person(longest)
    title = "A table whose name is as long as a name of a table may be...."[:60]
    game = ada.client.games.create(ruleset="london", seats=2, name=title, options={"first": "0"})
    bob.client.games.take_seat(game.id)
    ada.client.games.start(game.id)
    for player in (ada, bob):
        player.client.games.act(game.id, player.client.games.list_actions(game.id).items[0])

    for path in ("/", f"/games/{game.id}", f"/games/{game.id}/replay", f"/players/{ada.name}"):
        page = ada.open(path)
        expect(page.locator("main").get_by_text(ada.name).first).to_be_attached()
        fits(page)
        head = page.locator("header.head")
        brand, name = head.locator(".brand").bounding_box(), head.get_by_text(ada.name).bounding_box()
        assert brand
        assert name
        assert abs(brand["y"] - name["y"]) < brand["height"]  # in one line
    date = page.locator(".history li > :first-child").bounding_box()
    assert date
    assert date["width"] > date["height"]
    page = ada.open(f"/games/{game.id}")
    page.get_by_role("tab", name="Players").click()
    expect(page.get_by_text("(you)")).to_be_in_viewport(ratio=1)


def test_tabs_of_a_small_screen_go_by_arrow_keys(person):
    ada = person("ada", viewport=PHONE, has_touch=True)
    table = Table(ada.open(f"/games/{table_for(ada, 'london')}"))
    table.keep()
    expect(
        table.market.get_by_role("button", name="Draw from: cards")
    ).to_be_enabled()  # the cards came into sight
    page = table.page
    tab = page.get_by_role("tab", selected=True)
    expect(tab).to_have_text("Cards")
    expect(page.get_by_role("tabpanel", name="Cards")).to_be_visible()

    tab.press("ArrowRight")
    expect(page.get_by_role("tab", name="Tickets")).to_be_focused()
    expect(page.get_by_role("tabpanel", name="Tickets")).to_be_visible()
    expect(page.get_by_role("tabpanel")).to_have_count(1)
    page.keyboard.press("End")
    expect(page.get_by_role("tabpanel", name="Chat")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tabpanel", name="Cards")).to_be_visible()


def test_every_sentence_is_read_aloud_also_one_that_was_read_before(page, url):
    page.goto(url)
    said = page.locator(".announcer p")
    expect(page.locator(".announcer")).to_be_attached()

    page.evaluate(ANNOUNCED, ["Your turn", "", "Copied", {"text": "Your turn", "lang": "en"}])

    expect(said).to_have_text(["Your turn", "Copied", "Your turn"])
    expect(said.nth(2)).to_have_attribute("lang", "en")


def test_in_polish_words_agree_and_what_the_server_says_is_marked_as_english(person):
    ada = person("ada", locale="pl-PL")
    page = ada.open("/players/nobody-at-all")
    expect(page.locator(".failure [lang=en]")).to_contain_text("There is no player with this name.")

    kept = [{"seat": 0, "action": {"type": "keep_tickets", "tickets": ["t10", "tour4", "t04"]}}]
    kept += [{"seat": 1, "action": {"type": "keep_tickets", "tickets": ["t23", "t24", "t31"]}}]
    game = table_for(ada, "world", seed="19", actions=kept, options={"fleet": "beginners"})
    page = ada.open(f"/games/{game}")
    expect(page.get_by_role("heading", level=1)).to_have_text("Świat")
    expect(page.get_by_role("region", name="Moja ręka")).to_contain_text("biały podwójny statek")
    page.get_by_role("button", name="do zajęcia").click()
    expect(page.get_by_role("dialog")).to_contain_text("Manila – Tokyo, 2 pola, żółte, morskie")
    page.get_by_role("button", name="Zamknij").click()
    screens(page, "table-polish")
