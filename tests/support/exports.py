"""Exports of whole games, made without a server: the rules play them, and the chain is that of the log."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable
from functools import cache
from itertools import pairwise
from typing import Any

from proof.chain import canonical, commit, link, salt_for
from proof.exports import FORMAT, FORMAT_VERSION
from rules import Event, KeyedChance, ruleset
from rules.chance import commitment, game_key
from rules.codec import split
from rules.events import EVENTS, SeatEvent
from rules.table.fold import NOTHING_BEFORE

Plain = dict[str, Any]

SEED = bytes(range(32))
GAME = "00000000-0000-4000-8000-000000000001"
ACCOUNT = "acc0" * 16  # a commitment
AT = "2026-01-31T18:00:00.000000Z"


@cache
def sound_export(name: str = "london", seats: int = 2, game: str = GAME) -> tuple[str, ...]:
    """The lines of an export of which all that can be checked holds."""
    key = game_key(SEED, game, ["5eed00", *[""] * (seats - 1)])
    played = [_of_game(event, key, seq) for seq, event in enumerate(_played(name, seats, key), seats + 3)]
    entries = [*_opened(name, seats), *played, {"type": "seed_revealed", "public": {"seed": SEED.hex()}}]
    return written(entries, game)


def sound_entries(name: str = "london", seats: int = 2) -> list[Plain]:
    return [json.loads(line) for line in sound_export(name, seats)[1:]]


def written(entries: list[Plain], game: str = GAME) -> tuple[str, ...]:
    """As lines, with a header, in a chain that fits."""
    for seq, entry in enumerate(entries, start=1):
        entry |= {"game": game, "seq": seq, "v": entry.get("v", 1), "at": entry.get("at", AT)}
    for before, entry in pairwise([{"hash": NOTHING_BEFORE}, *entries]):
        entry["prev"] = before["hash"]
        entry["hash"] = link(entry["prev"], entry)
    created, last = entries[0]["public"], entries[-1]
    header = {"format": FORMAT, "format_version": FORMAT_VERSION, "game": game, "source": "played"}
    header |= {"ruleset": created["ruleset"], "commitment": created["commitment"]}
    header |= {"version": last["seq"], "hash": last["hash"]}
    return tuple(canonical(line).decode() for line in (header, *entries))


def _opened(name: str, seats: int) -> Iterable[Plain]:
    created = {
        "ruleset": ruleset(name).name,
        "seats": seats,
        "options": {"first": "0"},
        "visibility": "public",
    }
    created |= {"clock": {"per_action": 3600}, "bot_delay": 0, "commitment": commitment(SEED)}
    yield {"type": "game_created", "public": created}
    for seat in range(seats):
        taken = {
            "seat": seat,
            "account": ACCOUNT,
            "player": "person",
            **({} if seat else {"client_seed": "5eed00"}),
        }
        yield {"type": "seat_taken", "actor": seat, "by": "person", "public": taken}
    yield {"type": "game_started", "public": {}}


def _played(name: str, seats: int, key: bytes) -> list[Event]:
    whim, rules = random.Random(3), ruleset(name)
    events, playout = rules.begin(seats=seats, chance=KeyedChance(key), options={"first": "0"})
    found = list(events)
    while (seat := playout.acting()) is not None:
        found += playout.follow(whim.choice(playout.offered(seat)))
    return [*found, *rules.settle(playout.state)]


def _of_game(event: Event, key: bytes, seq: int) -> Plain:
    shape = EVENTS.shapes[type(event)]
    public, private = split(event, shape)
    entry: Plain = {"type": shape.name, "v": event.v, "public": public}
    if isinstance(event, SeatEvent):
        entry |= {"actor": public["seat"], "by": "person"}
    if private:
        to = {"to": public["seat"]} if shape.private else {}
        salt = salt_for(key, seq)
        entry |= {"private": private, "salt": salt.hex(), "sealed": {"commit": commit(salt, private), **to}}
    return entry
