"""What one game adds to the counts of its ruleset."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from games.search.findings import tickets_by_seat
from games.search.story import Story
from rules.events.tickets import TicketsDealt, TicketsDrawn

BEGINNING: Final = 3  # decisions of a seat that count as its opening
LENGTHS: Final = 20  # decisions in a column of the histogram


@dataclass(slots=True)
class Sums:
    count: int = 0
    wins: float = 0.0
    points: int = 0
    above: float = 0.0

    def add(self, other: Sums) -> None:
        self.count += other.count
        self.wins += other.wins
        self.points += other.points
        self.above += other.above

    def __neg__(self) -> Sums:
        return Sums(-self.count, -self.wins, -self.points, -self.above)


Tallies = dict[tuple[str, str], Sums]  # by kind and subject


def tallies_of(story: Story) -> Tallies:
    found: Tallies = defaultdict(Sums)
    seats = _seats(story)
    found["games", str(len(seats))].add(Sums(1, points=len(story.deeds)))
    found["length", f"{len(story.deeds) // LENGTHS * LENGTHS:05}"].add(Sums(1))
    for kind, subject, seat in _all(story):
        found[kind, subject].add(seats[seat])
    return found


def _seats(story: Story) -> list[Sums]:
    """The result of each seat."""
    totals = [story.sheet.total(seat) for seat in range(story.state.seats)]
    mean, winners = sum(totals) / len(totals), story.state.winners
    return [
        Sums(1, 1 / len(winners) if seat in winners else 0.0, total, total - mean)
        for seat, total in enumerate(totals)
    ]


def _all(story: Story) -> Iterator[tuple[str, str, int]]:
    state = story.state
    for seat in range(state.seats):
        yield "order", f"{state.seats}:{(seat - state.first) % state.seats}", seat
    for entry in story.of("route_claimed"):
        yield "route", entry["public"]["route"], entry["public"]["seat"]
    yield from _openings(story)
    yield from _tickets(story)


def _openings(story: Story) -> Iterator[tuple[str, str, int]]:
    """The first route of each seat, its first decisions in play, how many tickets it kept at the start."""
    claimed: set[int] = set()
    for entry in story.of("route_claimed"):
        seat = entry["public"]["seat"]
        if seat not in claimed:
            claimed.add(seat)
            yield "first_route", entry["public"]["route"], seat
    for entry in story.of("starting_tickets_kept"):
        yield "starting_tickets", str(entry["public"]["count"]), entry["public"]["seat"]
    for seat, kinds in _beginnings(story).items():
        yield "beginning", ",".join(kinds), seat


def _beginnings(story: Story) -> dict[int, list[str]]:
    started = next((entry["seq"] for entry in story.of("turn_began")), 0)
    found: dict[int, list[str]] = defaultdict(list)
    for seq, _ in story.deeds:
        kind, actor = story.entry(seq)["type"], story.actor(seq)
        if seq > started and len(found[actor]) < BEGINNING:
            found[actor].append(kind)
    return found


def _tickets(story: Story) -> Iterator[tuple[str, str, int]]:
    for _, event in story.events:
        if isinstance(event, TicketsDealt | TicketsDrawn):
            yield from (("ticket_offered", ticket, event.seat) for ticket in event.tickets)
    for seat, tickets in tickets_by_seat(story).items():
        for ticket, completed in tickets.items():
            yield "ticket_kept", ticket, seat
            if completed:
                yield "ticket_completed", ticket, seat
