"""Accounts that play by program, and games for them."""

from __future__ import annotations

from threading import Event
from typing import Any, NamedTuple

from bots.runner.table import SeatedBot
from bots.specs import MakeBot
from games.moves.models import KeptAnswer
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


def decisions(log: list[dict[str, Any]], game: str) -> list[KeptAnswer]:
    """The requests of runners that led to something: each decision belongs to one of them."""
    asked = list(KeptAnswer.objects.filter(game_id=game, key__startswith=game).order_by("first_seq"))
    covered = [seq for one in asked for seq in range(one.first_seq, one.last_seq + 1)]
    acted = {event["seq"] for event in log if event.get("by") == "program"} - seated(log)
    assert len(covered) == len(set(covered))
    assert acted <= set(covered)
    return asked


def seated(log: list[dict[str, Any]]) -> set[int]:
    return {event["seq"] for event in log if event["type"] == "seat_taken"}
