"""What happened, as a player would say it, from what a reader may know of an event.

Each event class carries its sentence: `{seat} claimed {route} with {cards} for {points:point}.` A field in
braces is said by its name in the game, `{points:point}` counts (1 point, 2 points), and what stands in
square brackets is left out when the reader does not know its field.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from rules.board import Board, Card
from rules.cards import WILD, Face
from rules.plural import counted

OPTIONAL: Final = re.compile(r"\[([^\]]*\{(\w+)[^\]]*)\]")
FIELD: Final = re.compile(r"\{(\w+)(?::([^}]+))?\}")
DASH: Final = " – "
DEPUTIES: Final = {
    "stand_in": "{seat}'s stand-in %s",
    "cover": "%s decided for {seat}:",
}  # instead of the seat
NOT_NAMES: Final = ("the ", "seat ")  # what else than a name a sentence may start with


class Words:
    """What the seats of a table, and the things of a board, are called."""

    def __init__(self, board: Board, names: Mapping[int, str] | None = None) -> None:
        self.board, self.names = board, names or {}
        self.by_field: Mapping[str, Callable[[Any], str]] = {
            "seat": self.seat,
            "receiver": self.seat,
            "winners": self.seats,
            "route": self.route,
            "place": self.place,
            "card": self.card,
            "cards": self.cards,
            "tickets": self.tickets,
            "returned": self.tickets,
            "pieces": self.pieces,
            "pile": self.pile,
            "refill": self.pile,
            "log": lambda log: f"entry {log['index']}",
            "reason": lambda reason: str(reason).replace("-", " "),
        }

    # -- one field -----------------------------------------------------------------------------

    def seat(self, seat: int) -> str:
        return self.names.get(seat, f"seat {seat}")

    def seats(self, seats: Sequence[int]) -> str:
        return " and ".join(map(self.seat, seats)) or "nobody"

    def place(self, place: str) -> str:
        return self.board.places[place].name

    def places(self, places: Sequence[str]) -> str:
        return DASH.join(map(self.place, places))

    def route(self, route: str) -> str:
        found = self.board.routes[route]
        return self.places((found.a, found.b))

    def ticket(self, ticket: str) -> str:
        return self.places(self.board.tickets[ticket].places)

    def tickets(self, tickets: Sequence[str]) -> str:
        return ", ".join(map(self.ticket, tickets)) or "none"

    def card(self, face: Face) -> str:
        return WILD if face == WILD else self._colored(self.board.cards[face])

    def _colored(self, card: Card) -> str:
        """`black`; where there are several piles `black train`, `white double ship`."""
        sort = ("double" if card.spaces > 1 else "", card.pile) if len(self.board.piles) > 1 else ()
        mark = "with harbour mark" if card.harbour and self._has_plain_twin(card) else ""
        return " ".join(filter(None, (card.color, *sort, mark)))

    def _has_plain_twin(self, card: Card) -> bool:
        """Whether there is a card that differs in nothing but the mark."""
        return any(
            (other.color, other.pile, other.spaces, other.harbour)
            == (card.color, card.pile, card.spaces, False)
            for other in self.board.cards.values()
        )

    def cards(self, faces: Sequence[Face]) -> str:
        counts = Counter(map(self.card, faces))
        return ", ".join(f"{count} {card}" for card, count in counts.items()) or "none"

    def pieces(self, pieces: Mapping[str, int]) -> str:
        return ", ".join(counted(count, piece) for piece, count in pieces.items())

    def pile(self, pile: str) -> str:
        return f"the {pile.removesuffix('s')} pile"

    def scored(self, what: str) -> str:
        """What a line of the score sheet counts."""
        if what in self.board.tickets:
            return self.ticket(what)
        noun, _, place = what.partition(" ")
        return f"{noun} {self.place(place)}" if place in self.board.places else what

    # -- a sentence ----------------------------------------------------------------------------

    def say(self, sentence: str, fields: Mapping[str, Any], doer: str = "{seat}") -> str:
        """The sentence of an event of which the reader knows these fields; `doer` stands for its seat."""
        known = OPTIONAL.sub(lambda found: found[1] if found[2] in fields else "", sentence)
        known = known.replace("{seat}", doer, 1)
        text = FIELD.sub(lambda found: self._said(found[1], found[2], fields), known)
        return text[0].upper() + text[1:] if text.startswith(NOT_NAMES) else text

    def _said(self, field: str, noun: str | None, fields: Mapping[str, Any]) -> str:
        value = fields[field]
        if noun:
            return counted(value, noun)
        return self.by_field.get(field, str)(value)


class Doers:
    """Who decides for each seat, by name: the log tells which bot stands in or covers for a player."""

    def __init__(self) -> None:
        self._bots: dict[tuple[int, str], str] = {}

    def follow(self, entry: Mapping[str, Any]) -> None:
        said = entry["public"]
        self._bots |= {(said["seat"], by): said[by] for by in DEPUTIES if by in said}

    def of(self, entry: Mapping[str, Any]) -> str:
        """Who did what the entry says of its seat, as `Words.say` takes it."""
        bot = self._bots.get((entry.get("actor", -1), entry.get("by", "")))
        return DEPUTIES[entry["by"]] % bot if bot else "{seat}"
