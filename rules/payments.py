"""Paying for a route: which cards pay (`check`) and which payments are offered (`purses`, `options`).

A hand is looked at as purses: groups of cards that can pay together, a color with the wilds, say. What can be
made of a purse is remembered (`by_hand`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, Final, Protocol, TypeVar

from rules.board import Board, Route
from rules.cards import GRAY, WILD, Face, Hand
from rules.memo import Memo
from rules.refusals import MixedColors, UnknownCard, WrongColor, WrongNumberOfCards, WrongSortOfCard

T = TypeVar("T")
Cards = tuple[Face, ...]

PURSES_KEPT: Final = 2_000


class Payment(Protocol):
    @property
    def rules(self) -> tuple[str, ...]: ...

    def __hash__(self) -> int:
        """Payments are compared by identity: what they offer is remembered."""

    def purses(self, hand: Hand) -> Iterable[Any]:
        """The purses of a hand. They are hashable, and no two pay with the same cards."""

    def by_hand(self, make: Callable[[Any], T]) -> Callable[[Hand], list[T]]:
        """A way from any hand to what is made of each of its purses; what was made is remembered."""

    def options(self, route: Route, purse: Any) -> Iterable[Cards]:
        """The ways to pay for the route out of one purse; of cards equal here the plainest go first."""

    def check(self, route: Route, cards: Cards) -> None:
        """Refuse cards that do not pay for the route, no matter who holds them."""


Purse = tuple[str, Cards, int]  # a color, its cards and the number of wilds; no color for wilds alone


class OneColor:
    """As many cards as spaces, all of one color; wilds stand for any card."""

    rules: tuple[str, ...] = ("CLAIM-2",)

    def __init__(self, board: Board, pile: str) -> None:
        self.faces: Mapping[str, Cards] = faces_by_color(board, pile)
        self.color_of = {face: color for color, faces in self.faces.items() for face in faces}
        self.known = board.cards.keys()

    def purses(self, hand: Hand) -> list[Purse]:
        wilds = hand.get(WILD, 0)
        purses: list[Purse] = []
        for color, faces in self.faces.items():
            cards: Cards = ()
            for face in faces:
                if face in hand:
                    cards += (face,) * hand[face]
            if cards:
                purses.append((color, cards, wilds))
        if wilds:
            purses.append(("", (), wilds))
        return purses

    def by_hand(self, make: Callable[[Any], T]) -> Callable[[Hand], list[T]]:
        made = Memo(make, most=PURSES_KEPT)
        return lambda hand: [made[purse] for purse in self.purses(hand)]

    def options(self, route: Route, purse: Purse) -> Iterable[Cards]:
        color, cards, wilds = purse
        if color not in ("", route.color) and route.color != GRAY:
            return ()
        return mixes(cards, wilds, route.length)

    def check(self, route: Route, cards: Cards) -> None:
        if len(cards) != route.length:
            raise WrongNumberOfCards(needed=route.length, given=len(cards))
        self.check_color(route, cards)

    def check_color(self, route: Route, cards: Cards) -> None:
        self.check_sort(cards)
        colors = sorted({self.color_of[card] for card in cards if card != WILD})
        if len(colors) > 1:
            raise MixedColors(colors=colors)
        if colors and route.color not in (GRAY, *colors):
            raise WrongColor(needed=route.color, given=colors[0])

    def check_sort(self, cards: Cards) -> None:
        for card in cards:
            if card not in self.known:
                raise UnknownCard(card=card)
            if card != WILD and card not in self.color_of:
                raise WrongSortOfCard(card=card)


class OneFace(OneColor):
    """`OneColor` where no color has two faces, as in the cities: counts alone lead to a purse."""

    def by_hand(self, make: Callable[[Any], T]) -> Callable[[Hand], list[T]]:
        def of_face(face: Face, wilds: int) -> Mapping[int, T]:
            color = self.color_of[face]
            return Memo(lambda count: make((color, (face,) * count, wilds)), most=PURSES_KEPT)

        def of_wilds(wilds: int) -> list[tuple[Face, Mapping[int, T]]]:
            alone = {wilds: make(("", (), wilds))}
            return [*[(face, of_face(face, wilds)) for face in self.color_of], (WILD, alone)]

        def of_hand(hand: Hand) -> list[T]:
            by_face = by_wilds[hand.get(WILD, 0)]
            return [by_count[hand[face]] for face, by_count in by_face if face in hand]

        by_wilds = Memo(of_wilds, most=PURSES_KEPT)
        return of_hand


def one_color(board: Board, pile: str) -> OneColor:
    """The quicker of the two, where it will do."""
    is_two_faced = any(len(faces) > 1 for faces in faces_by_color(board, pile).values())
    return OneColor(board, pile) if is_two_faced else OneFace(board, pile)


def faces_by_color(board: Board, pile: str) -> dict[str, Cards]:
    """The faces of each color in a pile, the unmarked ones first: they are worth less."""
    cards = sorted(board.cards.values(), key=lambda card: card.harbour)
    return {
        color: tuple(card.id for card in cards if card.pile == pile and card.color == color)
        for color in board.colors
    }


@cache
def mixes(cards: Cards, wilds: int, length: int) -> tuple[Cards, ...]:
    """Every number of these cards, none only if there are none, filled up with wilds; fewest wilds first."""
    most, fewest = min(len(cards), length), max(length - wilds, 1 if cards else 0)
    return tuple(cards[:n] + (WILD,) * (length - n) for n in range(most, fewest - 1, -1))
