"""What games look like, for the examples of the reference."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.urls import reverse_lazy

from games.reading.links import GAME_ROUTES

ID = "5f0c6f0e-8d5b-4d5c-9a3e-1c9f0a7b2d10"
HASH, BEFORE = "9b1c" * 16, "4e02" * 16
COMMITMENT, SALT, SEAL = "c3d7" * 16, "77aa" * 16, "01fe" * 16
AT = "2026-01-31T18:00:00.000000Z"
BASE = f"/api/v1/games/{ID}"


# -- tables ------------------------------------------------------------------------------------

SEATS = [
    {"seat": 0, "taken": True, "is_bot": False, "player": "ada", "client_seed": "5eed0a42"},
    {"seat": 1, "taken": True, "is_bot": True, "bot": "random"},
]
LINKS = {
    **{name: reverse_lazy(route, args=[ID]) for name, route in GAME_ROUTES.items()},
    "ruleset": reverse_lazy("ruleset", args=["london@1"]),
    "verify": f"/static/client/verify.html?game={ID}",
}
TABLE: Mapping[str, Any] = {
    "id": ID,
    "version": 3,
    "hash": HASH,
    "status": "open",
    "to_act": [],
    "seat": 0,
    "ruleset": "london@1",
    "visibility": "public",
    "test": False,
    "options": {"first": "random"},
    "clock": {},
    "bot_delay": 0,
    "stand_ins": "until_return",
    "commitment": COMMITMENT,
    "host": "ada",
    "source": "played",
    "seats": SEATS,
    "created_at": AT,
    "links": LINKS,
}
_IN_LISTS = (
    *("id", "ruleset", "status", "visibility", "test", "version", "hash", "seats", "to_act", "options"),
    *("clock", "host", "created_at", "links"),
)
SUMMARY = {
    **{name: TABLE[name] for name in _IN_LISTS},
    "ruleset_title": "London",
    "source": "played",
    "speed": "untimed",
    "moved_at": AT,
}
FINISHED = {
    **SUMMARY,
    "status": "finished",
    "version": 148,
    "scores": [41, 29],
    "winners": [0],
    "started_at": AT,
    "finished_at": AT,
}

# -- the game ----------------------------------------------------------------------------------

_OWN = {"hand": ["black", "orange"], "tickets": ["t20"]}
_SEAT = {
    "score": 0,
    "cards": {"transport": 2},
    "tickets_held": 1,
    "pieces": {"bus": 17},
    "box": {},
    "goods": 0,
    "has_chosen": False,
}
VIEW = {
    "ruleset": "london@1",
    "options": {"first": "random"},
    "viewer": 0,
    "phase": "play",
    "moment": "turn",
    "to_act": [0],
    "first": 0,
    "turn": 0,
    "drawn": 0,
    "passes": 0,
    "market": ["wild", "blue", "wild", "black", "green"],
    "sweeps": 0,
    "piles": {"transport": 35, "tickets": 18},
    "shuffles": {"transport": 1, "tickets": 1},
    "discards": {},
    "goods_left": 0,
    "claims": {},
    "harbours": {},
    "seats": [{"seat": 0, **_SEAT, **_OWN}, {"seat": 1, **_SEAT}],
    "winners": [],
}
PLAYING = {"version": 24, "hash": HASH, "status": "playing", "to_act": [0]}
GAME = {**TABLE, **PLAYING, "started_at": AT, "view": VIEW}

AWAITED = {**SUMMARY, **PLAYING, "my_turn": True}
_OVER = {"version": 318, "hash": HASH, "status": "archived", "to_act": [], "source": "import"}
_ORIGIN = {"game": "2d0f1c5e-7a43-4f5b-9c1e-8b6a5d4c3f21", "version": 318, "hash": HASH}
_ORIGIN |= {"created_at": AT, "started_at": AT, "finished_at": AT}
IMPORTED = {**TABLE, **_OVER, "seed": "5a" * 32, "origin": _ORIGIN}

SIGNATURE = {
    "after": HASH,
    "value": "djjUJazkdWC4SXKjyJEleR0wgf4ftsmPc12k6JVP89Z-HRxXwJa3qplsPqPeqKOJ9E5knIWFhsvJD1gwCGpXBw",
}
DRAW = {"type": "draw_card", "pile": "transport"}
CLAIM = {"type": "claim_route", "route": "big-ben--trafalgar-square--1", "cards": ["black"]}
OFFERED = {
    "version": 24,
    "hash": HASH,
    "seat": 0,
    "moment": "turn",
    "next": None,
    "items": [{"type": "draw_tickets"}, DRAW, {"type": "take_card", "card": "blue"}, CLAIM],
}
DRAWN = {
    "game": ID,
    "seq": 25,
    "type": "card_drawn",
    "v": 1,
    "actor": 0,
    "at": AT,
    "public": {"seat": 0, "pile": "transport"},
    "sealed": {"commit": SEAL, "to": 0},
    "prev": BEFORE,
    "hash": HASH,
}
TURN = {"version": 25, "to_act": [0], "moment": "second_card"}
READ_BY_SEAT = {**DRAWN, "private": {"card": "red"}, "salt": SALT}
AFTER = {**PLAYING, "version": 25, "seat": 0, "view": {**VIEW, "moment": "second_card", "drawn": 1}}
_MADE = {name: DRAWN[name] for name in ("game", "seq", "v", "at", "prev", "hash")}


def happened(kind: str, public: Mapping[str, Any], **more: Any) -> dict[str, Any]:
    return {**_MADE, "type": kind, "public": public, **more}


def outcome(*events: Mapping[str, Any]) -> dict[str, Any]:
    return {**AFTER, "events": list(events)}


def yours(kind: str, **public: Any) -> dict[str, Any]:
    """What seat 0 did, and the game after it."""
    return outcome(happened(kind, {"seat": 0, **public}, actor=0, by="person"))
