"""Records of games, read and played again, as anyone can who has the rules."""

from __future__ import annotations

import json
from typing import NamedTuple

from proof.record import NONE, result_of
from rules import Event, KeyedChance, replay, ruleset
from rules.actions import Action
from rules.chance import commitment, game_key, key_name
from rules.notation import parse_action


class Record(NamedTuple):
    tags: dict[str, str]
    actions: list[Action]


def read_record(text: str) -> Record:
    head, _, body = text.partition("\n\n")
    pairs = [line.removeprefix("[").removesuffix("]").split(" ", 1) for line in head.splitlines()]
    moves = [line.partition(" ; ")[0] for line in body.splitlines() if line[:1].isdigit()]
    numbered = [move.split(". ", 1) for move in moves]
    assert [int(number) for number, _ in numbered] == list(range(1, len(moves) + 1))
    return Record(
        {tag: json.loads(value) for tag, value in pairs}, [parse_action(line) for _, line in numbered]
    )


def played_again(record: Record) -> list[Event]:
    """All events of the game, every action decided anew."""
    tags, game = record.tags, ruleset(record.tags["Ruleset"])
    seed, shares = bytes.fromhex(tags["Seed"]), [s.replace(NONE, "") for s in tags["ClientSeeds"].split()]
    assert commitment(seed) == tags["Commitment"]
    chance = KeyedChance(game_key(seed, key_name(tags["Game"], tags.get("Purpose")), shares))
    options = dict(pair.split("=") for pair in tags["Options"].split())
    events = list(game.start(seats=int(tags["Seats"]), chance=chance, options=options))
    state = replay(events)
    for action in record.actions:
        made, state = game.step(state, action, chance)
        events += made
    events += game.settle(state)
    assert result_of(replay(events)) == tags["Result"]
    return events
