"""For tests of the web table: people with a browser, pictures to look at, what a page must never do."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Request, ViewportSize

from signalbox_client import Client
from tests.support.checkout import CHECKOUT

PICTURES = CHECKOUT / "web-screens"  # ignored by git
DESK: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 360, "height": 740}
WALL: ViewportSize = {"width": 2560, "height": 1440}
AXE = (files("axe_core_python") / "axe.min.js").read_text(encoding="utf-8")
SERIOUS = ("serious", "critical")
CONTRAST = ["color-contrast"]  # all that a change of colours can spoil
FOR_EVER = 4102444800000  # in milliseconds: a token that the page does not renew


class Person:
    """Somebody signed in: `page` is their browser, `client` the API with the same rights."""

    def __init__(self, url: str, name: str, token: str, context: BrowserContext) -> None:
        self.url, self.name, self.token, self.context = url, name, token, context
        self.client = Client(url, token)
        self.page = context.new_page()

    def open(self, path: str) -> Page:
        self.page.goto(self.url + path)
        return self.page


def signed_in_storage(url: str, token: str) -> dict[str, Any]:
    """The storage of a browser whose page is signed in with a token."""
    tokens = {
        "access_token": token,
        "refresh_token": "",
        "expires_at": FOR_EVER,
        "scope": "games:read games:play account webhooks",
    }
    kept = [{"name": "signalbox.tokens", "value": json.dumps(tokens)}]
    return {"cookies": [], "origins": [{"origin": url, "localStorage": kept}]}


class Conduct:
    """What pages must not do: break their policy, report an error, or ask anybody but the server."""

    def __init__(self, *origins: str) -> None:
        self.origins = {urlsplit(origin).netloc for origin in origins}
        self.offences: list[str] = []

    def watch(self, context: BrowserContext) -> None:
        context.on("console", self._heard)
        context.on("weberror", lambda error: self.offences.append(f"uncaught: {error.error}"))
        context.on("request", self._asked)

    def _heard(self, message: ConsoleMessage) -> None:
        """A refused or lost request is reported by the browser, too; that is what the page is tested for."""
        if message.type == "error" and not message.text.startswith("Failed to load resource"):
            self.offences.append(message.text)

    def _asked(self, request: Request) -> None:
        where = urlsplit(request.url)
        if where.scheme in ("http", "https") and where.netloc not in self.origins:
            self.offences.append(f"a third party was asked: {request.url}")


def no_serious_findings(page: Page, *, within: str = "", rules: list[str] | None = None) -> None:
    """Nothing on the page keeps out people who cannot see it or use a mouse.

    The map is left out: it is hidden from programs that read aloud, and the list of routes stands for it.
    """
    if page.evaluate("!window.axe"):
        page.evaluate(AXE)
    options = {"resultTypes": ["violations"], **({"runOnly": rules} if rules else {})}
    where = {"include": [within]} if within else {"exclude": [".plane"]}
    found = page.evaluate("([where, options]) => axe.run(where, options)", [where, options])["violations"]
    serious = [
        f"{one['id']}: {one['help']}: {[node['html'][:200] for node in one['nodes'][:4]]}"
        for one in found
        if one["impact"] in SERIOUS
    ]
    assert not serious, "\n".join(serious)


def fits(page: Page) -> None:
    """Nothing sticks out to the side."""
    wide = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    assert wide[0] <= wide[1], f"{wide[0]} px wide on a screen of {wide[1]} px"


def screens(page: Page, name: str) -> None:
    """Pictures of the page: light, dark and on a phone. Axe looks at all three, and nothing sticks out."""
    before = page.viewport_size or DESK
    for kind, scheme, size in (("light", "light", DESK), ("dark", "dark", DESK), ("phone", "light", PHONE)):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        page.set_viewport_size(size)
        no_serious_findings(page, rules=CONTRAST if kind == "dark" else None)
        if kind == "phone":
            fits(page)
        picture(page, f"{name}-{kind}")
    page.emulate_media(color_scheme="light")
    page.set_viewport_size(before)


def picture(page: Page, name: str) -> None:
    PICTURES.mkdir(exist_ok=True)
    page.screenshot(path=PICTURES / f"{name}.png", full_page=True)


def looked_at(page: Page, name: str) -> None:
    """A dialog that is open: by axe in light and dark, with a picture of it."""
    no_serious_findings(page, within="dialog")
    picture(page, f"dialog-{name}")
    page.emulate_media(color_scheme="dark")
    no_serious_findings(page, within="dialog", rules=CONTRAST)
    page.emulate_media(color_scheme="light")
