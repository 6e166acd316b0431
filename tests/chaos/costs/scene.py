"""What the requests are about: an account with something of everything, and the largest games there are."""

from __future__ import annotations

import json
from http.cookiejar import CookieJar
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, build_opener

from proof.transparency.entries import blinded
from tests.e2e.bot_tables import Host, all_finish
from tests.e2e.runs import Run

LARGE = ("planner",) * 5
MESSAGES, NOTES, FINISHED = 60, 20, 40
NOTE = "x" * 9_000


class Scene:
    def __init__(self, run: Run) -> None:
        self.host, self.other = Host(run, "dear"), Host(run, "other")
        self.large = self.host.table(*LARGE, ruleset="world")
        self.finished = [self.host.table("random", "random") for _ in range(FINISHED)]
        all_finish(run, [self.large, *self.finished])
        self.running = self.host.table("random", ruleset="world", seats=2, sit=True)
        self.open = self.host.post("/games", {"ruleset": "london", "seats": 2})["id"]
        self.version = self.host.get(f"/games/{self.large}")["version"]
        self.export = self.host.ask("GET", f"/games/{self.large}/export")
        self._filled()
        self.names, self.cookies = self._names(), signed_in(run)

    def _filled(self) -> None:
        for number in range(MESSAGES):
            self._try("POST", f"/games/{self.running}/messages", {"text": f"{number} " + "x" * 480})
        for game in self.finished[:NOTES]:
            self._try("PUT", f"/games/{game}/note", {"text": NOTE})

    def _names(self) -> dict[str, str]:
        """What stands for each name in an address."""
        app = {"name": "Pocket", "homepage": "https://a.example", "redirect_uris": ["http://127.0.0.1/"]}
        hook = self.host.post("/webhooks", {"url": "http://127.0.0.1:9001/", "kinds": ["game.finished"]})[
            "id"
        ]
        return {
            "game_id": self.large,
            "app_id": self.host.post("/apps", app)["client_id"],
            "webhook_id": hook,
            "delivery_id": self.host.post(f"/webhooks/{hook}/test", {})["id"],
            "token_id": self.host.token_id,
            "ruleset_id": "world",
            "name": "other",
            "number": "1",
            "seat": "0",
            "secret": "none",
            "dataset": "2026-01",
            "blinded": blinded(self.large),
            "subscription_id": self.large,
        }

    def _try(self, method: str, path: str, body: Any) -> None:
        """What a limit refuses is not needed."""
        try:
            self.host.ask(method, path, json.dumps(body).encode())
        except HTTPError as error:
            error.close()

    def legal_action(self) -> Any:
        return self.host.get(f"/games/{self.running}/actions")["items"][0]


def signed_in(run: Run) -> str:
    """The cookies of somebody who has signed up with a password."""
    jar, page = CookieJar(), f"http://127.0.0.1:{run.port}/account/sign-up"
    browser = build_opener(HTTPCookieProcessor(jar))
    form = browser.open(page).read().decode()
    token = form.partition('name="csrfmiddlewaretoken" value="')[2].partition('"')[0]
    fields = {"csrfmiddlewaretoken": token, "username": "person", "password1": "a horse with a stapler"}
    browser.open(page, urlencode(fields).encode()).close()
    return "; ".join(f"{cookie.name}={cookie.value}" for cookie in jar)
