"""Settings: language and colours, and what acts for an account."""

from __future__ import annotations

from playwright.sync_api import expect

from games.notices.kinds import KINDS
from tests.support.processes import eventually
from tests.support.web import screens
from tests.support.webhook_receiver import receiving


def test_language_and_colours_change_at_once_and_stay(person):
    page = person("ada").open("/settings")
    page.get_by_label("Language", exact=True).select_option("Polski")
    expect(page.get_by_role("heading", level=1)).to_have_text("Ustawienia")
    expect(page).to_have_title("Ustawienia · Signalbox")
    page.get_by_label("Kolory").select_option("Ciemne")
    page.reload()

    expect(page.get_by_role("heading", level=1)).to_have_text("Ustawienia")
    assert page.evaluate("getComputedStyle(document.body).colorScheme") == "dark"


def test_a_webhook_is_made_tried_and_sent_again(person):
    with receiving() as receiver:
        page = person("ada").open("/settings")
        page.get_by_text("New webhook").click()
        page.get_by_label("Address").fill(receiver.url)
        page.get_by_role("button", name="Create").click()
        secret = page.get_by_role("alert").locator("code").inner_text()
        page.get_by_role("button", name="Send a test").click()
        expect(page.get_by_role("cell", name="delivered")).to_be_visible()
        page.get_by_role("button", name="Send again").click()
        eventually(lambda: len(receiver.received) == 2)

        assert receiver.received[1].verified(secret)
        screens(page, "settings")
        page.get_by_role("button", name="Remove").click()
        expect(page.get_by_text("You have no webhook.")).to_be_visible()


def test_a_token_is_ended_with_one_click(person):
    ada = person("ada")
    ada.client.me.create_token(name="my program", scopes=["games:read"])
    page = ada.open("/settings")
    page.get_by_role("button", name="End: my program").click()

    expect(page.get_by_text("my program")).to_be_hidden()
    assert [token.name for token in ada.client.me.list_tokens().items] == ["first"]


def test_what_is_pushed_is_chosen_and_kept(person):
    ada = person("ada")
    page = ada.open("/settings")
    page.locator("summary").filter(has_text="What they show").click()
    page.get_by_label("somebody sits down at my table").uncheck()
    page.get_by_label("Time zone").select_option("Europe/Warsaw")
    page.get_by_role("button", name="Save").click()
    eventually(lambda: ada.client.me.get_notifications().time_zone == "Europe/Warsaw")

    chosen = ada.client.me.get_notifications()
    assert chosen.push_kinds is not None
    assert "seat.taken" not in chosen.push_kinds
    assert len(chosen.push_kinds) == len([kind for kind in KINDS if kind]) - 1
