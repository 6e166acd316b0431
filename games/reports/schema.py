"""The schemas of reports, for the OpenAPI document."""

from __future__ import annotations

from games.http.json_schema import Schema, array, closed, extended, only, ref, schema_of
from games.models import OperatorDeed
from games.play.schema import COUNT, HASH, SEAT, STATUS, SUMMARY, TEXT, TIME, UUID_TEXT
from rules.reports.facts import FORMAT

KIND: Schema = {"type": "string", "enum": ["person", "program", "bot"]}
SEAT_REPORT: dict[str, Schema] = {
    "seat": SEAT,
    "kind": KIND,
    "name": {**TEXT, "description": "Absent if the player has deleted the account."},
    "stand_in": {**TEXT, "description": "The bot that played the seat to the end."},
    "score": {"type": "integer"},
    "won": {"type": "boolean"},
}
LINE: dict[str, Schema] = {"rule": TEXT, "what": TEXT, "points": {"type": "integer"}}
REPORT: dict[str, Schema] = {
    "format": only(FORMAT),
    "game": {**UUID_TEXT, "description": "The id in the entries of the log."},
    "ruleset": TEXT,
    "title": {**TEXT, "description": "The name of the game that was played."},
    "version": {**COUNT, "description": "The number of entries."},
    "hash": HASH,
    "purpose": {**TEXT, "description": "`test` for a test table; absent if the game counts."},
    "status": STATUS,
    "source": SUMMARY["source"],
    "opened_at": TIME,
    "started_at": TIME,
    "ended_at": TIME,
    "made_at": {**TIME, "description": "When this report was made."},
    "sound": {"type": "boolean"},
    "conclusion": {**TEXT, "description": "What was proved, in one sentence."},
    "seats": array(ref("ReportSeat")),
    "sheets": {
        **array(ref("ReportSheet")),
        "description": "The score sheets, once the points are counted.",
    },
    "checks": array(ref("ReportCheck")),
    "absences": {
        **array(closed({"seq": {"type": "integer", "minimum": 1}, "at": TIME, "text": TEXT})),
        "description": "Time-outs, resignations, stand-ins, returns, vacations and pauses, as sentences.",
    },
    "looks": {
        **array(ref("Look")),
        "description": "What auditors have read of hidden information; absent before the end.",
    },
    "deeds": {
        **array(closed({"deed": schema_of(OperatorDeed.Deed), "at": TIME})),
        "description": "What operators have done to the table, such as reading evidence of conduct; absent "
        "before the end.",
    },
    "receipt": ref("Receipt"),
    "proofs": {
        **array(ref("GameProof")),
        "description": "The entries of the public log about the game, with their proofs: the first and the "
        "newest 49.",
    },
    "pictures": {
        **array(ref("ReportPicture")),
        "description": "Absent if the log does not hold; empty before the start.",
    },
    "repeat": {**array(TEXT), "description": "The commands with which anyone can do all of this again."},
}
NOT_ALWAYS = (
    *("game", "ruleset", "title", "version", "hash", "purpose", "opened_at", "started_at", "ended_at"),
    *("looks", "deeds", "pictures"),
)
PICTURE: dict[str, Schema] = {
    "moment": {"type": "string", "enum": ["start", "middle", "end"]},
    "version": COUNT,
    "address": {**TEXT, "format": "uri", "description": "An SVG."},
}
STANDING: dict[str, Schema] = {"name": TEXT, "kind": KIND, "games": COUNT, "won": COUNT}


def report_answers() -> dict[str, Schema]:
    check = extended(
        "AuditCheck", {"meaning": {**TEXT, "description": "What the check proves, in plain words."}}
    )
    return {
        "ReportSeat": closed(SEAT_REPORT, ["seat"]),
        "ReportSheet": closed({"seat": SEAT, "total": {"type": "integer"}, "lines": array(closed(LINE))}),
        "ReportCheck": check,
        "ReportPicture": closed(PICTURE),
        "GameReport": closed(REPORT, [name for name in REPORT if name not in NOT_ALWAYS]),
        "ReportStanding": closed({**STANDING, "points": {"type": "integer"}}),
        "GamesReport": closed(
            {
                "sound": {"type": "boolean", "description": "Whether every log holds."},
                "standings": array(ref("ReportStanding")),
                "games": array(ref("GameReport")),
            }
        ),
    }
