"""Cards are plain strings (`"red"`, `"wild"`); a hand counts them and is never changed in place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

Face = str
Hand = dict[Face, int]  # no zero entries, so that equal hands are equal dicts

WILD: Final = "wild"
GRAY: Final = "gray"


def hand_with(hand: Hand, cards: Iterable[Face]) -> Hand:
    new = hand.copy()
    for card in cards:
        new[card] = new.get(card, 0) + 1
    return new


def hand_without(hand: Hand, cards: Iterable[Face]) -> Hand:
    new = hand.copy()
    for card in cards:
        left = new[card] - 1
        if left:
            new[card] = left
        else:
            del new[card]
    return new


def missing_from(hand: Hand, cards: Iterable[Face]) -> tuple[Face, ...]:
    """The cards asked for that the hand does not hold."""
    wanted = Counter(cards)
    wanted.subtract({card: min(hand.get(card, 0), n) for card, n in wanted.items()})
    return tuple(sorted(wanted.elements()))


def listed(hand: Hand) -> tuple[Face, ...]:
    return tuple(card for card in sorted(hand) for _ in range(hand[card]))
