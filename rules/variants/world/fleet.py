"""The fleet: 60 pieces, picked in secret and shown together, or the beginners' set for all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.actions import Action, action
from rules.chance import Chance
from rules.declare import private
from rules.events.base import Event, SeatEvent, event
from rules.events.routes import less
from rules.moments import setup_moment
from rules.position import Position
from rules.refusals import Refusal
from rules.rulebook import follows
from rules.ruleset import Option
from rules.state import State, put
from rules.variants.world.harbours import HARBOUR

FLEET_SIZE: Final = 60
BEGINNERS: Final = (20, 40)

# Asked for after the first tickets, as long as all of a seat's pieces are still in its box.
FLEET_CHOICE = setup_moment(
    "fleet", lambda state, seat: bool(state.tickets[seat] and state.box[seat] and not state.pieces[seat])
)

FLEET = Option(
    "fleet",
    ("chosen", "beginners"),
    "Whether each player picks 60 pieces in secret or all get 20 trains and 40 ships.",
)


class WrongFleet(Refusal):
    rule = "SET-5"
    title = "This is not a complete fleet."
    text = "A fleet has {size:piece}, at most {trains:train} and {ships:ship}."


@action
class ChooseFleet(Action):
    """Pick the pieces to play with, in secret."""

    notation = "{seat}: fleet {trains} trains {ships} ships"
    seat: int
    trains: int
    ships: int


@event
class FleetChosen(SeatEvent):
    """A seat has picked its pieces; nobody else knows which yet."""

    sentence = "{seat} chose a fleet[: {trains:train}][ and {ships:ship}]."
    seat: int
    trains: int = private()
    ships: int = private()

    def fold(self, state: State) -> None:
        state.choices = put(state.choices, self.seat, (self.trains, self.ships))

    def asked(self) -> Action:
        return ChooseFleet(self.seat, self.trains, self.ships)


@event
class FleetRevealed(Event):
    """A seat's pieces are on the table; what it did not pick stays in its box."""

    sentence = "{seat} has {pieces}."
    seat: int
    pieces: dict[str, int]

    def fold(self, state: State) -> None:
        state.pieces = put(state.pieces, self.seat, self.pieces)
        state.box = put(state.box, self.seat, less(state.box[self.seat], self.pieces))
        state.choices = put(state.choices, self.seat, None)


class ChooseFleetPlay:
    action = ChooseFleet
    moments = (FLEET_CHOICE,)
    rules = ("SET-5",)

    def candidates(self, at: Position, seat: int) -> Sequence[Action]:
        box = at.state.box[seat]
        trains = range(FLEET_SIZE - box["ship"], box["train"] + 1)
        return [ChooseFleet(seat, count, FLEET_SIZE - count) for count in trains]

    def check(self, at: Position, action: ChooseFleet) -> None:
        box, fits = at.state.box[action.seat], action.trains + action.ships == FLEET_SIZE
        if not (fits and 0 <= action.trains <= box["train"] and 0 <= action.ships <= box["ship"]):
            raise WrongFleet(size=FLEET_SIZE, trains=box["train"], ships=box["ship"])

    def events(self, at: Position, action: ChooseFleet, chance: Chance) -> tuple[Event, ...]:
        return (FleetChosen(action.seat, action.trains, action.ships),)


@follows("SET-5")
def hand_out_fleets(at: Position, chance: Chance) -> tuple[Event, ...]:
    """Set-up: the beginners' set, if the table has agreed on it."""
    if at.state.options["fleet"] != "beginners":
        return ()
    return tuple(_fleet(at.state, seat, *BEGINNERS) for seat in range(at.state.seats))


@follows("SET-5", phases=("setup",))
def reveal_fleets(at: Position, chance: Chance) -> tuple[Event, ...]:
    state = at.state
    if any(state.offers) or None in state.choices:
        return ()
    return tuple(_fleet(state, seat, *state.choices[seat]) for seat in range(state.seats))


def _fleet(state: State, seat: int, trains: int, ships: int) -> Event:
    return FleetRevealed(seat, {"train": trains, "ship": ships, HARBOUR: state.box[seat][HARBOUR]})
