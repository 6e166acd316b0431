"""Paying in World: trains by color or in pairs, ships by twos and ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations_with_replacement
from typing import Any

from rules.board import Board, Route
from rules.cards import GRAY, WILD, Hand
from rules.payments import Cards, OneColor, Payment, Purse, mixes
from rules.refusals import Refusal, WrongNumberOfCards


class TooFewSpacesCovered(Refusal):
    rule = "CLAIM-7"
    text = "These cards cover {covered} of the {needed} spaces."


class SuperfluousCard(Refusal):
    rule = "CLAIM-7"
    text = "The route could be paid without one of these cards; none may be superfluous."


class TooManyColorsInPairs(Refusal):
    rule = "CLAIM-8"
    text = "Each of the {pairs} pair spaces takes two cards of one color."


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

    def options(self, route: Route, purse: Any) -> Iterator[Cards]:
        hand = dict(purse)
        held: dict[str, Cards] = dict.fromkeys(self.faces, ())
        held |= {color: cards for color, cards, _ in super().purses(hand) if color}
        offered: set[Cards] = set()
        for singles in self.single_spaces(route, held, hand.get(WILD, 0)):
            for cards in self.filled_up(route, singles, held, hand.get(WILD, 0)):
                if cards not in offered:
                    offered.add(cards)
                    yield cards

    def single_spaces(self, route: Route, held: dict[str, Cards], wilds: int) -> Iterator[Cards]:
        """The cards for the spaces without the symbol, one color as ever."""
        spaces = route.length - route.pair_spaces
        if not spaces:
            return iter(((),))
        colors = self.faces if route.color == GRAY else (route.color,)
        held_here = dict.fromkeys(held[color] for color in colors)
        return (payment for cards in held_here for payment in mixes(cards, wilds, spaces))

    def filled_up(self, route: Route, singles: Cards, held: dict[str, Cards], wilds: int) -> Iterator[Cards]:
        """For each choice of colors for the pairs the payment with the fewest wilds."""
        taken = Counter(self.color_of[card] for card in singles if card != WILD)
        left = {color: cards[taken[color] :] for color, cards in held.items()}
        colors = [color for color, cards in left.items() if cards]
        no_color = ""  # a pair of two wilds
        for choice in combinations_with_replacement([*colors, no_color], route.pair_spaces):
            wanted = Counter(choice)
            pairs = tuple(card for c in colors for card in left[c][: 2 * wanted[c]])
            fill = (WILD,) * (2 * route.pair_spaces - len(pairs))
            if singles.count(WILD) + len(fill) <= wilds:
                yield tuple(sorted(singles + pairs + fill, key=lambda card: (card == WILD, card)))

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
