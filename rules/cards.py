"""Cards are plain strings (`"red"`, `"wild"`); a hand counts them and is never changed in place."""

from __future__ import annotations

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
    left, missing = hand.copy(), []
    for card in cards:
        if left.get(card):
            left[card] -= 1
        else:
            missing.append(card)
    return tuple(sorted(missing))


def listed(hand: Hand) -> tuple[Face, ...]:
    return tuple(card for card in sorted(hand) for _ in range(hand[card]))
