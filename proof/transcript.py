"""A record as text: a header, then one line an action in notation. It can be read again.

[Game "6f0c…"]
[Source "played"]
[Ruleset "london@1"]
[Date "2026-11-17"]
[Players "ada, bob"]
[StandIns ". planner:7"]
…
1. 0: keep t03+t05 ; 2026-11-17 18:02:11 ada chose starting tickets: Big Ben – St Paul's.
; 2026-11-17 19:02:12 bob ran out of time; planner decides.
2. 1: draw from transport ; 2026-11-17 19:02:12 planner decided for bob: drew a card from …

; Score sheet
; ada: 27 points

`StandIns` has the bots that stood in for each seat with the number of their decisions: `planner:7`; of two,
`planner:2+greedy:1`. What follows a semicolon is for people, with times in UTC. A reader skips it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from proof.record import NoRecord, Record
from rules.actions import Action
from rules.notation import NotNotation, parse_action, write_action
from rules.table.state import MAX_SEATS

MAX_ACTIONS: Final = 10_000
TAG: Final = re.compile(r"\[([A-Z][A-Za-z]*) (\".*\")\]")
SETTING: Final = re.compile(r"([a-z_]{1,32})=([0-9]{1,9})")
MOVE: Final = re.compile(r"([1-9][0-9]{0,5})\. (.+)")
COMMENT: Final = ";"
TAGS: Final = (
    *("Game", "Source", "Ruleset", "Date", "Players", "StandIns", "Clock", "Seats", "Options"),
    *("ClientSeeds", "Commitment", "Seed", "Result"),
)
NONE: Final = "."  # in a list by seat
PURPOSE: Final = "Purpose"  # one more tag, only for a test table


def write_record(record: Record) -> str:
    values = (
        record.game,
        record.source,
        record.ruleset,
        record.date,
        ", ".join(record.players),
        _listed(record.stand_ins),
        _settings(record.clock),
        str(len(record.client_seeds)),
        _settings(record.options),
        _listed(record.client_seeds),
        record.commitment,
        record.seed,
        record.result,
    )
    tags = [
        f"[{tag} {json.dumps(value, ensure_ascii=False)}]" for tag, value in zip(TAGS, values, strict=True)
    ]
    if record.purpose:
        tags.append(f"[{PURPOSE} {json.dumps(record.purpose)}]")
    moves = [f"{number}. {write_action(action)}" for number, action in enumerate(record.actions, start=1)]
    if record.remarks:
        moves = [f"{move} {COMMENT} {said}" for move, said in zip(moves, record.remarks, strict=True)]
    for count, said in reversed(record.changes):
        moves.insert(count, f"{COMMENT} {said}")
    sheet = ["", f"{COMMENT} Score sheet", *(f"{COMMENT} {line}" for line in record.sheet)]
    return "\n".join([*tags, "", *moves, *(sheet if record.sheet else ()), ""])


def _settings(values: Mapping[str, str] | Mapping[str, int]) -> str:
    return " ".join(f"{name}={value}" for name, value in sorted(values.items()))


def _listed(values: Iterable[str]) -> str:
    return " ".join(value or NONE for value in values)


def _unlisted(text: str) -> tuple[str, ...]:
    return tuple("" if value == NONE else value for value in text.split())


def read_record(text: str) -> Record:
    lines = [line for line in text.split("\n") if line.strip() and not line.startswith(COMMENT)]
    size = len(TAGS) + any(line.startswith(f"[{PURPOSE} ") for line in lines)
    head, moves = lines[:size], lines[size:]
    found = dict(_tag(line) for line in head)
    if tuple(found) not in (TAGS, (*TAGS, PURPOSE)):
        raise NoRecord(f"a record begins with the tags {', '.join(TAGS)}")
    if len(moves) > MAX_ACTIONS:
        raise NoRecord(f"no game has more than {MAX_ACTIONS} actions")
    seeds, stand_ins = _unlisted(found["ClientSeeds"]), _unlisted(found["StandIns"])
    if found["Seats"] != str(len(seeds)) or len(seeds) > MAX_SEATS:
        raise NoRecord("there must be as many client seeds as seats; a dot stands for none")
    if len(stand_ins) != len(seeds):
        raise NoRecord("there must be as many stand-ins as seats; a dot stands for none")
    return Record(
        game=found["Game"],
        source=found["Source"],
        ruleset=found["Ruleset"],
        date=found["Date"],
        players=tuple(found["Players"].split(", ")),
        stand_ins=stand_ins,
        clock=_clock(found["Clock"]),
        options=_options(found["Options"]),
        client_seeds=seeds,
        commitment=found["Commitment"],
        seed=found["Seed"],
        result=found["Result"],
        actions=tuple(_action(number, line) for number, line in enumerate(moves, start=1)),
        purpose=found.get(PURPOSE),
    )


def _tag(line: str) -> tuple[str, str]:
    match = TAG.fullmatch(line)
    try:
        value: Any = json.loads(match[2]) if match else None
    except ValueError:
        value = None
    if match is None or not isinstance(value, str):
        raise NoRecord(f"this is not a tag: {line[:80]}")
    return match[1], value


def _options(text: str) -> dict[str, str]:
    pairs = [pair.partition("=") for pair in text.split()]
    return {name: value for name, _, value in pairs}


def _clock(text: str) -> dict[str, int]:
    pairs = [SETTING.fullmatch(pair) for pair in text.split()]
    if None in pairs:
        raise NoRecord(f"this is not a clock: {text[:80]}")
    return {pair[1]: int(pair[2]) for pair in pairs if pair}


def _action(number: int, line: str) -> Action:
    match = MOVE.fullmatch(line.partition(f" {COMMENT}")[0])
    if match is None or match[1] != str(number):
        raise NoRecord(f"this is not action {number}: {line[:80]}")
    try:
        return parse_action(match[2])
    except NotNotation:
        raise NoRecord(f"action {number} cannot be read: {line[:80]}") from None
