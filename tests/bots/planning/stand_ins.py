"""Tables of planners only, as when everybody is away."""

from dataclasses import dataclass

from bots.registry import make
from rules.actions import DrawTickets, KeepTickets
from tests.bots.tables import moves, opened

SEATS = 4


@dataclass
class Played:
    """How one seat came out."""

    score: int
    draws: int = 0  # of tickets, in the course of play
    failed: int = 0  # tickets that were kept of these draws and not completed
    cards: int = 0  # left in the hand


def play_world(deal: int) -> list[Played]:
    drawn: list[list[str]] = [[] for _ in range(SEATS)]
    draws = [0] * SEATS
    for state, action in moves([make("planner")] * SEATS, "world", deal):
        draws[action.seat] += isinstance(action, DrawTickets)
        if isinstance(action, KeepTickets) and state.phase == "play":
            drawn[action.seat] += action.tickets
    rules, _, chance = opened("world", seats=SEATS, seed=deal)
    end = rules.step(state, action, chance)[1]
    sheet = rules.score(end)
    completed = [{line.what for line in lines if line.completed} for lines in sheet.lines]
    return [
        Played(
            score=sheet.total(seat),
            draws=draws[seat],
            failed=len(set(drawn[seat]) - completed[seat]),
            cards=sum(end.hands[seat].values()),
        )
        for seat in range(SEATS)
    ]
