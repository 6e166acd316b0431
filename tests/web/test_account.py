"""Settings: language and colours, and what acts for an account."""

from __future__ import annotations

import json

from playwright.sync_api import Page, expect

from games.notices.kinds import KINDS
from tests.support.processes import eventually
from tests.support.web import screens
from tests.support.webhook_receiver import receiving

# There is no push service to ask here, so the address comes from this instead.
PUSH_SERVICE = """PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => ({
    toJSON: () => ({
        endpoint: `https://1.1.1.1/${userVisibleOnly}/${applicationServerKey.length}`,
        expirationTime: null,
        keys: { p256dh: "%s", auth: "BTBZMqHH6r4Tts7J_aSIgg" },
    }),
})"""
KEY = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
SHOWN = """async () => {
    const shown = await (await navigator.serviceWorker.ready).getNotifications();
    return shown.map(({ title, body, tag, actions: [{ action }], data }) =>
        [title, body, tag, action, data.unsubscribe]);
}"""


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


def pushed(page: Page, origin: str, message: dict[str, str]) -> None:
    """As if a push service had sent this to the service worker of the page."""
    browser, workers = page.context.new_cdp_session(page), list[str]()
    browser.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: workers.extend(one["registrationId"] for one in event["registrations"]),
    )
    browser.send("ServiceWorker.enable")
    eventually(lambda: page.evaluate("1") and workers)
    to = {"origin": origin, "registrationId": workers[-1]}
    browser.send("ServiceWorker.deliverPushMessage", {**to, "data": json.dumps(message)})


def test_this_browser_is_subscribed_shows_what_is_pushed_once_and_is_removed(person, url):
    ada = person("ada")
    ada.client.me.update_notifications(push=False)
    ada.page.add_init_script(PUSH_SERVICE % KEY)
    page = ada.open("/settings")
    page.get_by_label("Name of this browser").fill("my phone")
    page.get_by_role("button", name="Show notices in this browser").click()
    expect(page.get_by_text("The browser does not allow notifications for this page.")).to_be_visible()

    ada.context.grant_permissions(["notifications"])
    page.get_by_role("button", name="Show notices in this browser").click()

    expect(page.locator("li").filter(has_text="my phone")).to_be_visible()
    expect(page.get_by_label("Show notices in my browsers")).to_be_checked()
    screens(page, "settings-browsers")
    message = {"title": "Friday (London)", "body": "It is your turn.", "tag": "notice-7", "url": url}
    for _ in range(2):  # a repetition is not seen
        pushed(page, url, {**message, "language": "en", "unsubscribe": f"{url}/off"})
    shown = eventually(lambda: page.evaluate(SHOWN))
    assert shown == [["Friday (London)", "It is your turn.", "notice-7", "unsubscribe", f"{url}/off"]]
    page.get_by_role("button", name="Remove: my phone").click()
    expect(page.get_by_text("No browser shows your notices yet.")).to_be_visible()
    assert not ada.client.me.list_push_subscriptions().items
