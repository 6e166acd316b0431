"""What those who want a report are answered, for the reference."""

from __future__ import annotations

from typing import Any

from games.audits import examples as audits
from games.http.examples import answered
from games.play.examples import AT, BASE, HASH, ID
from games.transparency.examples import ENTRY, PROOF
from rules.reports.facts import FORMAT
from rules.reports.meanings import MEANINGS, SOUND

_SEATS = [
    {"seat": 0, "kind": "person", "name": "ada", "score": 41, "won": True},
    {"seat": 1, "kind": "bot", "name": "random", "score": 29, "won": False},
]
_REPORT: dict[str, Any] = {
    "format": FORMAT,
    "game": ID,
    "ruleset": "london@1",
    "title": "London",
    "version": 318,
    "hash": HASH,
    "status": "finished",
    "source": "played",
    "opened_at": AT,
    "started_at": AT,
    "ended_at": AT,
    "made_at": AT,
    "sound": True,
    "conclusion": SOUND,
    "seats": _SEATS,
    "sheets": [{"seat": 0, "total": 41, "lines": [{"rule": "CLAIM-4", "what": "routes", "points": 41}]}],
    "checks": [{**check, "meaning": MEANINGS[check["name"]]} for check in audits.CHECKS],
    "absences": [{"seq": 120, "at": AT, "text": "ada is away for 2 days."}],
    "looks": [{"auditor": "cleo", "what": "export", "version": 120, "at": AT}],
    "deeds": [{"deed": "inspect", "at": AT}],
    "receipt": audits.RECEIPT.value,
    "proofs": [{"index": 1, "kind": "game_opened", "entry": ENTRY, "proof": PROOF}],
    "pictures": [
        {"moment": "end", "version": 318, "address": f"https://play.example.org{BASE}/board.svg?at=318"}
    ],
    "repeat": ["python -m rules.verify game.ndjson --receipt receipt.json --key key.json"],
}
_STANDINGS = [
    {"name": "ada", "kind": "person", "games": 1, "won": 1, "points": 41},
    {"name": "random", "kind": "bot", "games": 1, "won": 0, "points": 29},
]
REPORT = answered("A game that holds", _REPORT)
REPORTS = answered("One game", {"sound": True, "standings": _STANDINGS, "games": [_REPORT]})
PAGE = answered("A page for print", "<!doctype html>…", media_type="text/html")
