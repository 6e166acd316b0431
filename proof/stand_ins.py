"""Which bots stood in for players, and how much they decided, as a log tells it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from proof.envelopes import Entry

TAKEN_OVER: Final = ("seat_resigned", "seat_handed_over")


@dataclass(frozen=True, slots=True)
class StandIn:
    bot: str
    decisions: int = 0
    to_the_end: bool = True  # or its player took the seat back

    def __str__(self) -> str:
        return f"{self.bot}:{self.decisions}"


def stand_ins_of(entries: Iterable[Entry]) -> dict[int, list[StandIn]]:
    """Those of each seat, in order. Who decided once after a time-out is none of them."""
    found: dict[int, list[StandIn]] = {}
    for entry in entries:
        kind, said = entry["type"], entry["public"]
        if kind in TAKEN_OVER:
            found.setdefault(said["seat"], []).append(StandIn(said["stand_in"]))
        elif kind == "seat_returned":
            found[said["seat"]][-1] = replace(found[said["seat"]][-1], to_the_end=False)
        elif entry.get("by") == "stand_in":
            last = found[entry["actor"]][-1]
            found[entry["actor"]][-1] = replace(last, decisions=last.decisions + 1)
    return found
