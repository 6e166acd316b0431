"""A finished game written down: who played, every action, the score. It can be played again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from proof.envelopes import Entry
from proof.log import Log
from proof.receipts import Source
from proof.stand_ins import stand_ins_of
from proof.times import second_of
from rules.actions import Action
from rules.catalogue import ruleset
from rules.chance import KeyedChance, commitment, game_key, key_name
from rules.codec import plain_event
from rules.events import Event, SeatEvent
from rules.plural import counted
from rules.refusals import Refusal
from rules.sentences import Doers, Words
from rules.state import State
from rules.table import TOLD


class NoRecord(ValueError):
    """The text is not a record, or the game in it cannot have been played like this."""


@dataclass(frozen=True, slots=True)
class Record:
    game: str
    source: str  # whether the server saw the game played, or only read its log
    ruleset: str
    date: str  # of the start, in UTC
    players: tuple[str, ...]  # by seat
    stand_ins: tuple[str, ...]  # the bots that stood in, by seat, each with the number of its decisions
    clock: Mapping[str, int]  # its settings; empty: no clock
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
    deeds = {seq: event for seq, event in played if isinstance(event, SeatEvent)}
    remarks, changes = _told(log, deeds, words)
    return Record(
        game=log.entries[0]["game"],
        source=source,
        ruleset=created["ruleset"],
        date=next(log.of("game_started"))["at"][: len("2026-11-17")],
        players=tuple(words.seat(seat) for seat in range(created["seats"])),
        stand_ins=tuple(_stand_ins(log, seat) for seat in range(created["seats"])),
        clock=created["clock"],
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


def _stand_ins(log: Log, seat: int) -> str:
    return "+".join(map(str, stand_ins_of(log.entries).get(seat, ())))


def _told(log: Log, deeds: Mapping[int, SeatEvent], words: Words) -> tuple[list[str], list[tuple[int, str]]]:
    """A sentence on each action by whoever did it, and on each change of who plays or is away."""
    doers = Doers()
    remarks: list[str] = []
    changes: list[tuple[int, str]] = []
    for entry in log.entries:
        if deed := deeds.get(entry["seq"]):
            said = words.say(deed.sentence, plain_event(deed), doers.of(entry))
            remarks.append(f"{second_of(entry['at'])} {said}")
        elif change := TOLD.get(entry["type"]):
            said = words.say(change, entry["public"])
            changes.append((len(remarks), f"{second_of(entry['at'])} {said}"))
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
