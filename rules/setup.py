"""Steps of setting a table, in the order of the rulebooks."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain

from rules.chance import Chance
from rules.events import CardsDealt, Event, FirstSeatDrawn, FirstSeatNamed, TableSet, TicketsDealt
from rules.position import Position
from rules.rulebook import follows
from rules.ruleset import Option, SetupStep
from rules.upkeep.piles import new_pile

FIRST_SEAT = Option(
    "first",
    ("random", "0", "1", "2", "3", "4"),
    "Who has the first turn: drawn by lot, or a seat by its number.",
)


def set_table(*, market: int, pieces: Mapping[str, int], box: Mapping[str, int]) -> SetupStep:
    @follows("BOX-1", "BOX-2", "BOX-3", "SET-7")
    def lay_out(at: Position, chance: Chance) -> tuple[Event, ...]:
        state, board = at.state, at.board
        cards = {pile: dict(faces) for pile, faces in board.piles.items()}
        options, goods = dict(state.options), board.goods
        return (TableSet(state.ruleset, state.seats, options, cards, market, dict(pieces), dict(box), goods),)

    return lay_out


def shuffle_cards(at: Position, chance: Chance) -> tuple[Event, ...]:
    """Each pile by itself."""
    return tuple(
        new_pile(at, pile, tuple(chain.from_iterable((face,) * n for face, n in faces.items())), chance)
        for pile, faces in at.board.piles.items()
    )


def deal_cards(counts: Mapping[str, int]) -> SetupStep:
    """So many from each pile to each seat."""

    def deal(at: Position, chance: Chance) -> tuple[Event, ...]:
        return tuple(
            CardsDealt(seat, pile, n, at.state.piles[pile][seat * n : (seat + 1) * n])
            for pile, n in counts.items()
            for seat in range(at.state.seats)
        )

    return deal


@follows("SET-4")
def shuffle_tickets(at: Position, chance: Chance) -> tuple[Event, ...]:
    return (new_pile(at, "tickets", tuple(at.board.tickets), chance),)


def deal_tickets(*, count: int, keep: int) -> SetupStep:
    @follows("SET-4", "TICK-4")
    def deal(at: Position, chance: Chance) -> tuple[Event, ...]:
        pile = at.state.piles["tickets"]
        return tuple(
            TicketsDealt(seat, count, keep, pile[seat * count : (seat + 1) * count])
            for seat in range(at.state.seats)
        )

    return deal


@follows("SET-6")
def draw_lots(at: Position, chance: Chance) -> tuple[Event, ...]:
    """For the first turn, unless the table has named a seat."""
    seats = [str(seat) for seat in range(at.state.seats)]
    named = at.state.options["first"]
    if named == "random":
        return (FirstSeatDrawn(chance.shuffle("first-seat#1", seats)),)
    return (FirstSeatNamed(int(named)),)
