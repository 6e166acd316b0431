"""Every action of a log decided again by the rules it was played by, and the score added up once more."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from proof.differences import difference
from proof.faults import Fault, NotYet
from proof.log import Log
from proof.table import cut_off
from rules.catalogue import ruleset
from rules.chance import TEST, KeyedChance
from rules.codec import plain_event
from rules.events import Event, FirstSeatDrawn, PileShuffled, SeatEvent
from rules.playout import Playout
from rules.refusals import Refusal
from rules.state import State


def check_actions(log: Log) -> str:
    """Every action asked again of the ruleset it was played by, and its events compared."""
    game, played, place, count = Replay(log), log.played, 0, 0
    while place < len(played):
        seq, event = played[place]
        expected = game.next(seq, event)
        place = _compare(played, place, expected[: len(played) - place] if log.is_cut else expected)
        count += 1
    return f"{count} decisions taken again by {game.rules.name}"


def _compare(played: list[tuple[int, Event]], place: int, expected: tuple[Event, ...]) -> int:
    """Hold what was played from this place on against what must stand there. Returns the place after it."""
    for event in expected:
        if place >= len(played):
            raise Fault(played[-1][0], cut_off(plain_event(event)["type"]))
        seq, found = played[place]
        if found != event:
            raise Fault(seq, _difference(plain_event(found), plain_event(event)))
        place += 1
    return place


def _difference(found: dict[str, Any], due: dict[str, Any]) -> str:
    """Which field of the event differs, or that it is another event."""
    if found["type"] != due["type"]:
        return f"{found['type']} stands where {due['type']} is due"
    names = [name for name in {**due, **found} if found.get(name) != due.get(name)]
    return f"{due['type']}, {difference(names[0], found.get(names[0]), due.get(names[0]))}"


class LoggedChance:
    """The shuffles as they stand in a log. Whether they are fair is for those who know the seed to say."""

    def __init__(self, events: Iterable[Event]) -> None:
        self._orders: dict[str, tuple[str, ...]] = {}
        for event in events:
            if isinstance(event, PileShuffled):
                self._orders[f"{event.pile}#{event.nth}"] = event.order
            elif isinstance(event, FirstSeatDrawn):
                self._orders["first-seat#1"] = event.order

    def shuffle(self, label: str, items: Iterable[str]) -> tuple[str, ...]:
        """Of other items no order is taken: then the event differs from the one that is due."""
        cards = sorted(items)
        order = self._orders.get(label, ())
        return order if sorted(order) == cards else tuple(cards)


class Replay:
    """The game of a log, played again by its ruleset and the key of its shuffles.

    With every seal open the shuffles themselves are known, so no action need wait for the seed.
    """

    def __init__(self, log: Log) -> None:
        self.rules, self._created = ruleset(log.created["ruleset"]), log.created
        chance = KeyedChance(log.key) if log.is_open else LoggedChance(event for _, event in log.played)
        self._game = Playout(self.rules, State(), chance)

    def next(self, seq: int, event: Event) -> tuple[Event, ...]:
        """What must stand in the log from this event on."""
        try:
            return self._decided(seq, event)
        except Fault:
            raise
        except Refusal as refusal:
            raise Fault(seq, f"the rules refuse this action: {refusal}") from None
        except Exception as error:  # noqa: BLE001 (whatever the log asks for, its audit goes on)
            raise Fault(seq, f"the rules cannot decide this: {type(error).__name__}: {error}") from None

    def _decided(self, seq: int, event: Event) -> tuple[Event, ...]:
        """The deal, the settlement, or what follows from an action."""
        state = self._game.state
        if not state.seats:
            return self._folded(self._dealt())
        if state.phase == "scoring":
            return self._folded(self.rules.settle(state))
        if not isinstance(event, SeatEvent):
            raise Fault(seq, "nobody asked for this")
        action = event.asked()
        self.rules.check(state, action)
        return self._game.follow(action)

    def _dealt(self) -> tuple[Event, ...]:
        seats, options = self._created["seats"], self._created["options"]
        self.rules.agreed(options, seats, test=self._created.get("purpose") == TEST)
        return self.rules.start(seats=seats, chance=self._game.chance, options=options)

    def _folded(self, events: tuple[Event, ...]) -> tuple[Event, ...]:
        for event in events:
            event.fold(self._game.state)
        return events


def check_end(log: Log) -> str:
    """The score sheets are part of what was decided again; here they are added up once more."""
    ended = next(log.of("game_ended"), None)
    if ended is None:
        raise NotYet("the game is not over")
    sheets = {entry["public"]["seat"]: entry for entry in log.of("seat_scored")}
    for entry in sheets.values():
        total, due = entry["public"]["total"], sum(line["points"] for line in entry["public"]["lines"])
        if total != due:
            raise Fault(entry["seq"], f"the lines of the score sheet: {difference('total', total, due)}")
    best = max(entry["public"]["total"] for entry in sheets.values())
    for seat in ended["public"]["winners"]:
        if (total := sheets[seat]["public"]["total"]) != best:
            raise Fault(
                ended["seq"], f"seat {seat} is said to have won with {total} points, but {best} is the most"
            )
    totals = ", ".join(str(sheets[seat]["public"]["total"]) for seat in sorted(sheets))
    return f"totals {totals}; won by seat {', '.join(map(str, ended['public']['winners']))}"
