"""Tables of bots in a running Signalbox, opened over HTTP, and what must be true of each in the end."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from collections import Counter
from typing import Any

import psycopg

from proof.chain import link
from rules.table.fold import NOTHING_BEFORE
from tests.e2e.runs import Server
from tests.support.processes import eventually

FINISH_SECONDS = 240  # much more than it takes: the machine may be busy with something else


class Host:
    """Somebody who opens tables for bots and watches them."""

    def __init__(self, run: Server, name: str, *, is_bot: bool = False) -> None:
        self.run, self.token = run, ""
        token = self.post("/players", {"name": name, "is_bot": is_bot})["token"]
        self.token, self.token_id = token["token"], token["id"]

    def post(self, path: str, body: Any) -> Any:
        return json.loads(self.ask("POST", path, json.dumps(body).encode()))

    def get(self, path: str) -> Any:
        return json.loads(self.ask("GET", path))

    def ask(self, method: str, path: str, body: bytes | None = None) -> bytes:
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.run.port}/api/v1{path}",
            data=body,
            method=method,
            headers={"Content-Type": "application/json"}
            | ({"Authorization": f"Bearer {self.token}"} if self.token else {}),
        )
        with urllib.request.urlopen(request, timeout=30) as answer:  # noqa: S310
            found: bytes = answer.read()
            return found

    def tables(self, count: int, *bots: str, **wishes: Any) -> list[str]:
        """So many tables of bots alone, started."""
        return [self.table(*bots, **wishes) for _ in range(count)]

    def table(self, *bots: str, **wishes: Any) -> str:
        wish = {"ruleset": "london", "seats": len(bots), "bots": list(bots), "sit": False, **wishes}
        game: str = self.post("/games", wish)["id"]
        self.post(f"/games/{game}/start", {})
        return game


def look(run: Server, game: str) -> Any:
    """The table, or nothing while the server cannot answer."""
    status, table = run.get(f"/api/v1/games/{game}")
    return table if status == 200 else None


def moved(run: Server, games: list[str], at_least: int) -> bool:
    """Whether every table has come so far and none is over."""
    tables = [look(run, game) for game in games]
    return all(table and table["version"] >= at_least for table in tables)


def all_finish(run: Server, games: list[str]) -> None:
    waiting = set(games)

    def done() -> bool:
        waiting.difference_update(
            {game for game in waiting if (table := look(run, game)) and table["status"] == "finished"}
        )
        return not waiting

    eventually(done, seconds=FINISH_SECONDS, what=f"the end of {len(games)} games")


def whole_log(run: Server, game: str) -> list[Any]:
    found: list[Any] = []
    while True:
        _, page = run.get(f"/api/v1/games/{game}/events?after={len(found)}&limit=500")
        found += page["items"]
        if page["next"] is None:
            return found


def check_whole(run: Server, game: str, database: str) -> None:
    """The log has no gap, its chain holds, every action was decided once, and the end came once."""
    events, before = whole_log(run, game), NOTHING_BEFORE
    for seq, event in enumerate(events, start=1):
        assert (event["seq"], event["prev"]) == (seq, before)
        assert event["hash"] == link(before, event)
        before = event["hash"]
    counted = Counter(event["type"] for event in events)
    table = look(run, game)
    assert table["hash"] == before
    assert counted["seat_scored"] == len(table["seats"])
    assert counted["game_ended"] == counted["seed_revealed"] == counted["game_started"] == 1
    # Decides every action anew, in its place: one that stood there twice would not be legal.
    _, audit = run.get(f"/api/v1/games/{game}/audit")
    assert audit["sound"], audit
    with psycopg.connect(database) as connection:
        rows = connection.execute("SELECT count(*) FROM games_result WHERE game_id = %s", [game]).fetchone()
    assert rows == (len(table["seats"]),)
