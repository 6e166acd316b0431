"""The schemas of searches, statistics and conduct, for the OpenAPI document."""

from __future__ import annotations

from games.http.json_schema import Schema, array, closed, extended, ref, schema_of
from games.models import History
from games.play.schema import COUNT, NEXT, TEXT

NUMBER: Schema = {"type": "number"}
RATE: Schema = {"type": "number", "minimum": 0, "maximum": 1}
MEASURES: dict[str, Schema] = {
    "count": {**COUNT, "description": "How many seats this rests on."},
    "win_rate": {**RATE, "description": "The part of them that won; a shared win counts in parts."},
    "points": {**NUMBER, "description": "Their mean result."},
    "above": {**NUMBER, "description": "By how much that is above the mean of their tables."},
}
FOUND: dict[str, Schema] = {
    "actions": {**COUNT, "description": "How many decisions were made."},
    "ended": schema_of(History.Ended),
    "table": schema_of(History.Table),
}


def _rows(name: str, schema: Schema, **more: Schema) -> Schema:
    return array(closed({name: schema, **MEASURES, **more}))


def history_answers() -> dict[str, Schema]:
    return {
        "FoundGame": extended("GameSummary", FOUND),
        "FoundGameList": closed({"items": array(ref("FoundGame")), "next": NEXT}),
        "RulesetStatistics": closed(STATISTICS, [name for name in STATISTICS if name != "table"]),
    }


STATISTICS: dict[str, Schema] = {
    "ruleset": TEXT,
    "table": {**schema_of(History.Table), "description": "Absent if all games count."},
    "games": {**COUNT, "description": "How many games this rests on."},
    "length": closed(
        {
            "mean": {**NUMBER, "description": "Decisions of a game."},
            "histogram": array(closed({"from": COUNT, "to": COUNT, "games": COUNT})),
        }
    ),
    "seats": array(closed({"seats": COUNT, "games": COUNT, "order": _rows("place", COUNT)})),
    "openings": closed(
        {
            "first_routes": _rows("route", TEXT),
            "beginnings": _rows("actions", array(TEXT)),
            "starting_tickets": _rows("kept", COUNT),
        }
    ),
    "tickets": _rows("ticket", TEXT, offered=COUNT, keep_rate=RATE, completed=COUNT, success=RATE),
    "routes": _rows(
        "route", TEXT, share={**RATE, "description": "The part of all games in which it was claimed."}
    ),
}
