"""A finished game as text: a header, then one line an action in notation. It can be read and played again.

[Game "6f0c…"]
[Source "played"]
[Ruleset "london@1"]
[Date "2026-11-17"]
[Players "ada, bob"]
[StandIns ". planner"]
…
1. 0: keep t03+t05 ; ada chose starting tickets: Big Ben – St Paul's, Brick Lane – Waterloo.
; bob ran out of time; planner decides.
2. 1: draw from transport ; planner decided for bob: drew a card from the transport pile: black.

; Score sheet
; ada: 27 points

What follows a semicolon is for people. A reader skips it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from rules.actions import Action
from rules.catalogue import ruleset
from rules.chance import KeyedChance, commitment, game_key, key_name
from rules.codec import plain_event
from rules.events import Deed, Event
from rules.notation import NotNotation, parse_action, write_action
from rules.plural import counted
from rules.proof.envelopes import Entry
from rules.proof.log import Log
from rules.proof.receipts import Source
from rules.refusals import Refusal
from rules.sentences import Doers, Words
from rules.state import State
from rules.table import TOLD
from rules.table.fold import table_of
from rules.table.state import MAX_SEATS

MAX_ACTIONS: Final = 10_000
TAG: Final = re.compile(r"\[([A-Z][A-Za-z]*) (\".*\")\]")
MOVE: Final = re.compile(r"([1-9][0-9]{0,5})\. (.+)")
COMMENT: Final = ";"
TAGS: Final = (
    *("Game", "Source", "Ruleset", "Date", "Players", "StandIns", "Seats", "Options", "ClientSeeds"),
    *("Commitment", "Seed", "Result"),
)
NONE: Final = "."  # in a list by seat
PURPOSE: Final = "Purpose"  # one more tag, only for a test table


class NoRecord(ValueError):
    """The text is not a record, or the game in it cannot have been played like this."""


@dataclass(frozen=True, slots=True)
class Record:
    game: str
    source: str  # whether the server saw the game played, or only read its log
    ruleset: str
    date: str  # of the start, in UTC
    players: tuple[str, ...]  # by seat
    stand_ins: tuple[str, ...]  # the bot that played a seat to the end, by seat; empty: nobody's
    options: Mapping[str, str]
    client_seeds: tuple[str, ...]  # one a seat
    commitment: str
    seed: str  # empty before the end
    result: str  # the points by seat, and who won: "27, -3; won by seat 0"
    actions: tuple[Action, ...]
    purpose: str | None = None  # of a test table
    remarks: tuple[str, ...] = field(default=(), compare=False)  # on each action, for people
    # who plays from when on, each after so many actions, for people
    changes: tuple[tuple[int, str], ...] = field(default=(), compare=False)
    sheet: tuple[str, ...] = field(default=(), compare=False)  # the score sheet, for people


def record_of(entries: Iterable[Entry], names: Mapping[int, str], source: Source = "played") -> Record:
    """From a log with all its seals open; before the end there is no seed in it, and nobody has won."""
    log = Log(list(entries))
    created, played = log.created, log.played
    state = State()
    for _, event in played:
        event.fold(state)
    words = Words(ruleset(created["ruleset"]).board, names)
    deeds = {seq: event for seq, event in played if isinstance(event, Deed)}
    remarks, changes = _told(log, deeds, words)
    return Record(
        game=log.entries[0]["game"],
        source=source,
        ruleset=created["ruleset"],
        date=next(log.of("game_started"))["at"][: len("2026-11-17")],
        players=tuple(words.seat(seat) for seat in range(created["seats"])),
        stand_ins=tuple(chair.stand_in for chair in table_of(log.entries).chairs),
        options=created["options"],
        client_seeds=tuple(log.client_seeds),
        commitment=created["commitment"],
        seed=revealed["public"]["seed"] if (revealed := next(log.of("seed_revealed"), None)) else "",
        result=result_of(state),
        actions=tuple(deed.asked() for deed in deeds.values()),
        purpose=created.get("purpose"),
        remarks=tuple(remarks),
        changes=tuple(changes),
        sheet=tuple(_sheet(state, words)),
    )


def _told(log: Log, deeds: Mapping[int, Deed], words: Words) -> tuple[list[str], list[tuple[int, str]]]:
    """A sentence on each action by whoever did it, and on each change of who plays or is away."""
    doers = Doers()
    remarks: list[str] = []
    changes: list[tuple[int, str]] = []
    for entry in log.entries:
        if deed := deeds.get(entry["seq"]):
            remarks.append(words.say(deed.sentence, plain_event(deed), doers.of(entry)))
        elif change := TOLD.get(entry["type"]):
            changes.append((len(remarks), words.say(change, entry["public"])))
            doers.follow(entry)
    return remarks, changes


def result_of(state: State) -> str:
    """Points may be negative, so they are parted by commas."""
    seats = ", ".join(map(str, state.winners))
    won = f"won by seat{'s' * (len(state.winners) > 1)} {seats}" if state.winners else "not over"
    return f"{', '.join(map(str, state.scores))}; {won}"


def _sheet(state: State, words: Words) -> Iterator[str]:
    for seat, lines in enumerate(state.scored):
        if lines:
            yield f"{words.seat(seat)}: {counted(state.scores[seat], 'point')}"
            yield from (f"  {line['rule']} {words.scored(line['what'])}: {line['points']}" for line in lines)


# -- as text -----------------------------------------------------------------------------------


def write_record(record: Record) -> str:
    values = (
        record.game,
        record.source,
        record.ruleset,
        record.date,
        ", ".join(record.players),
        _listed(record.stand_ins),
        str(len(record.client_seeds)),
        " ".join(f"{name}={value}" for name, value in sorted(record.options.items())),
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


def _action(number: int, line: str) -> Action:
    match = MOVE.fullmatch(line.partition(f" {COMMENT}")[0])
    if match is None or match[1] != str(number):
        raise NoRecord(f"this is not action {number}: {line[:80]}")
    try:
        return parse_action(match[2])
    except NotNotation:
        raise NoRecord(f"action {number} cannot be read: {line[:80]}") from None


# -- played again ------------------------------------------------------------------------------


def replay_record(record: Record) -> tuple[Event, ...]:
    """All events of the game, every action decided anew; raises NoRecord where that cannot be."""
    if not record.seed:
        raise NoRecord("the game was not over, so its seed is not known")
    try:
        seed, rules = bytes.fromhex(record.seed), ruleset(record.ruleset)
    except (ValueError, KeyError):
        raise NoRecord("the seed or the ruleset is not valid") from None
    if commitment(seed) != record.commitment:
        raise NoRecord("the seed is not the one committed to")
    name = key_name(record.game, record.purpose)
    chance = KeyedChance(game_key(seed, name, record.client_seeds))
    number = 0
    try:
        events, playout = rules.begin(seats=len(record.client_seeds), chance=chance, options=record.options)
        state = playout.state
        for action in record.actions:
            number += 1
            rules.check(state, action)
            events += playout.follow(action)
        last = rules.settle(state)
    except Refusal as refusal:
        raise NoRecord(f"the rules refuse action {number}: {refusal}") from None
    for event in last:
        event.fold(state)
    if result_of(state) != record.result:
        raise NoRecord(f"the result is {result_of(state)}, not {record.result}")
    return (*events, *last)
