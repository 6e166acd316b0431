"""A person at a real browser: passkeys, a narrow screen, and pages that can be used without seeing them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.e2e.runs import Run
from tests.support.browser import Page, browsing, chromium

pytestmark = pytest.mark.skipif(chromium() is None, reason="no Chromium is installed")

PASSWORD = "a horse with a stapler"
PAGES = (
    "",
    "name",
    "password",
    "email",
    "passkeys",
    "recovery-codes",
    "sessions",
    "tokens",
    "notifications",
    "apps",
    "delete",
)

# What a person without eyes or with a phone stumbles over first.
FAULTS = """(() => {
    const named = (e) => e.labels?.length || e.ariaLabel || e.innerText?.trim() || e.ariaHidden === "true";
    const faults = [];
    for (const e of document.querySelectorAll("input:not([type=hidden]), select, textarea, button, a"))
        if (!named(e)) faults.push("no name: " + e.outerHTML);
    for (const e of document.querySelectorAll("[aria-describedby]"))
        for (const id of e.getAttribute("aria-describedby").split(" "))
            if (!document.getElementById(id)) faults.push("describes nothing: " + id);
    if (document.querySelectorAll("h1").length !== 1) faults.push("not one h1");
    if (!document.documentElement.lang) faults.push("no language");
    if (!document.title.trim()) faults.push("no title");
    if (document.documentElement.scrollWidth > innerWidth) faults.push("wider than the screen");
    return faults;
})()"""


@pytest.fixture
def page(run, tmp_path) -> Iterator[Page]:
    """Of a phone on which nobody is signed in."""
    program = chromium()
    assert program
    with browsing(program, tmp_path / "browser") as browser:
        page = browser.page()
        page.resize(360, 780)
        page.hold_passkeys()
        yield page


def address(run: Run, path: str) -> str:
    return f"http://localhost:{run.port}/account/{path}"


def send(page: Page, button: str = "main form button") -> None:
    """Click, and wait for the next page."""
    page.run("window.isOld = true")
    page.click(button)
    page.until("!window.isOld && document.readyState === 'complete'")


def sign_up(run: Run, page: Page, name: str) -> None:
    page.open(address(run, "sign-up"))
    page.fill("#id_username", name)
    page.fill("#id_password1", PASSWORD)
    send(page)


def where(page: Page) -> str:
    return str(page.run("location.pathname"))


def test_a_passkey_is_added_and_signs_in_without_a_password(run, page):
    sign_up(run, page, "keyholder")
    page.open(address(run, "passkeys/add"))
    send(page, "#make_passkey")
    assert where(page) == "/account/recovery-codes"  # made with the first passkey
    page.open(address(run, "sign-out"))
    send(page)

    page.open(address(run, "sign-in"))
    send(page, "#passkey_login")

    assert where(page) == "/account/"
    assert page.run("document.querySelector('h1').innerText") == "keyholder"


def test_a_person_signs_up_with_a_passkey_and_no_password(run, page):
    page.open(address(run, "sign-up/passkey"))
    page.fill("#id_username", "no-password")
    send(page)
    assert where(page) == "/account/sign-up/passkey/new"
    send(page, "#make_passkey")

    assert where(page) == "/account/"
    page.open(address(run, "sign-out"))
    send(page)
    page.open(address(run, "sign-in"))
    send(page, "#passkey_login")
    assert page.run("document.querySelector('h1').innerText") == "no-password"


def test_every_page_has_names_for_its_fields_and_fits_a_phone(run, page):
    for path in (
        "sign-in",
        "sign-up",
        "sign-up/passkey",
        "sign-in/recovery",
        "password/forgotten",
        "nowhere",
    ):
        page.open(address(run, path))
        assert (path, page.run(FAULTS)) == (path, [])
    page.open(address(run, "sign-up"))
    page.fill("#id_username", "admin")
    page.fill("#id_password1", "short")
    send(page)
    assert page.run("document.querySelectorAll('[aria-invalid=true]').length") == 2
    assert page.run(FAULTS) == []

    sign_up(run, page, "on-a-phone")
    for path in PAGES:
        page.open(address(run, path))
        assert (path, page.run(FAULTS)) == (path, [])


def test_a_page_runs_no_script_that_is_not_a_file_of_its_own(run, page):
    page.open(address(run, "sign-in"))

    page.run(
        """(() => {
            const script = document.createElement("script");
            script.textContent = "window.injected = true";
            document.body.append(script);
        })()"""
    )

    assert page.run("window.injected === undefined")


def test_a_language_is_chosen(run, page):
    page.open(address(run, "sign-in"))
    send(page, "footer button[value=pl]")

    assert page.run("document.documentElement.lang") == "pl"
    assert page.run("document.querySelector('h1').innerText") == "Zaloguj się"
    send(page, "footer button[value=en]")
    assert page.run("document.querySelector('h1').innerText") == "Sign in"


# There is no push service to ask here, so the address comes from this instead.
PUSH_SERVICE = """PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => ({
    toJSON: () => ({
        endpoint: `https://1.1.1.1/${userVisibleOnly}/${applicationServerKey.length}`,
        expirationTime: null,
        keys: { p256dh: "%s", auth: "BTBZMqHH6r4Tts7J_aSIgg" },
    }),
}); 0"""
KEY = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
SHOWN = """navigator.serviceWorker.getRegistration("/account/")
    .then((worker) => worker.getNotifications())
    .then((shown) => shown.map(({ title, body, tag, actions: [{ action }], data }) =>
        [title, body, tag, action, data.unsubscribe].join("|")).join())"""


def test_a_browser_is_subscribed_and_its_service_worker_shows_what_is_pushed_once(run, page):
    origin = f"http://localhost:{run.port}"
    sign_up(run, page, "pushed")
    page.open(address(run, "notifications"))
    page.click("#subscribe button")
    page.until("document.getElementById('subscribe-status').textContent.includes('does not allow')")

    page.allow_notifications(origin)
    page.run(PUSH_SERVICE % KEY)
    page.fill("#description", "my phone")
    send(page, "#subscribe button")

    assert "This browser now shows your notices." in page.run("document.body.innerText")
    assert "my phone" in page.run("document.querySelector('.rows').innerText")
    message = {"title": "Friday (London)", "body": "It is your turn.", "tag": "notice-7", "url": origin}
    for _ in range(2):  # a repetition is not seen
        page.push(origin, {**message, "language": "en", "unsubscribe": f"{origin}/off"})
    page.until(f"{SHOWN}.then((text) => {{ window.shown = text; }}) && window.shown")
    assert page.run(SHOWN) == f"Friday (London)|It is your turn.|notice-7|unsubscribe|{origin}/off"
