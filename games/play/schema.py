"""The schemas of responses about games, for the OpenAPI document."""

from __future__ import annotations

from games.http.json_schema import Schema, array, closed, ref, schema_of
from games.http.links import LINK
from games.models import Game
from games.play.answers import GAME_LINKS
from rules.moments import MOMENTS
from rules.table.clock import Speed
from rules.table.state import MAKERS, STAND_INS

TEXT: Schema = {"type": "string"}
TIME: Schema = {"type": "string", "format": "date-time"}
UUID_TEXT: Schema = {"type": "string", "format": "uuid"}
HASH: Schema = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
NAME: Schema = {**TEXT, "description": "That the host has given to the table; absent if there is none."}
COUNT: Schema = {"type": "integer", "minimum": 0}
SEAT: Schema = {"type": "integer", "minimum": 0}
SEATS: Schema = array(SEAT)
MAKER: Schema = {
    "type": "string",
    "enum": list(MAKERS),
    "description": "Who made the decision: a person, an account that plays by program, a bot with a seat of "
    "its own, a stand-in that has taken over, or a cover for one decision after a time-out.",
}
LINKS: Schema = ref("GameLinks")
ALWAYS = [*GAME_LINKS, "stream", "ruleset", "verify"]
INVITE: Schema = {
    **LINK,
    "description": "To pass on: it shows the table and has its code. Only for the host of a private one.",
}
NEXT: Schema = {
    "type": ["string", "null"],
    "description": "Send it as `cursor` to get the next page; null on the last one.",
}
EVENTS: Schema = array(ref("Event"))
MOMENT: Schema = ref("Moment")
STATUS: Schema = ref("GameStatus")

STANDING: dict[str, Schema] = {
    "version": {"type": "integer", "minimum": 0, "description": "The seq of the newest event."},
    "hash": {**HASH, "description": "The hash of the newest event."},
}
TURN: dict[str, Schema] = {
    "version": STANDING["version"],
    "to_act": {**SEATS, "description": "The seats that have to act."},
    "moment": {**MOMENT, "description": "What you have to decide; absent if you do not have to act."},
}
PLACE: dict[str, Schema] = {
    **STANDING,
    "status": STATUS,
    "to_act": SEATS,
    "seat": SEAT,
    "view": ref("View"),
}
CLOCK: Schema = {
    **closed(
        {
            "per_action": {**COUNT, "description": "The seconds for each decision."},
            "bank": {**COUNT, "description": "The seconds for all decisions, instead of `per_action`."},
            "increment": {**COUNT, "description": "The seconds that each decision adds to the bank."},
            "vacation_days": {
                **COUNT,
                "description": "The days for which each player can be away; their clock stands meanwhile.",
            },
            "strikes": {**COUNT, "description": "After so many time-outs a stand-in takes over the seat."},
        },
        [],
    ),
    "description": "How long a decision may take; empty if the table has no clock.",
}
TABLE_SEAT: dict[str, Schema] = {
    "seat": SEAT,
    "taken": {"type": "boolean"},
    "held": {"type": "boolean", "description": "True if it is held for an invited player; absent if not."},
    "is_bot": {"type": "boolean"},
    "player": TEXT,
    "bot": TEXT,
    "stand_in": {**TEXT, "description": "The bot that has taken over for the player."},
    "cover": {**TEXT, "description": "The bot that makes this decision because the player's time ran out."},
    "client_seed": TEXT,
    "bank": {
        "type": "integer",
        "description": "Seconds left in the bank when the seat last began to decide.",
    },
    "deadline": TIME,
    "vacation_days": {**COUNT, "description": "The days of vacation that the player has left."},
    "away_until": {
        **TIME,
        "description": "When the player's last vacation ends or has ended. Until then their clock stands.",
    },
}
TIMES: dict[str, Schema] = {"created_at": TIME, "started_at": TIME, "finished_at": TIME}
SUMMARY: dict[str, Schema] = {
    "id": UUID_TEXT,
    "ruleset": TEXT,
    "ruleset_title": TEXT,
    "status": STATUS,
    "visibility": ref("Visibility"),
    "test": {"type": "boolean", "description": "Whether it is a test table, which does not count."},
    **STANDING,
    "seats": array(ref("TableSeat")),
    "to_act": SEATS,
    "options": {"type": "object", "additionalProperties": TEXT},
    "clock": ref("Clock"),
    "speed": ref("Speed"),
    "host": TEXT,
    "name": NAME,
    "scores": {
        **array({"type": "integer"}),
        "description": "The final score of each seat, once it is counted.",
    },
    "winners": {**SEATS, "description": "The seats that have won, once the scores are counted."},
    "source": {
        "type": "string",
        "enum": ["played", "import"],
        "description": "Whether the game was played on this server, or imported.",
    },
    "deadline": TIME,
    **TIMES,
    "moved_at": {**TIME, "description": "When the newest event happened."},
    "seat": {**SEAT, "description": "Your own seat; only among your games."},
    "my_turn": {"type": "boolean", "description": "Whether the game waits for you; only among your games."},
    "links": LINKS,
}
NOT_IN_EVERY_SUMMARY = (
    *("host", "name", "scores", "winners", "deadline", "started_at", "finished_at", "seat", "my_turn"),
)
TABLE: dict[str, Schema] = {
    **{name: SUMMARY[name] for name in ("id", "ruleset", "visibility", "test", "seats", "deadline", "links")},
    **PLACE,
    "now": {
        **TIME,
        "description": "What the clock of a test table shows; it moves only with `advanceClock`.",
    },
    "options": SUMMARY["options"],
    "clock": SUMMARY["clock"],
    "bot_delay": {"type": "integer"},
    "stand_ins": {
        "type": "string",
        "enum": list(STAND_INS),
        "description": "Whether a stand-in leaves when its player takes the seat back, or plays to the end.",
    },
    "commitment": {**HASH, "description": "SHA-256 of the server's seed, published before the game starts."},
    "seed": {**HASH, "description": "The server's seed, revealed after the end."},
    "host": TEXT,
    "name": NAME,
    "invite_code": {**TEXT, "description": "Only for the host of a private table."},
    "paused_until": {
        **TIME,
        "description": "When the last pause ends or has ended. Until then all clocks stand.",
    },
    "resume_asked": {**SEATS, "description": "The seats that asked for the end of the pause."},
    "pause_proposal": {
        **closed({"seat": SEAT, "days": {"type": "integer", "minimum": 1}, "agreed": SEATS}),
        "description": "A pause that is proposed; it begins when all players have agreed.",
    },
    "rematch": UUID_TEXT,
    "rematch_of": UUID_TEXT,
    "source": SUMMARY["source"],
    "origin": {
        **closed({"game": UUID_TEXT, **STANDING, **TIMES}, ["game", "version", "hash", "created_at"]),
        "description": "Of an import: the id in the entries of its log, the end of the log, and when it was "
        "played, as the log says. The server cannot vouch for these times.",
    },
    **TIMES,
}
NOT_ALWAYS = (
    *("seat", "view", "seed", "host", "name", "invite_code", "rematch", "rematch_of", "deadline", "origin"),
    *("started_at", "finished_at", "now", "paused_until", "resume_asked", "pause_proposal"),
)


