"""Paying in World: trains by color or in pairs, ships by twos and ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from rules.board import Board, Route
from rules.cards import GRAY, WILD, Hand
from rules.payments import Cards, OneColor, Payment, Purse, mixes
from rules.refusals import Refusal, WrongNumberOfCards


class TooFewSpacesCovered(Refusal):
    rule = "CLAIM-7"
    title = "The cards do not cover the route."
    text = "The cards cover {covered} of {needed:space}."


class SuperfluousCard(Refusal):
    rule = "CLAIM-7"
    text = "One of these cards is superfluous: the route can be paid for without it."


class TooManyColorsInPairs(Refusal):
    rule = "CLAIM-8"
    title = "The cards have too many colors for this route."
    text = "The route has {pairs:pair space}, and each takes two cards of one color."


def payment_for(board: Board) -> Callable[[Route], Payment]:
    rail, pairs, sea = Rail(board, "train"), Pairs(board, "train"), Sea(board, "ship")

    def pick(route: Route) -> Payment:
        if route.kind == "sea":
            return sea
        return pairs if route.pair_spaces else rail

    return pick


class Rail(OneColor):
    rules = ("CLAIM-2", "CLAIM-7")


class Sea(OneColor):
    """Ship cards of one color, single or double, and wilds; a wild covers one space (CLAIM-7)."""

    rules = ("CLAIM-2", "CLAIM-7")

    def __init__(self, board: Board, pile: str) -> None:
        super().__init__(board, pile)
        self.spaces = {card.id: card.spaces for card in board.cards.values()}

    def options(self, route: Route, purse: Purse) -> Iterable[Cards]:
        color, cards, wilds = purse
        if color not in ("", route.color) and route.color != GRAY:
            return ()
        singles = tuple(card for card in cards if self.spaces[card] == 1)
        doubles = tuple(card for card in cards if self.spaces[card] == 2)
        return shiploads(singles, doubles, wilds, route.length)

    def check(self, route: Route, cards: Cards) -> None:
        self.check_color(route, cards)
        covered = sum(self.spaces[card] for card in cards)
        if covered < route.length:
            raise TooFewSpacesCovered(covered=covered, needed=route.length)
        if covered - min(self.spaces[card] for card in cards) >= route.length:
            raise SuperfluousCard


def shiploads(singles: Cards, doubles: Cards, wilds: int, length: int) -> Iterator[Cards]:
    """Every mix with nothing superfluous, wilds alone only if there are no ships; most doubles first."""
    for pairs in range(min(len(doubles), (length + 1) // 2), -1, -1):
        rest = length - 2 * pairs
        if rest <= 0:
            yield doubles[:pairs]
        elif pairs:
            for ones in range(min(len(singles), rest), max(rest - wilds, 0) - 1, -1):
                yield doubles[:pairs] + singles[:ones] + (WILD,) * (rest - ones)
        elif singles or not doubles:
            yield from mixes(singles, wilds, rest)


class Pairs(OneColor):
    """A pair space takes two train cards of any one color; other spaces one of the route's (CLAIM-8)."""

    rules = ("CLAIM-8",)

    def purses(self, hand: Hand) -> list[Any]:
        """One purse: the colors of the pairs may differ."""
        trains = (*self.color_of, WILD)
        return [frozenset((face, hand[face]) for face in trains if face in hand)]

    def options(self, route: Route, purse: Any) -> Iterable[Cards]:
        """For each choice of colors, of the single spaces and of the pairs, the way with the fewest wilds."""
        hand = dict(purse)
        held = {color: cards for color, cards, _ in super().purses(hand) if color}
        offered: dict[Cards, None] = {}
        for color, count, fill in self.single_spaces(route, held, hand.get(WILD, 0)):
            singles = held.get(color, ())[:count]
            left = [cards[count:] if c == color else cards for c, cards in held.items()]
            for pairs, more in pairings(left, route.pair_spaces, hand.get(WILD, 0) - fill):
                offered[(*sorted(singles + pairs), *(WILD,) * (fill + more))] = None
        return offered

    def single_spaces(
        self, route: Route, held: dict[str, Cards], wilds: int
    ) -> Iterator[tuple[str, int, int]]:
        """For the spaces without the symbol: a color, how many of its cards, how many wilds."""
        spaces = route.length - route.pair_spaces
        if not spaces:
            yield "", 0, 0
            return
        wilds_alone = ("",) if len(held) < len(self.faces) else ()  # of a color that is not held
        for color in (*held, *wilds_alone) if route.color == GRAY else (route.color,):
            for payment in mixes(held.get(color, ()), wilds, spaces):
                fill = payment.count(WILD)
                yield color, spaces - fill, fill

    def check(self, route: Route, cards: Cards) -> None:
        needed = route.length + route.pair_spaces
        if len(cards) != needed:
            raise WrongNumberOfCards(needed=needed, given=len(cards))
        self.check_sort(cards)
        if not self.fits(route, Counter(self.color_of[card] for card in cards if card != WILD)):
            raise TooManyColorsInPairs(pairs=route.pair_spaces)

    def fits(self, route: Route, counts: Counter[str]) -> bool:
        """Whether some of one color can go to the single spaces and the rest into the pairs."""
        singles = route.length - route.pair_spaces
        for color in self.faces if route.color == GRAY else (route.color,):
            for taken in range(min(singles, counts[color]) + 1):
                rest = counts - Counter({color: taken})
                if sum((n + 1) // 2 for n in rest.values()) <= route.pair_spaces:
                    return True
        return False


def pairings(held: Sequence[Cards], pairs: int, wilds: int) -> Iterator[tuple[Cards, int]]:
    """Every way to lay this number of pairs with cards by color: the cards, and how many wilds with them."""
    if not held:
        if 2 * pairs <= wilds:
            yield (), 2 * pairs
        return
    cards, *others = held
    for count in range(min(pairs, (len(cards) + 1) // 2), -1, -1):
        laid = cards[: 2 * count]
        fill = 2 * count - len(laid)
        if fill <= wilds:
            for rest, more in pairings(others, pairs - count, wilds - fill):
                yield laid + rest, fill + more
