"""A finished game as text: a header, then one line an action in notation. It can be played again.

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
`planner:2+greedy:1`. What follows a semicolon is for people, with times in UTC. A program that plays the game
again skips it: it begins as the header says, and takes the actions in turn.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from proof.envelopes import Entry
from proof.log import Log
from proof.receipts import Source
from proof.stand_ins import stand_ins_of
from proof.story import DEEDS, story
from proof.times import second_of
from rules.catalogue import ruleset
from rules.events import SeatEvent
from rules.notation import write_action
from rules.plural import counted
from rules.sentences import Words
from rules.state import State
from rules.table import TOLD

NONE: Final = "."  # in a list by seat


def write_record(entries: Iterable[Entry], names: Mapping[int, str], source: Source = "played") -> str:
    """From a log with all its seals open; before the end there is no seed in it, and nobody has won."""
    log, state = Log(list(entries)), State()
    for _, event in log.played:
        event.fold(state)
    words = Words(ruleset(log.created["ruleset"]).board, names)
    tags = {**_table(log, source), **_people(log, words), **_game(log, state)}
    head = [f"[{tag} {json.dumps(value, ensure_ascii=False)}]" for tag, value in tags.items()]
    return "\n".join([*head, "", *_moves(log, words), *_sheet(state, words), ""])


def _table(log: Log, source: Source) -> dict[str, str]:
    return {
        "Game": log.entries[0]["game"],
        "Source": source,
        "Ruleset": log.created["ruleset"],
        "Date": next(log.of("game_started"))["at"][: len("2026-11-17")],
    }


def _people(log: Log, words: Words) -> dict[str, str]:
    seats, stand_ins = range(log.created["seats"]), stand_ins_of(log.entries)
    return {
        "Players": ", ".join(map(words.seat, seats)),
        "StandIns": _listed("+".join(map(str, stand_ins.get(seat, ()))) for seat in seats),
    }


def _game(log: Log, state: State) -> dict[str, str]:
    created, revealed = log.created, next(log.of("seed_revealed"), None)
    found = {
        "Clock": _settings(created["clock"]),
        "Seats": str(created["seats"]),
        "Options": _settings(created["options"]),
        "ClientSeeds": _listed(log.client_seeds),
        "Commitment": created["commitment"],
        "Seed": revealed["public"]["seed"] if revealed else "",
        "Result": result_of(state),
    }
    return found | ({"Purpose": created["purpose"]} if "purpose" in created else {})


def _settings(values: Mapping[str, str] | Mapping[str, int]) -> str:
    return " ".join(f"{name}={value}" for name, value in sorted(values.items()))


def _listed(values: Iterable[str]) -> str:
    return " ".join(value or NONE for value in values)


def _moves(log: Log, words: Words) -> Iterator[str]:
    """Each action with who did it, and each change of who plays or is away."""
    actions = {seq: write_action(event.asked()) for seq, event in log.played if isinstance(event, SeatEvent)}
    number = 0
    for entry, said in story(log.entries, words, {*DEEDS, *TOLD}):
        remark = f"; {second_of(entry['at'])} {said}"
        if entry["type"] in DEEDS:
            number += 1
            remark = f"{number}. {actions[entry['seq']]} {remark}"
        yield remark


def result_of(state: State) -> str:
    """Points may be negative, so they are parted by commas."""
    seats = ", ".join(map(str, state.winners))
    won = f"won by seat{'s' * (len(state.winners) > 1)} {seats}" if state.winners else "not over"
    return f"{', '.join(map(str, state.scores))}; {won}"


def _sheet(state: State, words: Words) -> Iterator[str]:
    if any(state.scored):
        yield from ("", "; Score sheet")
    for seat, lines in enumerate(state.scored):
        if lines:
            yield f"; {words.seat(seat)}: {counted(state.scores[seat], 'point')}"
            yield from (
                f";   {line['rule']} {words.scored(line['what'])}: {line['points']}" for line in lines
            )
