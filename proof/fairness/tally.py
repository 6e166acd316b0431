"""Reads what chance did in finished games, and counts it by slice, game and label."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from proof.envelopes import Entry
from proof.fairness.counts import CrossTable, Halves, Neighbours, Series
from proof.log import fields_of
from proof.times import parsed_time
from rules.table.state import table_size

ALL: Final = "all games"
Counts = CrossTable | Halves | Neighbours | Series
Key = tuple[str, str, str, str]  # slice, ruleset, what is counted, of which pile or number of seats


class Game:
    """The events of one log that chance has a part in."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self.ruleset: str = entries[0]["public"]["ruleset"]
        self.seats = table_size(entries[0]["public"]["seats"])
        self.ended = parsed_time(entries[-1]["at"])
        makers = {entry.get("by") for entry in entries} - {None}
        self.company = "bots" if makers == {"bot"} else "people" if "bot" not in makers else "mixed"
        self.events: dict[str, list[Mapping[str, Any]]] = {name: [] for name in OF_CHANCE}
        for entry in entries:
            if entry["type"] in self.events:
                self.events[entry["type"]].append(fields_of(entry))


OF_CHANCE: Final = (
    "table_set",
    "first_seat_drawn",
    "pile_shuffled",
    "cards_dealt",
    "tickets_dealt",
    "market_filled",
)
# What games can be told apart by, beside the ruleset.
SLICES: Final[dict[str, Callable[[Game], str]]] = {
    "seats": lambda game: str(game.seats),
    "company": lambda game: game.company,
    "month": lambda game: f"{game.ended:%Y-%m}",
    "weekday": lambda game: f"{game.ended:%a}",
    "hour": lambda game: f"{game.ended:%H}",
}


class Tally:
    def __init__(self, by: Iterable[str] = ()) -> None:
        self.by = tuple(by)
        self.games = 0
        self.counts: dict[Key, Counts] = {}

    def add(self, entries: Sequence[Entry]) -> None:
        """A finished game, which has to be proved elsewhere: what it says is believed here."""
        game = Game(entries)
        self.games += 1
        for part in (ALL, *(f"{name} {SLICES[name](game)}" for name in self.by)):
            self._add(part, game)

    def merge(self, other: Tally) -> None:
        self.games += other.games
        for key, counts in other.counts.items():
            if key in self.counts:
                self.counts[key].merge(counts)  # type: ignore[arg-type]
            else:
                self.counts[key] = counts

    def plain(self) -> list[Any]:
        return [[*key, counts.plain()] for key, counts in sorted(self.counts.items())]

    # -- one game ------------------------------------------------------------------------------

    def _add(self, part: str, game: Game) -> None:
        whole = {}
        for shuffled in game.events["pile_shuffled"]:
            pile, order = shuffled["pile"], shuffled["order"]
            label = f"{pile}#1" if shuffled["nth"] == 1 else f"{pile}#2…"
            self._of(part, game, "neighbours", label, Neighbours).add(order)
            if shuffled["nth"] == 1:
                whole[pile] = dict(sorted(Counter(order).items()))
                self._shuffled(part, game, label, order, whole[pile])
            elif len(set(order)) < len(order):
                self._of(part, game, "renewed", label, Halves).add(order)
        self._dealt(part, game, whole)
        self._turned_up(part, game, whole)
        for drawn in game.events["first_seat_drawn"]:
            self._drawn(part, game, drawn["order"])

    def _of(self, part: str, game: Game, what: str, of: str, new: Callable[[], Any]) -> Any:
        key = (part, game.ruleset, what, of)
        if key not in self.counts:
            self.counts[key] = new()
        return self.counts[key]

    def _shuffled(
        self, part: str, game: Game, label: str, order: Sequence[str], faces: dict[str, int]
    ) -> None:
        places = {str(place): [card] for place, card in enumerate(order)}
        widths = dict.fromkeys(places, 1)
        self._of(part, game, "places", label, lambda: CrossTable(faces, widths)).add(places)
        chances = {face: count / len(order) for face, count in faces.items()}
        self._of(part, game, "top card", label, lambda: Series(chances)).values.append(order[0])

    def _dealt(self, part: str, game: Game, whole: Mapping[str, dict[str, int]]) -> None:
        """Cards and tickets by seat."""
        dealt: dict[str, dict[str, list[str]]] = {}
        for event in game.events["cards_dealt"]:
            dealt.setdefault(event["pile"], {})[str(event["seat"])] = event["cards"]
        for event in game.events["tickets_dealt"]:
            dealt.setdefault("tickets", {})[str(event["seat"])] = event["tickets"]
        for pile, seats in dealt.items():
            label = f"{pile}, {game.seats} seats"
            widths = {seat: len(cards) for seat, cards in seats.items()}
            table = self._of(part, game, "deal", label, lambda: CrossTable(whole[pile], widths))  # noqa: B023 – at once
            table.add(seats)

    def _turned_up(self, part: str, game: Game, whole: Mapping[str, dict[str, int]]) -> None:
        """The first market. Later ones depend on what was played."""
        for filled in game.events["market_filled"][:1]:
            for pile, faces in whole.items():
                if cards := [card for card in filled["cards"] if card in faces]:
                    widths = {"market": len(cards)}
                    table = self._of(part, game, "market", pile, lambda: CrossTable(faces, widths))  # noqa: B023
                    table.add({"market": cards})

    def _drawn(self, part: str, game: Game, order: Sequence[str]) -> None:
        chances = {str(seat): 1 / game.seats for seat in range(game.seats)}
        series = self._of(part, game, "first seat", f"{game.seats} seats", lambda: Series(chances))
        series.values.append(order[0])
