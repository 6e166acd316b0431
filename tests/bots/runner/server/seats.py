"""Accounts that play by program, and games for them."""

from __future__ import annotations

from threading import Event
from typing import Any, NamedTuple

from bots.runner.table import SeatedBot
from bots.specs import MakeBot
from signalbox_client import Client, plain


class Account(NamedTuple):
    client: Client
    token: str

    def table(self, game: str, bot: MakeBot) -> SeatedBot:
        return SeatedBot(self.client, game, bot, Event())


def dealt(*accounts: Account, ruleset: str = "london") -> str:
    """A game in which the first of them has the first turn."""
    host, *others = accounts
    game = host.client.games.create(ruleset=ruleset, seats=len(accounts), options={"first": "0"}).id
    for account in others:
        account.client.games.take_seat(game)
    host.client.games.start(game)
    return game


def log_of(account: Account, game: str) -> list[dict[str, Any]]:
    return [plain(event) for event in account.client.games.iterate_events(game, limit=500)]


def decisions(log: list[dict[str, Any]]) -> list[str]:
    """The keys of the requests that led to something, one for each time it did."""
    causes = [event.get("cause") for event in log]
    return [
        cause for before, cause in zip([None, *causes], causes, strict=False) if cause and cause != before
    ]
