"""The tape: all that the clients of a run were told, for the checks at the end."""

from __future__ import annotations

import json
import re
import time
import zlib
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, NamedTuple

from tests.chaos.breakage import Breakage

NOBODY = ""  # a client without a token
_TOKEN = re.compile(r"[0-9a-f]{64}")


class Acknowledged(NamedTuple):
    """A request with a key that the server said it has carried out."""

    player: str
    key: str
    game: str
    hashes: dict[int, str]  # of its events, or of the newest, by seq


class Wait(NamedTuple):
    seconds: float
    until: float  # by the clock of `time.monotonic`
    key: str


class Shown(NamedTuple):
    """A view of a game or an entry of its log, as a client was shown it."""

    game: str
    viewer: str
    version: int  # of the game when it was shown
    kind: str
    packed: bytes

    @property
    def data(self) -> Any:
        return json.loads(zlib.decompress(self.packed))


@dataclass
class Tape:
    statuses: Counter[int] = field(default_factory=Counter)
    unanswered: Counter[str] = field(default_factory=Counter)  # by exception
    acknowledged: list[Acknowledged] = field(default_factory=list)
    refused: dict[str, str] = field(default_factory=dict)  # codes by key
    shown: set[Shown] = field(default_factory=set)
    tokens: dict[tuple[str, str], dict[str, int]] = field(default_factory=lambda: defaultdict(dict))
    streams: dict[tuple[str, str], list[int]] = field(default_factory=lambda: defaultdict(list))
    notices: dict[str, list[dict[str, Any]]] = field(default_factory=lambda: defaultdict(list))
    posted: dict[str, set[int]] = field(default_factory=lambda: defaultdict(set))  # to a webhook, by game
    breakages: list[Breakage] = field(default_factory=list)
    waits: list[Wait] = field(default_factory=list)  # until something was acknowledged
    lock: Lock = field(default_factory=Lock)

    def count(self, status: int, where: str, *, retry_after: str | None) -> None:
        with self.lock:
            self.statuses[status] += 1
            if status >= 500 and status != 503:
                self.breakages.append(Breakage("5xx", f"{status} from {where}"))
            if status == 503 and not retry_after:
                self.breakages.append(Breakage("5xx", f"503 without Retry-After from {where}"))

    def broke(self, kind: str, what: str) -> None:
        with self.lock:
            self.breakages.append(Breakage(kind, what))

    def acknowledge(self, done: Acknowledged, *, since: float) -> None:
        now = time.monotonic()
        with self.lock:
            self.acknowledged.append(done)
            self.waits.append(Wait(now - since, now, done.key))

    def hear(self, listener: str, game: str, entry: dict[str, Any]) -> None:
        """An entry came on a stream, or in its turn by polling."""
        with self.lock:
            self.streams[listener, game].append(entry["seq"])

    def show(self, viewer: str, game: str, body: Any) -> None:
        """Keep what a response or a message shows of a game: its head, entries and view."""
        if not isinstance(body, dict) or "version" not in body:
            return
        version = body["version"]
        texts = [("view", body["view"])] if "view" in body else []
        texts += [("entry", entry) for entry in entries_in(body)]
        if "hash" in body:
            texts.append(("head", {"seq": version, "hash": body["hash"]}))
        seen = [Shown(game, viewer, version, kind, packed(what)) for kind, what in texts]
        tokens = _TOKEN.findall(json.dumps(body))
        with self.lock:
            self.shown.update(seen)
            for token in tokens:
                first = self.tokens[game, viewer].get(token, version)
                self.tokens[game, viewer][token] = min(first, version)


def entries_in(body: dict[str, Any]) -> list[dict[str, Any]]:
    """Entries of a page of the log, of an answer to an action, of a message of a stream or a webhook."""
    found = [*body.get("items", ()), *body.get("events", ()), body.get("event")]
    return [one for one in found if isinstance(one, dict) and "prev" in one]


def packed(what: Any) -> bytes:
    return zlib.compress(json.dumps(what, sort_keys=True).encode())
