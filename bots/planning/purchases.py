"""Which cards a plan still lacks, and what each card on the table is therefore worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bots.planning.atlas import Atlas
from bots.planning.observation import Seen
from bots.planning.prices import Purses, copied, purses_of, spend
from rules.cards import Face

SPARE: Final = 0.12  # a card nothing is planned for yet
LAST_ONE: Final = 0.35  # more, for the card that makes a road payable


@dataclass(slots=True)
class Needs:
    """By sort of cards and color: spaces to cover, and the fewest that any one road still lacks."""

    missing: dict[tuple[int, str], int]
    nearest: dict[tuple[int, str], int]
    held: Purses


def needs_of(seen: Seen, roads: Sequence[int]) -> Needs:
    purses = purses_of(seen)
    needs = Needs({}, {}, purses)
    for road, color, lacking in spend([seen.atlas.roads[number] for number in roads], copied(purses)):
        if lacking:
            key = (road.purse, color)
            needs.missing[key] = needs.missing.get(key, 0) + lacking
            needs.nearest[key] = min(lacking, needs.nearest.get(key, lacking))
    return needs


class Worths:
    """What one more card of each face is worth; 1 is a card the plan needs."""

    def __init__(self, seen: Seen, needs: Needs, extra: dict[Face, float]) -> None:
        self.atlas: Atlas = seen.atlas
        self.seen, self.needs, self.extra = seen, needs, extra
        self.known: dict[Face, float] = {}

    def of(self, face: Face) -> float:
        if face not in self.known:
            self.known[face] = self._of(face) + self.extra.get(face, 0.0)
        return self.known[face]

    def _of(self, face: Face) -> float:
        where = self.atlas.purse_of.get(face)
        if where is None:
            return self.of_wild()
        missing, spaces = self.needs.missing.get(where, 0), self.atlas.spaces[face]
        spare = SPARE * spaces + 0.03 * self.needs.held[where[0]][where[1]]
        if not missing:
            return spare
        last = LAST_ONE if self.needs.nearest[where] <= spaces else 0.0
        return max(spare, min(spaces, missing) + last)

    def of_wild(self) -> float:
        nearest = min(self.needs.nearest.values(), default=0)
        return 1.15 + (LAST_ONE if nearest == 1 else 0.0) if nearest else 0.5

    def unseen(self, pile: str) -> float:
        """What the next card of a pile is worth on average."""
        faces = self.atlas.board.piles[pile]
        seen = self.seen
        counts = {f: n - seen.hand.get(f, 0) - seen.market.count(f) for f, n in faces.items()}
        total = sum(counts.values())
        return sum(n * self.of(face) for face, n in counts.items()) / total if total > 0 else 0.0
