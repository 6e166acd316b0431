"""The truth: what the server says of every game, its log and its notices once all is over."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from tests.chaos.client import Client
from tests.chaos.tape import NOBODY

Entry = dict[str, Any]
SEALED = 10**9
UNREADABLE = {"status": "unreadable", "version": 0, "seats": []}


@dataclass
class Log:
    """A game as it stands in the end, with its whole log as its host may read it."""

    table: dict[str, Any]
    entries: list[Entry]

    @cached_property
    def by_seq(self) -> dict[int, Entry]:
        return {entry["seq"]: entry for entry in self.entries}

    @cached_property
    def opened_at(self) -> int:
        """From this version on nothing of the game is secret."""
        ends = (entry["seq"] for entry in self.entries if entry["type"] == "seed_revealed")
        return next(ends, SEALED)

    @property
    def is_open(self) -> bool:
        return self.opened_at != SEALED

    @property
    def is_over(self) -> bool:
        return bool(self.table["status"] == "finished")

    def seat_of(self, player: str) -> int | None:
        seats = self.table["seats"]
        return next(
            (seat["seat"] for seat in seats if player != NOBODY and seat.get("player") == player), None
        )


@dataclass
class Truth:
    logs: dict[str, Log] = field(default_factory=dict)
    notices: dict[str, list[dict[str, Any]]] = field(default_factory=dict)


def read_truth(people: list[Client], nobody: Client) -> Truth:
    """Every game there is, seen by a player of it or, without one, by a stranger."""
    truth = Truth()
    for person in people:
        truth.notices[person.name] = pages(person, "/me/notices", by="after")
    for viewer, path in [*((person, "/me/games") for person in people), (nobody, "/games")]:
        for game in pages(viewer, path):
            if game["id"] not in truth.logs:
                truth.logs[game["id"]] = read_log(viewer, game["id"])
    return truth


def read_log(viewer: Client, game: str) -> Log:
    """By its export, which is given however damaged the log is."""
    table, export = viewer.get(f"/games/{game}"), viewer.get(f"/games/{game}/export")
    lines = [json.loads(line) for line in export.body.splitlines()] if export.status == 200 else []
    return Log(table.body if table.status == 200 else UNREADABLE, lines[1:])


def pages(viewer: Client, path: str, *, by: str = "cursor") -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    more: Any = None
    while True:
        word = f"&{by}={more}" if more is not None else ""
        page = viewer.get(f"{path}?limit=100{word}").body
        found += page["items"]
        more = page["next"]
        if more is None:
            return found
