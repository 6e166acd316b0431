"""Who made each decision: the table's own events say who decides for a seat, and `by` must say the same.

A person and a program sit down themselves, a bot is seated. A stand-in decides for a seat until its player
takes it back, a cover makes the one decision for which its player ran out of time.
"""

from __future__ import annotations

from rules.proof.differences import difference
from rules.proof.log import Entry, Fault, Log, at
from rules.proof.table import GETS_UP, TABLE_TYPES
from rules.table.state import PLAYERS


def check_makers(log: Log) -> str:
    makers, count = Makers(), 0
    for entry in log.entries:
        with at(entry["seq"]):
            is_of_table = entry["type"] in TABLE_TYPES
            if is_of_table:
                makers.sit_down(entry)
                makers.come_back(entry)
            due, said = makers.of(entry.get("actor")), entry.get("by")
            if said != due:
                raise Fault(entry["seq"], difference("by", said, due or None))
            if is_of_table or makers.deputies:
                makers.follow(entry)
        count += due is not None
    return f"{count} decisions, each by whom the table says"


class Makers:
    """Who decides for each seat, as far as the log has been read."""

    def __init__(self) -> None:
        self.players: dict[int, str] = {}
        self.deputies: dict[int, str] = {}

    def of(self, actor: int | None) -> str | None:
        return None if actor is None else self.deputies.get(actor) or self.players.get(actor, "")

    def sit_down(self, entry: Entry) -> None:
        if entry["type"] == "bot_seated":
            self.players[entry["public"]["seat"]] = "bot"
        elif entry["type"] == "seat_taken":
            player = entry["public"].get("player")
            if player not in PLAYERS:
                raise Fault(entry["seq"], f"player: {player} stands where person or program is due")
            self.players[entry["public"]["seat"]] = player

    def come_back(self, entry: Entry) -> None:
        if entry["type"] == "seat_returned":
            self.deputies.pop(entry["public"]["seat"], None)

    def follow(self, entry: Entry) -> None:
        kind, actor, seat = entry["type"], entry.get("actor"), entry["public"].get("seat")
        if actor is not None and self.deputies.get(actor) == "cover":
            del self.deputies[actor]
        if kind in ("seat_resigned", "seat_handed_over"):
            self.deputies[seat] = "stand_in"
        elif kind == "seat_timed_out":
            self.deputies.setdefault(seat, "cover")
        elif kind in GETS_UP:
            self.players.pop(seat, None)
