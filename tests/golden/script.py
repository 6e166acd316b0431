"""A recorded game as text: what was agreed, one action a line, and what came of it.

london@1 seats=3 seed=17 first=1
0: keep t03+t05
...
score 0: 27
line 0: SCORE-1 t03 4
winners: 0
events: 214
sha256: 5f1c...
"""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass

from rules import Event, KeyedChance, Ruleset, plain_event, replay, ruleset
from rules.notation import parse_action


@dataclass(frozen=True)
class Header:
    name: str
    seats: int
    seed: int
    options: dict[str, str]

    @classmethod
    def parse(cls, line: str) -> "Header":
        name, *pairs = line.split()
        told = dict(pair.split("=") for pair in pairs)
        return cls(name, int(told.pop("seats")), int(told.pop("seed")), told)

    def __str__(self) -> str:
        told = {"seats": self.seats, "seed": self.seed, **self.options}
        return " ".join([self.name, *(f"{key}={value}" for key, value in told.items())])

    @property
    def game(self) -> Ruleset:
        return ruleset(self.name)

    @property
    def chance(self) -> KeyedChance:
        return KeyedChance.from_seed(self.seed)

    def start(self) -> tuple[Event, ...]:
        return self.game.start(seats=self.seats, chance=self.chance, options=self.options)


def is_action(line: str) -> bool:
    return line[0].isdigit()


def replayed(text: str) -> list[Event]:
    """The events that the actions of a recording lead to, each of them decided anew, to the end."""
    first, *lines = text.splitlines()
    header = Header.parse(first)
    events = list(header.start())
    state = replay(events)
    for line in filter(is_action, lines):
        new, state = header.game.step(state, parse_action(line), header.chance)
        events += new
    return [*events, *header.game.settle(state)]


def outcome(game: Ruleset, events: list[Event]) -> Iterator[str]:
    """What came of it, line by line."""
    state = replay(events)
    for seat, lines in enumerate(game.score(state).lines):
        yield f"score {seat}: {state.scores[seat]}"
        for line in lines:
            yield f"line {seat}: {line.rule} {line.what} {line.points}"
    yield f"winners: {' '.join(map(str, state.winners))}"
    yield f"events: {len(events)}"
    yield f"sha256: {digest(events)}"


def digest(events: list[Event]) -> str:
    """Over the canonical JSON of all events: sorted keys, no spaces, UTF-8."""
    plain = [plain_event(event) for event in events]
    text = json.dumps(plain, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()
