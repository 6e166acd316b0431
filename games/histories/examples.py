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
_TIME_OUTS: dict[str, Any] = {
    "measure": "time_outs",
    "count": 1,
    "of": 48,
    "rate": 0.0208,
    "base": {"count": 640, "of": 61200, "rate": 0.0105},
    "chance": 0.792412,
}
_USUAL = {"decisions": 61200, "tenth": 1.8, "median": 8.6, "ninetieth": 55.2}
_THINKING = {"decisions": 48, "tenth": 2.1, "median": 9.4, "ninetieth": 41.0, "base": _USUAL}
_BEHAVED = {"thinking": _THINKING, "evidence": [_TIME_OUTS]}
_FAVOURED = {**_BLOCKS, "towards_others": {"count": 9, "of": 40}}
CONDUCT = answered(
    "One seat, which never got in the way of another",
    {
        "games": 5120,
        "seats": [{"seat": 0, **_BEHAVED}],
        "pairs": [{"seat": 0, "other": 1, "evidence": [_FAVOURED]}],
    },
)
PAIR = answered(
    "Over one game of three seats",
    {
        "player": "ada",
        "other": "bob",
        "tables": [
            {
                "ruleset": "london@1",
                "seats": 3,
                "games": [_GAME["id"]],
                "base_games": 5120,
                "players": [{"name": "ada", **_BEHAVED}, {"name": "bob", **_BEHAVED}],
                "evidence": [_FAVOURED],
            }
        ],
    },
)
STATISTICS = answered(
    "London, 206 games of two",
    {
        "ruleset": "london@1",
        "games": 206,
        "length": {"mean": 71.5, "histogram": [{"from": 60, "to": 79, "games": 206}]},
        "seats": [{"seats": 2, "games": 206, "length": 71.5, "order": [{"place": 1, **_MEASURES}]}],
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
