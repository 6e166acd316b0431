"""What those who ask about histories are answered, for the reference."""

from __future__ import annotations

from typing import Any

from games.http.examples import answered
from games.play import examples as games

_GAME: dict[str, Any] = games.LISTED.value["items"][0]
FOUND = answered(
    "One game",
    {"items": [{**_GAME, "actions": 97, "ended": "played_out", "table": "people"}], "next": None},
)
_MEASURES = {"count": 412, "win_rate": 0.5316, "points": 34.2, "above": 1.4}
_BLOCKS: dict[str, Any] = {
    "measure": "blocks",
    "count": 0,
    "of": 31,
    "rate": 0.0,
    "base": {"count": 2110, "of": 17004, "rate": 0.1241},
    "chance": 0.016441,
}
_THINKING = {"decisions": 48, "tenth": 2.1, "median": 9.4, "ninetieth": 41.0}
CONDUCT = answered(
    "One seat, which never got in the way of another",
    {
        "games": 5120,
        "seats": [{"seat": 0, "thinking": _THINKING, "evidence": []}],
        "pairs": [{"seat": 0, "other": 1, "evidence": [_BLOCKS]}],
    },
)
PAIR = answered(
    "Over two games",
    {
        "player": "ada",
        "other": "bob",
        "games": [_GAME["id"]],
        "evidence": [{**_BLOCKS, "towards_others": {"count": 9, "of": 40}}],
    },
)
STATISTICS = answered(
    "London, 206 games of two",
    {
        "ruleset": "london@1",
        "games": 206,
        "length": {"mean": 71.5, "histogram": [{"from": 60, "to": 79, "games": 206}]},
        "seats": [{"seats": 2, "games": 206, "order": [{"place": 1, **_MEASURES}]}],
        "openings": {
            "first_routes": [{"route": "big-ben--waterloo--1", **_MEASURES}],
            "beginnings": [{"actions": ["card_drawn", "card_drawn", "route_claimed"], **_MEASURES}],
            "starting_tickets": [{"kept": 2, **_MEASURES}],
        },
        "tickets": [
            {
                "ticket": "t03",
                **_MEASURES,
                "offered": 500,
                "keep_rate": 0.824,
                "completed": 300,
                "success": 0.7282,
            }
        ],
        "routes": [{"route": "big-ben--waterloo--1", **_MEASURES, "share": 1.0}],
    },
)
