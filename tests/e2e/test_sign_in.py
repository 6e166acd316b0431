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
    "calendar",
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
