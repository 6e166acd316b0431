"""Accounts that play by program, and games for them."""

from __future__ import annotations

from threading import Event
from typing import Any, NamedTuple

from bots.runner.api import Api, Plain
from bots.runner.table import Table
from bots.specs import MakeBot


class Account(NamedTuple):
    api: Api
    token: str

    def post(self, path: str, body: Any, key: str) -> Plain:
        return self.api.post(f"{self.api.root}{path}", body, key=key)

    def see(self, path: str) -> Plain:
        return self.api.get(f"{self.api.root}{path}")

    def table(self, game: str, bot: MakeBot) -> Table:
        return Table(self.api, game, bot, Event())


def dealt(*accounts: Account, ruleset: str = "london") -> str:
    """A game in which the first of them has the first turn."""
    host, *others = accounts
    wish = {"ruleset": ruleset, "seats": len(accounts), "options": {"first": "0"}}
    game: str = host.post("/games", wish, "open")["id"]
    for account in others:
        account.post(f"/games/{game}/seats", {}, "sit")
    host.post(f"/games/{game}/start", {}, "start")
    return game


def log_of(account: Account, game: str) -> list[Plain]:
    found: list[Plain] = []
    while True:
        page = account.see(f"/games/{game}/events?after={len(found)}&limit=500")
        found += page["items"]
        if page["next"] is None:
            return found


def decisions(log: list[Plain]) -> list[str]:
    """The keys of the requests that led to something, one for each time it did."""
    causes = [event.get("cause") for event in log]
    return [
        cause for before, cause in zip([None, *causes], causes, strict=False) if cause and cause != before
    ]
