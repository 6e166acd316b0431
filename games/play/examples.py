"""What requests and answers of a table look like, for the reference."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.http.examples import answered, asked

ID = "5f0c6f0e-8d5b-4d5c-9a3e-1c9f0a7b2d10"
HASH, BEFORE = "9b1c" * 16, "4e02" * 16
COMMITMENT, SALT, SEAL = "c3d7" * 16, "77aa" * 16, "01fe" * 16
AT = "2026-01-31T18:00:00.000000Z"
BASE = f"/api/v1/games/{ID}"


# -- tables ------------------------------------------------------------------------------------

SEATS = [
    {"seat": 0, "taken": True, "is_bot": False, "player": "ada", "client_seed": "tram-42"},
    {"seat": 1, "taken": True, "is_bot": True, "bot": "random"},
]
LINKS = {
    "self": BASE,
    "actions": f"{BASE}/actions",
    "events": f"{BASE}/events",
    "stream": f"{BASE}/stream",
    "seats": f"{BASE}/seats",
    "ruleset": "/api/v1/rulesets/london@1",
    "verify": f"/static/client/verify.html?game={ID}",
    "picture": f"{BASE}/board.svg",
    "chart": f"{BASE}/chart.svg",
    "record": f"{BASE}/record.txt",
    **{
        name: f"{BASE}/{name}"
        for name in ("audit", "audits", "report", "export", "receipt", "proofs", "diff", "looks")
    },
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

NEW_TABLE = (
    asked("Against a bot", {"ruleset": "london", "seats": 2, "bots": ["random"]}),
    asked(
        "Among friends",
        {
            "ruleset": "world@1",
            "seats": 4,
            "visibility": "private",
            "options": {"first": "0"},
            "clock": {"per_action": 86400},
            "client_seed": "tram-42",
        },
        "Answers with an `invite_code`; each action may take a day.",
    ),
    asked(
        "A test table",
        {
            "ruleset": "london",
            "seats": 2,
            "bots": ["random"],
            "options": {"first": "1", "end": "early"},
            "clock": {"per_action": 60},
            "test": {
                "seed": "00" * 32,
                "actions": [{"seat": 0, "action": {"type": "keep_tickets", "tickets": ["t14"]}}],
                "scripts": [{"seat": 1, "actions": [{"type": "keep_tickets", "tickets": ["t19"]}]}],
            },
        },
        "Always the same deal. You have chosen your tickets; the bot chooses this one, then plays on.",
    ),
    answered("An open table", TABLE, 201),
)
REMATCH = answered("An open table", TABLE, 201)
A_SEAT = (
    asked("The next free seat", {}),
    asked("This seat, with a share in the chance", {"seat": 1, "client_seed": "tram-42"}),
    asked("At a private table", {"invite_code": "q7GkZl0xYw3RtB1c"}),
    asked("A bot, as the host", {"bot": "random"}),
    answered("An open table", TABLE, 201),
)
A_SEAT_LESS = answered("An open table", TABLE)
LISTED = answered("Games", {"items": [SUMMARY, FINISHED], "next": None})
RENAMED = (
    asked("A name", {"name": "Friday evening"}),
    answered("The table", {**TABLE, "name": "Friday evening"}),
)
LISTED_ONE = answered("A table", SUMMARY)
MINE = answered("What waits for you", {"items": [{**SUMMARY, "seat": 0, "my_turn": False}], "next": None})

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
GAME = answered("Your turn", {**TABLE, **PLAYING, "started_at": AT, "view": VIEW})

AWAITED = {**SUMMARY, **PLAYING, "my_turn": True}
_OVER = {"version": 318, "hash": HASH, "status": "archived", "to_act": [], "source": "import"}
_ORIGIN = {"game": "2d0f1c5e-7a43-4f5b-9c1e-8b6a5d4c3f21", "version": 318, "hash": HASH}
_ORIGIN |= {"created_at": AT, "started_at": AT, "finished_at": AT}
IMPORTED = answered("An archived game", {**TABLE, **_OVER, "seed": "5a" * 32, "origin": _ORIGIN}, 200, 201)

DRAW = {"type": "draw_card", "pile": "transport"}
CLAIM = {"type": "claim_route", "route": "big-ben--trafalgar-square--1", "cards": ["black"]}
OFFERED = answered(
    "Your turn",
    {
        "version": 24,
        "hash": HASH,
        "seat": 0,
        "moment": "turn",
        "next": None,
        "items": [{"type": "draw_tickets"}, DRAW, {"type": "take_card", "card": "blue"}, CLAIM],
    },
)
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
ACTING = (
    asked("Draw a card", DRAW),
    asked("Take a card that lies open", {"type": "take_card", "card": "blue"}),
    asked("Claim a route", {**CLAIM, "expected_version": 24}, "Only if nothing has happened since 24."),
    asked("Draw tickets", {"type": "draw_tickets"}),
    asked("Keep tickets", {"type": "keep_tickets", "tickets": ["t20"]}),
    answered("A card was drawn", {**AFTER, "events": [READ_BY_SEAT]}, 201),
    answered(
        "A dry run",
        {
            "version": 24,
            "hash": BEFORE,
            "events": [{"type": "card_drawn", "v": 1, "public": {"seat": 0, "pile": "transport"}}],
        },
    ),
)
_MADE = {name: DRAWN[name] for name in ("game", "seq", "v", "at", "prev", "hash")}
RESIGNED = answered(
    "A stand-in takes over",
    {
        **AFTER,
        "events": [
            {
                **{name: DRAWN[name] for name in ("game", "seq", "v", "actor", "at", "prev", "hash")},
                "type": "seat_resigned",
                "public": {"seat": 0, "stand_in": "random"},
            }
        ],
    },
)


def _yours(kind: str, **public: Any) -> Mapping[str, Any]:
    """What seat 0 did, and the game after it."""
    event = {**_MADE, "actor": 0, "by": "person", "type": kind, "public": {"seat": 0, **public}}
    return {**AFTER, "events": [event]}


RETURNED = answered("You play again", _yours("seat_returned"))
VACATION = (
    asked("For a week", {"days": 7}),
    answered("Your clock stands", _yours("vacation_began", days=7)),
)
PROPOSED = (
    asked("For two weeks", {"days": 14}),
    answered("The others are asked", _yours("pause_proposed", days=14)),
)
AGREED = answered("You have agreed", _yours("pause_agreed"))
DECLINED = answered("You have declined", _yours("pause_declined"))
TIME = (
    asked("An hour more", {"seat": 1, "seconds": 3600}),
    answered("Their deadline is put off", _yours("time_given", receiver=1, seconds=3600)),
)
BACK = answered("Your clock runs", _yours("vacation_ended"))
ADVANCED = (
    asked("A minute later", {"advance": 60}),
    answered(
        "Seat 0 has run out of time",
        {
            **AFTER,
            "events": [
                {**_MADE, "type": "clock_advanced", "public": {"seconds": 60}},
                {**_MADE, "seq": 26, "type": "seat_timed_out", "public": {"seat": 0, "cover": "planner"}},
            ],
        },
    ),
)
LOG = answered("As the others read it", {"version": 25, "hash": HASH, "items": [DRAWN], "next": None})

# -- what concerns you -------------------------------------------------------------------------

_ABOUT = {
    "game": ID,
    "seq": 24,
    "at": AT,
    "ruleset": "london@1",
    "name": "Friday night",
    "links": {"game": f"/api/v1/games/{ID}", "actions": f"/api/v1/games/{ID}/actions"},
}
_TABLE = {name: value for name, value in _ABOUT.items() if name != "seq"}
_NOW = {"version": 24, "to_act": [0]}
_MINE = {"seat": 0, **_NOW, "moment": "turn"}
_UNTIL = {"deadline": "2026-02-01T18:00:00.000000Z"}
NOTICE = {"number": 7, "kind": "game.your_turn", **_ABOUT, "data": {**_MINE, **_UNTIL}}
NOTICES = answered("Your turn", {"items": [NOTICE], "next": None, "forgotten": 0})

# -- what webhooks receive ---------------------------------------------------------------------

MESSAGES: dict[str, dict[str, Any]] = {
    "game.your_turn": {**_ABOUT, **_MINE, **_UNTIL},
    "game.started": {**_ABOUT, **_MINE, "moment": "starting_tickets"},
    "game.finished": {
        **_ABOUT,
        "seat": 0,
        "scores": [41, 29],
        "winners": [0],
        "version": 318,
        "to_act": [],
    },
    "game.closed": {**_ABOUT, "seat": 0, "version": 4, "to_act": []},
    "game.invitation": {**_TABLE, "seat": 1, "expires_at": "2026-02-07T18:00:00.000000Z"},
    "game.declined": _TABLE,
    "game.message": {**_TABLE, "number": 3, "seat": 1},
    "game.rematch": {
        **_TABLE,
        "rematch_of": "5d0f1c6e-93a8-4b55-9f0d-0a5b8c7d2e11",
        "seat": 1,
        "expires_at": "2026-02-07T18:00:00.000000Z",
    },
    "seat.cleared": {**{k: v for k, v in _ABOUT.items() if k != "name"}, "seat": 1},
    "seat.timed_out": {**_ABOUT, "seat": 0, "stand_in": "planner", "strikes": 1, **_NOW},
    "seat.handed_over": {**_ABOUT, "seat": 1, "stand_in": "planner", "yours": False, **_NOW},
    "seat.resigned": {**_ABOUT, "seat": 1, "stand_in": "planner", **_NOW},
    "seat.returned": {**_ABOUT, "seat": 1, **_NOW},
    "vacation.began": {**_ABOUT, "seat": 1, "until": "2026-02-07T18:00:00.000000Z", **_NOW},
    "vacation.ended": {**_ABOUT, "seat": 1, **_NOW},
    "pause.proposed": {**_ABOUT, "seat": 1, "days": 14, **_NOW},
    "pause.declined": {**_ABOUT, "seat": 1, **_NOW},
    "pause.began": {**_ABOUT, "until": "2026-02-14T18:00:00.000000Z", **_NOW},
    "pause.ending": {**_ABOUT, "seat": 1, "until": "2026-02-03T18:00:00.000000Z", **_NOW},
    "time.given": {**_ABOUT, "seat": 1, "seconds": 3600, **_UNTIL, **_NOW},
    "seat.taken": {**_ABOUT, "seat": 1, "bot": "random", "version": 4, "to_act": []},
    "deadline.near": {**_ABOUT, **_MINE, **_UNTIL},
    "friend.request": {"at": AT},
    "game.event": {"event": READ_BY_SEAT, **TURN},
    "bot.act": {**OFFERED.value, "game": GAME.value},
    "webhook.test": {"webhook": "2f1d9b1e-5a0c-4d55-8f51-3b7f2f6d9a10"},
}
