"""The good client: two players at one table, who read and move at a steady pace."""

from __future__ import annotations

import http.client
import json
import random
import statistics
import time
from dataclasses import dataclass, field
from typing import Any, Final

from tests.e2e.bot_tables import Host
from tests.e2e.runs import Run

PACE: Final = 1 / 14  # seconds between the beginnings of two requests
TIMEOUT: Final = 30
OK, CREATED = 200, 201


@dataclass(slots=True)
class Waits:
    """How long requests took, in milliseconds."""

    reads: list[float] = field(default_factory=list)
    moves: list[float] = field(default_factory=list)
    failed: int = 0

    @property
    def sent(self) -> int:
        return len(self.reads) + len(self.moves) + self.failed


def p50(waits: list[float]) -> float:
    return statistics.median(waits) if waits else float("nan")


def p95(waits: list[float]) -> float:
    return sorted(waits)[int(0.95 * len(waits))] if waits else float("nan")


class Good:
    def __init__(self, run: Run) -> None:
        self._players = [Host(run, "good"), Host(run, "friend")]
        self._wire = http.client.HTTPConnection("127.0.0.1", run.port, timeout=TIMEOUT)
        self._whim, self._turn, self._game = random.Random(1), 0, self._open_table()

    def play(self, seconds: float) -> Waits:
        waits, end = Waits(), time.monotonic() + seconds
        while time.monotonic() < end:
            self._ask("GET", "", waits.reads, waits)
            offered = self._ask("GET", "/actions", waits.reads, waits)
            if offered and offered["items"]:
                self._ask("POST", "/actions", waits.moves, waits, self._whim.choice(offered["items"]))
            else:
                self._turn = 1 - self._turn
        return waits

    def _ask(self, method: str, path: str, taken: list[float], waits: Waits, body: Any = None) -> Any:
        began = time.monotonic()
        status, answer = self._answer(method, path, body)
        took = time.monotonic() - began
        if status in (OK, CREATED):
            taken.append(1000 * took)
        else:
            waits.failed += 1
        if answer and answer.get("status") == "finished":
            self._game = self._open_table()
        time.sleep(max(0.0, PACE - took))
        return answer if status in (OK, CREATED) else None

    def _answer(self, method: str, path: str, body: Any) -> tuple[int, Any]:
        headers = {"Authorization": f"Bearer {self._players[self._turn].token}"}
        if body is not None:
            headers["Content-Type"] = "application/json"
        text = None if body is None else json.dumps(body)
        try:
            self._wire.request(method, f"/api/v1/games/{self._game}{path}", text, headers)
            answer = self._wire.getresponse()
            return answer.status, json.loads(answer.read())
        except (OSError, http.client.HTTPException):
            self._wire.close()
            return 0, None

    def _open_table(self) -> str:
        host, friend = self._players
        game: str = host.post("/games", {"ruleset": "london", "seats": 2})["id"]
        friend.post(f"/games/{game}/seats", {})
        host.post(f"/games/{game}/start", {})
        return game
