"""The schemas of searches, statistics and conduct, for the OpenAPI document."""

from __future__ import annotations

from games.http.json_schema import Schema, array, closed, extended, ref, schema_of
from games.models import History
from games.play.schema import COUNT, NEXT, SEAT, TEXT, UUID_TEXT

NUMBER: Schema = {"type": "number"}
RATE: Schema = {"type": "number", "minimum": 0, "maximum": 1}
MEASURES: dict[str, Schema] = {
    "count": {**COUNT, "description": "How many seats this rests on."},
    "win_rate": {
        **RATE,
        "description": "The part of them that won; a shared win counts in parts. A win is rarer at a larger "
        "table: where tables of several sizes are counted together, compare by `above`.",
    },
    "points": {**NUMBER, "description": "Their mean result."},
    "above": {**NUMBER, "description": "By how much that is above the mean of their tables."},
}
FOUND: dict[str, Schema] = {
    "actions": {**COUNT, "description": "How many decisions were made."},
    "ended": schema_of(History.Ended),
    "table": schema_of(History.Table),
}


EVIDENCE: dict[str, Schema] = {
    "measure": {
        "type": "string",
        "enum": ["time_outs", "hand_overs", "alike", "blocks"],
        "description": "Decisions for which the time ran out; seats that a stand-in played; decisions that "
        "took as long as the other's just before; claims that made a ticket of the other dearer.",
    },
    "count": COUNT,
    "of": {**COUNT, "description": "How often it could have happened."},
    "rate": RATE,
    "base": {
        **closed({"count": COUNT, "of": COUNT, "rate": RATE}),
        "description": "The same over all finished public games of the ruleset with as many seats.",
    },
    "chance": {
        **RATE,
        "description": "How likely so many, or so few, are at the base rate. Absent if there is none.",
    },
}
OTHERS: Schema = {
    **closed({"count": COUNT, "of": COUNT}),
    "description": "What the player did to everybody else at these tables.",
}
SPREAD: dict[str, Schema] = {
    "decisions": COUNT,
    "tenth": {**NUMBER, "description": "A tenth of the decisions took fewer seconds."},
    "median": NUMBER,
    "ninetieth": {**NUMBER, "description": "A tenth took more."},
}
THINKING: dict[str, Schema] = {
    **SPREAD,
    "base": {
        **closed(SPREAD, ["decisions"]),
        "description": "The same over all finished public games of the ruleset with as many seats, to a "
        "tenth of each value.",
    },
}
BASE_GAMES: Schema = {
    **COUNT,
    "description": "How many games the base rates rest on: those of the ruleset with as many seats.",
}


def _conduct() -> dict[str, Schema]:
    evidence = array(ref("Evidence"))
    behaved = {"thinking": closed(THINKING, ["decisions", "base"]), "evidence": evidence}
    table = {
        "ruleset": TEXT,
        "seats": COUNT,
        "games": array(UUID_TEXT),
        "base_games": BASE_GAMES,
        "players": {
            **array(closed({"name": TEXT, **behaved})),
            "description": "Both, each by themselves.",
        },
        "evidence": {**evidence, "description": "What the player did to the other."},
    }
    return {
        "Evidence": closed({**EVIDENCE, "towards_others": OTHERS}, [n for n in EVIDENCE if n != "chance"]),
        "GameConduct": closed(
            {
                "games": BASE_GAMES,
                "seats": array(closed({"seat": SEAT, **behaved})),
                "pairs": array(closed({"seat": SEAT, "other": SEAT, "evidence": evidence})),
            }
        ),
        "PairConduct": closed({"player": TEXT, "other": TEXT, "tables": array(closed(table))}),
    }


def _rows(name: str, schema: Schema, **more: Schema) -> Schema:
    return array(closed({name: schema, **MEASURES, **more}))


def history_answers() -> dict[str, Schema]:
    return {
        "FoundGame": extended("GameSummary", FOUND),
        "FoundGameList": closed({"items": array(ref("FoundGame")), "next": NEXT}),
        **_conduct(),
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
    "seats": array(
        closed(
            {
                "seats": COUNT,
                "games": COUNT,
                "length": {**NUMBER, "description": "Mean decisions of a game."},
                "order": _rows("place", COUNT),
            }
        )
    ),
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
