"""Why not: every refusal is a type with a code, a rule number, a sentence and data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from rules.declare import stable_name
from rules.plural import counted

REFUSALS: dict[str, type[Refusal]] = {}


class Refusal(Exception):
    """An action that may not be done. Nothing has changed.

    `title` describes the kind. `text` describes this case and may name the data in braces, a number with
    what it counts: `{needed:card}` reads "1 card" or "2 cards". Neither may reveal what the asking seat
    does not know.
    """

    rule: ClassVar[str] = "TURN-1"
    title: ClassVar[str] = ""  # by default the text
    text: ClassVar[str]
    code: ClassVar[str]
    kinds: ClassVar[dict[str, type[Refusal]]] = REFUSALS  # where every kind is listed
    game: str = ""  # the id of the game whose rule it is, where the caller has noted it

    def __init_subclass__(cls) -> None:
        """A class without a text is a family of kinds; a subclass of a kind is a special case of it.

        A special case may have a text of its own and shares everything else, its code and title included.
        """
        if not hasattr(cls, "text") or (hasattr(cls, "code") and "code" not in cls.__dict__):
            return
        cls.code = cls.__dict__.get("code") or stable_name(cls)
        cls.title = cls.title or cls.text
        cls.kinds[cls.code] = cls

    def __init__(self, **data: Any) -> None:
        super().__init__(filled(self.text, data))
        self.data = data

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{k}={v!r}' for k, v in self.data.items())})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (type(self), self.data)


def filled(text: str, data: Mapping[str, Any]) -> str:
    """The text with the data that it names in braces."""
    return text.format(**{name: _Said(value) for name, value in data.items()})


class _Said:
    """A value as it stands in a sentence."""

    def __init__(self, value: object) -> None:
        self.value = value

    def __format__(self, noun: str) -> str:
        if noun:
            return counted(self.value, noun)
        if isinstance(self.value, (list, tuple)):
            return ", ".join(map(str, self.value)) or "none"
        return "none" if self.value is None else str(self.value)


def _rebuild(cls: type[Refusal], data: dict[str, Any]) -> Refusal:
    return cls(**data)


# -- asking at all -----------------------------------------------------------------------------


class Malformed(Refusal):
    title = "The action cannot be read."
    text = "The action cannot be read: {problem}."


class UnknownSeat(Refusal):
    title = "There is no such seat at this table."
    text = "There is no seat {seat} at this table."


class UnknownAction(Refusal):
    title = "This game has no such action."
    text = "This game has no action {action}."


class PlayIsOver(Refusal):
    rule = "END-2"
    text = "Play is over; nothing more can be done at this table."


class PlayIsNotOver(Refusal):
    rule = "END-2"
    text = "Play is not over yet, so there is nothing to score."


class NotYourTurn(Refusal):
    title = "It is not your turn."
    text = "It is not the turn of seat {seat}; the table is waiting for seat {to_act}."


class AlreadyChosen(Refusal):
    rule = "SET-4"
    title = "You have already chosen."
    text = "Seat {seat} has already chosen; the table is waiting for the others."


class NotNow(Refusal):
    title = "This cannot be done now."
    text = "This cannot be done now: the table is waiting for `{expected}`."


class WrongSeatCount(Refusal):
    rule = "SET-1"
    title = "The game is not played with this number of seats."
    text = "{ruleset} is played with {fewest} to {most} seats, not {seats}."


class UnknownOption(Refusal):
    rule = "SET-6"
    title = "The game has no such option."
    text = "{ruleset} has no option {option}; its options: {options}."


class WrongOption(Refusal):
    rule = "SET-6"
    title = "The option does not have this choice."
    text = "The option {option} cannot be {value}; its choices: {choices}."


# -- cards -------------------------------------------------------------------------------------


class UnknownPile(Refusal):
    rule = "DRAW-1"
    title = "There is no such pile."
    text = "There is no pile {pile}; the piles: {piles}."


class PileEmpty(Refusal):
    rule = "DRAW-6"
    title = "The pile and its discards are empty."
    text = "The pile {pile} and its discards are empty."


class NotInMarket(Refusal):
    rule = "DRAW-1"
    title = "This card is not in the market."
    text = "There is no {card} card in the market."


class WildAsSecondCard(Refusal):
    rule = "DRAW-4"
    text = "A wild may not be taken from the market as the second card."


class NoCardsToDraw(Refusal):
    rule = "DRAW-8"
    text = "All piles and discards are empty, so no cards can be drawn."


class WrongRefill(Refusal):
    rule = "DRAW-2"
    title = "The market cannot be refilled from this pile."
    text = "The pile that refills the market must be one of: {choices}; given: {refill}."


class CardsNotHeld(Refusal):
    rule = "CLAIM-2"
    title = "You do not hold these cards."
    text = "You do not hold these cards: {missing}."


# -- routes ------------------------------------------------------------------------------------


class UnknownRoute(Refusal):
    rule = "CLAIM-1"
    title = "There is no such route on this board."
    text = "There is no route {route} on this board."


class RouteTaken(Refusal):
    rule = "CLAIM-1"
    title = "The route is already claimed."
    text = "The route {route} is already claimed by seat {owner}."


class DoubleClosed(Refusal):
    rule = "CLAIM-5"
    title = "The route is closed because its twin is claimed."
    text = "The route {route} is closed: its twin {twin} is claimed by seat {owner}."


class NotEnoughPieces(Refusal):
    rule = "CLAIM-3"
    title = "You do not have enough pieces for this route."
    text = "The route takes {needed:piece} ({piece}); you have {left}."


class WrongNumberOfCards(Refusal):
    rule = "CLAIM-2"
    title = "The route takes another number of cards."
    text = "The route takes {needed:card}, not {given}."


class MixedColors(Refusal):
    rule = "CLAIM-2"
    title = "The cards must all be of one color."
    text = "The cards must all be of one color, not {colors}."


class WrongColor(Refusal):
    rule = "CLAIM-2"
    title = "The route takes another color."
    text = "The route takes {needed}, not {given}."


class UnknownCard(Refusal):
    rule = "CLAIM-2"
    title = "There is no such card in this game."
    text = "There is no card {card} in this game."


class WrongSortOfCard(Refusal):
    rule = "CLAIM-7"
    title = "This card cannot pay for this route."
    text = "The card {card} cannot pay for this route."


# -- tickets -----------------------------------------------------------------------------------


class NoTicketsLeft(Refusal):
    rule = "TICK-3"
    text = "There are no tickets left to draw."


class TicketsNotOffered(Refusal):
    rule = "TICK-1"
    title = "These tickets are not on offer."
    text = "These tickets are not on offer: {tickets}."


class TooFewTicketsKept(Refusal):
    rule = "TICK-1"
    title = "Too few tickets are kept."
    text = "Keep at least {keep:ticket}, not {kept}."


class MustNotPass(Refusal):
    rule = "TURN-2"
    text = "You may pass only when you can do nothing else."
