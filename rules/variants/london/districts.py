"""Districts: joined, they score."""

from __future__ import annotations

from collections.abc import Iterator

from rules.position import Position
from rules.rulebook import follows
from rules.scoring import Lines, ScoreLine


@follows("SCORE-2")
def districts(position: Position, seat: int, _: Lines) -> Iterator[ScoreLine]:
    """The way between two places of a district may run through others."""
    network = position.network(seat)
    for district in position.board.districts.values():
        if network.joins(district.places):
            what = f"district {district.id}"
            yield ScoreLine("SCORE-2", what, district.points, district.places)
