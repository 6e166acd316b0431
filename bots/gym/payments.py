"""Every way to pay for a route, found by asking the rules themselves what they accept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from rules.board import Board, Route
from rules.cards import WILD, Face
from rules.payments import Payment
from rules.refusals import Refusal, WrongNumberOfCards
from rules.variants.world.payments import TooFewSpacesCovered

# More cards may help against these, and against nothing else.
TOO_FEW: Final = (WrongNumberOfCards, TooFewSpacesCovered)


def card_classes(board: Board) -> dict[Face, str]:
    """Cards of one class pay alike: a mark for harbours makes no difference to a route."""
    return {
        card.id: WILD if card.color is None else f"{card.pile}/{card.color}/{card.spaces}"
        for card in board.cards.values()
    }


def payments(board: Board, route: Route, payment: Payment) -> Iterator[tuple[str, ...]]:
    """Each as the sorted classes of its cards."""
    faces = {name: face for face, name in card_classes(board).items()}
    usable = [name for name in sorted(faces) if _can_help(route, payment, faces[name])]
    yield from _extended(route, payment, faces, usable, ())


def _can_help(route: Route, payment: Payment, face: Face) -> bool:
    """Whether so many cards of this class alone would do."""
    sizes = range(1, route.length + route.pair_spaces + 1)
    return any(_verdict(route, payment, (face,) * size) is None for size in sizes)


def _verdict(route: Route, payment: Payment, cards: tuple[Face, ...]) -> Refusal | None:
    try:
        payment.check(route, cards)
    except Refusal as refusal:
        return refusal
    return None


def _extended(
    route: Route, payment: Payment, faces: dict[str, Face], usable: Sequence[str], chosen: tuple[str, ...]
) -> Iterator[tuple[str, ...]]:
    for place, name in enumerate(usable):
        more = (*chosen, name)
        verdict = _verdict(route, payment, tuple(faces[each] for each in more))
        if verdict is None:
            yield more
        elif isinstance(verdict, TOO_FEW) and len(more) < route.length + route.pair_spaces:
            yield from _extended(route, payment, faces, usable[place:], more)