def table_answers() -> dict[str, Schema]:
    """Schemas of tables, legal actions and outcomes."""
    games = array(ref("GameSummary"))
    return {
        "GameStatus": schema_of(Game.Status),
        "Moment": {"type": "string", "enum": list(MOMENTS)},
        "Speed": schema_of(Speed),
        "Clock": CLOCK,
        "GameLinks": closed(dict.fromkeys((*ALWAYS, "invite"), LINK) | {"invite": INVITE}, ALWAYS),
        "TableSeat": closed(TABLE_SEAT, ["seat", "taken", "is_bot"]),
        "GameSummary": closed(SUMMARY, [n for n in SUMMARY if n not in NOT_IN_EVERY_SUMMARY]),
        "Game": closed(TABLE, [name for name in TABLE if name not in NOT_ALWAYS]),
        "GameList": closed({"items": games, "next": NEXT}),
        "MyGameList": closed({"items": games, "next": NEXT}),
        "ActionList": closed(
            {**STANDING, "seat": SEAT, "moment": MOMENT, "items": array(ref("Action")), "next": NEXT},
            ["version", "hash", "seat", "items", "next"],
        ),
        "Outcome": closed({**PLACE, "events": EVENTS}, ["version", "hash", "status", "to_act", "events"]),
        "Preview": closed({**STANDING, "events": array(ref("PreviewEvent"))}),
    }


def log_answers() -> dict[str, Schema]:
    """Schemas of the log and of the difference between two moments."""
    return {
        "EventList": closed({**STANDING, "items": EVENTS, "next": NEXT}),
        "Sentence": closed({"seq": {"type": "integer", "minimum": 1}, "text": TEXT}),
        "Diff": closed(
            {
                **STANDING,
                "from": {"type": "integer", "minimum": 0},
                "to": {"type": "integer", "minimum": 1},
                "sentences": array(ref("Sentence")),
                "events": EVENTS,
                "changes": ref("ViewChanges"),
            }
        ),
    }
