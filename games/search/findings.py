"""What happened in a game, in the words by which it is searched for."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Final

from games.search.story import Story

# Events by which games are found, with the member that says what they are about.
SUBJECTS: Final = {"route_claimed": "route", "harbour_built": "place"}
TICKETS: Final = ("ticket_kept", "ticket_completed", "ticket_failed")
# Events of the table, which are about nothing but their seat.
OF_SEATS: Final = ("seat_resigned", "seat_timed_out", "seat_handed_over", "seat_returned", "vacation_began")
BOT: Final = "bot"
KINDS: Final = (*SUBJECTS, *TICKETS, *OF_SEATS)

Found = Mapping[tuple[str, str], frozenset[int]]  # seats by kind and subject


def findings_of(story: Story) -> Found:
    seats: dict[tuple[str, str], set[int]] = defaultdict(set)
    for kind, subject, seat in _all(story):
        seats[kind, subject].add(seat)
    return {place: frozenset(found) for place, found in seats.items()}


def _all(story: Story) -> Iterator[tuple[str, str, int]]:
    for entry in story.of(*SUBJECTS):
        yield entry["type"], entry["public"][SUBJECTS[entry["type"]]], entry["public"]["seat"]
    for entry in story.of(*OF_SEATS):
        yield entry["type"], "", entry["public"]["seat"]
    for seat, tickets in tickets_by_seat(story).items():
        for ticket, completed in tickets.items():
            yield "ticket_kept", ticket, seat
            yield "ticket_completed" if completed else "ticket_failed", ticket, seat
    for seat, player in story.players.items():
        if player not in ("person", "program"):
            yield BOT, player, seat


def tickets_by_seat(story: Story) -> dict[int, dict[str, bool]]:
    """The tickets that each seat had at the end, and whether they were completed."""
    known = story.rules.board.tickets
    return {
        seat: {line.what: line.completed for line in lines if line.what in known}
        for seat, lines in enumerate(story.sheet.lines)
    }
