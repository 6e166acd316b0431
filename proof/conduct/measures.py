"""What can be said of how people behaved in a game, as counts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from proof.conduct.blocks import blocks_of
from proof.conduct.game import Game, Pair, Times
from proof.conduct.thoughts import alike, seconds_of

Seats = Mapping[int, Times]
Pairs = Mapping[Pair, Times]


@dataclass(frozen=True, slots=True)
class Conduct:
    """Of the people of one game."""

    thinking: Mapping[int, list[float]]  # seconds of each decision, by seat
    seats: Mapping[str, Seats]  # by measure
    pairs: Mapping[str, Pairs]


def conduct_of(game: Game) -> Conduct:
    return Conduct(
        thinking=seconds_of(game),
        seats={"time_outs": time_outs(game), "hand_overs": hand_overs(game)},
        pairs={"alike": alike(game), "blocks": blocks_of(game)},
    )


def time_outs(game: Game) -> Seats:
    """Decisions of people's seats, and those for which the time ran out."""
    found = {seat: Times() for seat in game.people}
    for seq in game.deeds:
        entry = game.entry(seq)
        if entry["actor"] in found and entry["by"] in ("person", "cover"):
            found[entry["actor"]].add(hit=entry["by"] == "cover")
    return found


def hand_overs(game: Game) -> Seats:
    """Whether a stand-in ever played the seat of a person."""
    left = {entry["public"]["seat"] for entry in game.of("seat_handed_over", "seat_resigned")}
    return {seat: Times(int(seat in left), 1) for seat in game.people}


def summed(times: Iterable[Times]) -> Times:
    found = Times()
    for one in times:
        found.merge(one)
    return found


@dataclass(slots=True)
class Base:
    """What is usual: the conduct of people over many games of a ruleset with as many seats."""

    games: int = 0
    rates: dict[str, Times] = field(default_factory=dict)  # by measure
    thinking: list[float] = field(default_factory=list)

    def add(self, conduct: Conduct) -> None:
        rates = {name: summed(found.values()) for name, found in conduct.seats.items()}
        rates |= {name: summed(found.values()) for name, found in conduct.pairs.items()}
        self.merge(Base(1, rates, [one for taken in conduct.thinking.values() for one in taken]))

    def merge(self, other: Base) -> None:
        self.games += other.games
        self.thinking += other.thinking
        for name, times in other.rates.items():
            self.rates.setdefault(name, Times()).merge(times)
