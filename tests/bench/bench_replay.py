"""Replaying a stored World game from plain dicts, as a ratio to the `eventsourcing` library.

Its side is an aggregate with as many events, written with its default in-memory recorder and JSON
transcoding and read back by its repository, without snapshots or a cache.
"""

import random
from collections.abc import Callable
from typing import Any
from uuid import UUID

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event

from rules import KeyedChance, plain_event, read_event, replay, ruleset
from tests.bench.frame import Figure, best_rates

CALLS = 10  # of ours to one of theirs


class Table(Aggregate):
    """About what one of our common events does: a card goes to a seat."""

    def __init__(self) -> None:
        self.hands: dict[int, list[str]] = {seat: [] for seat in range(4)}

    @event("CardTaken")
    def take_card(self, seat: int, card: str, slot: int, draws: int) -> None:
        self.hands[seat].append(card)


def measure() -> list[Figure]:
    plains = stored_game()
    ours, theirs = our_side(plains), their_side(len(plains))
    for side in (ours, theirs):
        side(-1)  # warms up
    our_rate, their_rate = best_rates(ours, theirs)
    return [
        Figure("eventsourcing", their_rate, "events/s", f"an aggregate of {len(plains)} events"),
        Figure("World", our_rate, "events/s", f"a game of {len(plains)} events, 4 seats"),
        Figure("World to eventsourcing", our_rate / their_rate, "×", bar="≥ 15"),
    ]


def our_side(plains: list[dict[str, Any]]) -> Callable[[int], int]:
    def read_back(_: int) -> int:
        for _call in range(CALLS):
            state = replay(map(read_event, plains))
        if state.phase != "over":
            raise RuntimeError("The stored game did not come to its end.")
        return CALLS * len(plains)

    return read_back


def their_side(count: int) -> Callable[[int], int]:
    application: Application[UUID] = Application()
    table = Table()
    for i in range(count - 1):  # its creation is an event too
        table.take_card(i % 4, "red", i % 5, 1)
    application.save(table)

    def read_back(_: int) -> int:
        found: Table = application.repository.get(table.id)
        return found.version

    return read_back


def stored_game() -> list[dict[str, Any]]:
    world, chance, whim = ruleset("world"), KeyedChance.from_seed(7), random.Random(7)
    events, playout = world.begin(seats=4, chance=chance)
    while (seat := playout.acting()) is not None:
        events += playout.follow(whim.choice(playout.offered(seat)))
    events += world.settle(playout.state)
    return [plain_event(fact) for fact in events]
