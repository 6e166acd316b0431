"""What a report says. `proof.reports` makes it, for those who are offline too."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar, Final, Self

from drf_spectacular.utils import OpenApiExample, OpenApiResponse

from games.audits.answers import CHECKS, LOOK, Look, Receipt
from games.audits.models import OperatorDeed
from games.http.answers import UNSET, Absent, Answer, Count, Hash, Id, Meta, Timestamp, component, said, words
from games.reading.answers import Source, Status
from games.reading.examples import AT, BASE, HASH, ID
from games.transparency.answers import ENTRY, PROOF, GameProof
from proof.reports.facts import FORMAT
from proof.reports.meanings import MEANINGS, SOUND
from proof.reports.tournament import standings
from rules.table.state import STAND_INS

Kind = Annotated[str, words(["person", "program", "bot"])]


class ReportStandIn(Answer):
    inline = True
    bot: str
    decisions: Annotated[Count, said("How many decisions it made.")]
    to_the_end: Annotated[bool, said("False if the player took the seat back.")]


class ReportSeat(Answer):
    seat: Count
    kind: Absent[Kind] = UNSET
    name: Annotated[
        Absent[str],
        said(
            "`deleted player 1` and so on for players who have deleted their accounts, numbered "
            "throughout a report. Absent if the game was imported and a person played."
        ),
    ] = UNSET
    stand_ins: Annotated[
        Absent[list[ReportStandIn]],
        said("The bots that stood in for the player, in order."),
    ] = UNSET
    client_seed: Annotated[Absent[str], said("The player's share in the shuffles, if there is one.")] = UNSET
    key: Annotated[Absent[str], said("The key with which the player signs moves, the last one.")] = UNSET
    signed: Annotated[Absent[Count], said("How many decisions the player has signed; absent if none.")] = (
        UNSET
    )
    score: Absent[int] = UNSET
    won: Absent[bool] = UNSET


class ReportLine(Answer):
    inline = True
    rule: str
    what: str
    points: int


class ReportAbsence(Answer):
    inline = True
    seq: Annotated[int, Meta(ge=1)]
    at: Timestamp
    text: str


class ReportMove(Answer):
    inline = True
    seq: Annotated[int, Meta(ge=1)]
    at: Timestamp
    seat: Count
    text: str
    signed: Annotated[
        Absent[bool], said("True if the player has signed it with a key of their own; absent if not.")
    ] = UNSET


class ReportDeed(Answer):
    inline = True
    deed: Annotated[str, words(OperatorDeed.Deed.values)]
    at: Timestamp


class ReportSheet(Answer):
    seat: Count
    total: int
    lines: list[ReportLine]


class ReportPicture(Answer):
    moment: Annotated[str, words(["start", "middle", "end"])]
    version: Count
    address: Annotated[str, said("An SVG.", extra_json_schema={"format": "uri"})]


_SEATS = [
    {"seat": 0, "kind": "person", "name": "ada", "client_seed": "ada10001", "score": 41, "won": True},
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
    "clock": {"per_action": 3600, "vacation_days": 5},
    "stand_ins": "until_return",
    "seats": _SEATS,
    "sheets": [{"seat": 0, "total": 41, "lines": [{"rule": "CLAIM-4", "what": "routes", "points": 41}]}],
    "checks": [{**check, "meaning": MEANINGS[check["name"]]} for check in CHECKS],
    "absences": [{"seq": 120, "at": AT, "text": "ada is away for 2 days."}],
    "moves": [{"seq": 31, "at": AT, "seat": 0, "text": "ada drew a card from the transport pile."}],
    "looks": [LOOK],
    "deeds": [{"deed": "clear_name", "at": AT}],
    "receipt": Receipt.example[1],
    "proofs": [{"index": 1, "kind": "game_opened", "entry": ENTRY, "proof": PROOF}],
    "pictures": [
        {"moment": "end", "version": 318, "address": f"https://play.example.org{BASE}/board.svg?at=318"}
    ],
    "repeat": ["python -m proof verify game.ndjson --receipt receipt.json --key key.json"],
}


class GameReport(Answer):
    format: Annotated[str, words([FORMAT])]
    game: Annotated[Absent[Id], said("The id in the entries of the log.")] = UNSET
    ruleset: Absent[str] = UNSET
    title: Annotated[Absent[str], said("The name of the game that was played.")] = UNSET
    version: Annotated[Absent[Count], said("The number of entries.")] = UNSET
    hash: Absent[Hash] = UNSET
    purpose: Annotated[Absent[str], said("`test` for a test table; absent if the game counts.")] = UNSET
    status: Status
    source: Source
    opened_at: Absent[Timestamp] = UNSET
    started_at: Absent[Timestamp] = UNSET
    ended_at: Absent[Timestamp] = UNSET
    made_at: Annotated[Timestamp, said("When this report was made.")]
    sound: bool
    conclusion: Annotated[str, said("What was proved, in one sentence.")]
    clock: Annotated[
        Absent[dict[str, int]], said("The settings of the clock, as the table was opened; empty without one.")
    ] = UNSET
    stand_ins: Annotated[Absent[str], words(STAND_INS)] = UNSET
    seats: list[ReportSeat]
    sheets: Annotated[list[ReportSheet], said("The score sheets, once the points are counted.")]
    checks: list[Annotated[Any, component("ReportCheck")]]
    absences: Annotated[
        list[ReportAbsence],
        said("Time-outs, resignations, stand-ins, returns, vacations and pauses, as sentences."),
    ]
    moves: Annotated[
        list[ReportMove], said("Every decision with its time, as a sentence, as far as you may know it.")
    ]
    looks: Annotated[
        Absent[list[Look]],
        said("What auditors have read of hidden information; absent before the end."),
    ] = UNSET
    deeds: Annotated[
        Absent[list[ReportDeed]],
        said("What operators have done to the table, such as removing its name; absent before the end."),
    ] = UNSET
    receipt: Annotated[
        Absent[Receipt], said("Absent if the log was changed: the server signs no other hash for a version.")
    ] = UNSET
    proofs: Annotated[
        list[GameProof],
        said("The entries of the public log about the game, with their proofs: the first and the newest 49."),
    ]
    pictures: Annotated[
        Absent[list[ReportPicture]], said("Absent if the log does not hold; empty before the start.")
    ] = UNSET
    repeat: Annotated[list[str], said("The commands with which anyone can do all of this again.")]
    example: ClassVar = ("A game that holds", _REPORT)

    @classmethod
    def of(cls, report: Mapping[str, Any]) -> Self:
        """Its parts stay as `proof.reports` made them: of a damaged log they may have any values."""
        return cls(**report)


class ReportStanding(Answer):
    name: str
    kind: Kind
    games: Count
    won: Count
    points: int


_STANDINGS = [
    {"name": "ada", "kind": "person", "games": 1, "won": 1, "points": 41},
    {"name": "random", "kind": "bot", "games": 1, "won": 0, "points": 29},
]


class GamesReport(Answer):
    sound: Annotated[bool, said("Whether every log holds.")]
    standings: list[ReportStanding]
    games: list[GameReport]
    example: ClassVar = ("One game", {"sound": True, "standings": _STANDINGS, "games": [_REPORT]})

    @classmethod
    def of(cls, reports: Sequence[Mapping[str, Any]]) -> Self:
        return cls(
            sound=all(report["sound"] for report in reports),
            standings=[ReportStanding(**row) for row in standings(reports)],
            games=[GameReport.of(report) for report in reports],
        )


PAGE: Final = OpenApiResponse(
    {"type": "string"}, examples=[OpenApiExample("A page for print", "<!doctype html>…", response_only=True)]
)
