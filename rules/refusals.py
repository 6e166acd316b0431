"""Why not: every refusal is a type with a code, a rule number, a sentence and data."""

from __future__ import annotations

from typing import Any, ClassVar

from rules.declare import stable_name

REFUSALS: dict[str, type[Refusal]] = {}


class Refusal(Exception):
    """An action that may not be done. Nothing has changed.

    `text` may name the data in braces; neither may tell what the asking seat does not know.
    """

    rule: ClassVar[str] = "TURN-1"
    text: ClassVar[str]
    code: ClassVar[str]
    kinds: ClassVar[dict[str, type[Refusal]]] = REFUSALS  # where every kind is listed

    def __init_subclass__(cls) -> None:
        cls.code = cls.__dict__.get("code") or stable_name(cls)
        cls.kinds[cls.code] = cls

    def __init__(self, **data: Any) -> None:
        super().__init__(self.text.format(**{name: _said(value) for name, value in data.items()}))
        self.data = data

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{k}={v!r}' for k, v in self.data.items())})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (type(self), self.data)


def _said(value: object) -> object:
    """As it stands in a sentence: several things with commas between them."""
    if isinstance(value, (list, tuple)):
        return ", ".join(map(str, value)) or "none"
    return value


def _rebuild(cls: type[Refusal], data: dict[str, Any]) -> Refusal:
    return cls(**data)


# -- asking at all -----------------------------------------------------------------------------


class Malformed(Refusal):
    text = "This is not an action of this game: {problem}."


class UnknownSeat(Refusal):
    text = "There is no seat {seat} at this table."


class UnknownAction(Refusal):
    text = "This game has no action {action}."


class PlayIsOver(Refusal):
    rule = "END-2"
    text = "Play is over; nothing more can be done at this table."


class NotYourTurn(Refusal):
    text = "It is not the turn of seat {seat}; the table waits for seat {to_act}."


class AlreadyChosen(Refusal):
    rule = "SET-4"
    text = "Seat {seat} has made its choice and waits for the others."


class NotNow(Refusal):
    text = "This cannot be done now: the table waits for {expected}."


class WrongSeatCount(Refusal):
    rule = "SET-1"
    text = "{ruleset} is played by {fewest} to {most}, not by {seats}."


class WrongOption(Refusal):
    rule = "SET-6"
    text = "The option {option} cannot be {value}; it can be {choices}."


# -- cards -------------------------------------------------------------------------------------


class UnknownPile(Refusal):
    rule = "DRAW-1"
    text = "There is no pile {pile}; there are {piles}."


class PileEmpty(Refusal):
    rule = "DRAW-6"
    text = "The pile {pile} and its discards are empty."


class NotInMarket(Refusal):
    rule = "DRAW-1"
    text = "There is no {card} in the market."


class WildIsNoSecondCard(Refusal):
    rule = "DRAW-4"
    text = "A wild may not be taken from the market as the second card."


class NoCardsToDraw(Refusal):
    rule = "DRAW-8"
    text = "All piles and discards are empty, so drawing cards is not possible."


class WrongRefill(Refusal):
    rule = "DRAW-2"
    text = "The gap cannot be refilled from {refill}; it can be from {choices}."


class CardsNotHeld(Refusal):
    rule = "CLAIM-2"
    text = "The hand does not hold these cards: {missing}."


# -- routes ------------------------------------------------------------------------------------


class UnknownRoute(Refusal):
    rule = "CLAIM-1"
    text = "There is no route {route} on this board."


class RouteTaken(Refusal):
    rule = "CLAIM-1"
    text = "The route {route} is already claimed by seat {owner}."


class DoubleClosed(Refusal):
    rule = "CLAIM-5"
    text = "The route {route} is closed: its twin {twin} is claimed by seat {owner}."


class NotEnoughPieces(Refusal):
    rule = "CLAIM-3"
    text = "The route takes {needed} of {piece}, and {left} are left."


class WrongNumberOfCards(Refusal):
    rule = "CLAIM-2"
    text = "The route takes exactly {needed} cards, not {given}."


class MixedColors(Refusal):
    rule = "CLAIM-2"
    text = "The cards must be of one color, not {colors}."


class WrongColor(Refusal):
    rule = "CLAIM-2"
    text = "The route takes {needed}, not {given}."


class UnknownCard(Refusal):
    rule = "CLAIM-2"
    text = "There is no card {card} in this game."


class WrongSortOfCard(Refusal):
    rule = "CLAIM-7"
    text = "The card {card} cannot pay for this."


# -- tickets -----------------------------------------------------------------------------------


class NoTicketsLeft(Refusal):
    rule = "TICK-3"
    text = "There are no tickets left to draw."


class TicketsNotOffered(Refusal):
    rule = "TICK-1"
    text = "These tickets are not on offer: {tickets}."


class TooFewTicketsKept(Refusal):
    rule = "TICK-1"
    text = "At least {keep} of the tickets on offer must be kept, not {kept}."


class MustNotPass(Refusal):
    rule = "TURN-2"
    text = "Passing is allowed only to a seat that can do nothing else."
