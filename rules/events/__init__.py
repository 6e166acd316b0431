"""What happened at the table, in the players' words. Events of one game only live in that game's folder."""

from rules.events.base import EVENTS, Event, SeatEvent, event
from rules.events.cards import CardDrawn, CardsDealt, CardTaken, MarketFilled, MarketSwept
from rules.events.end import GameEnded, LastRoundBegan, ScoringBegan, SeatScored
from rules.events.routes import GoodsTaken, RouteClaimed
from rules.events.table import (
    FirstSeatDrawn,
    FirstSeatNamed,
    PileShuffled,
    TableSet,
    TurnBegan,
    TurnPassed,
)
from rules.events.tickets import (
    StartingTicketsKept,
    TicketsChosen,
    TicketsDealt,
    TicketsDrawn,
    TicketsKept,
)

__all__ = [
    "EVENTS",
    "CardDrawn",
    "CardTaken",
    "CardsDealt",
    "Event",
    "FirstSeatDrawn",
    "FirstSeatNamed",
    "GameEnded",
    "GoodsTaken",
    "LastRoundBegan",
    "MarketFilled",
    "MarketSwept",
    "PileShuffled",
    "RouteClaimed",
    "ScoringBegan",
    "SeatEvent",
    "SeatScored",
    "StartingTicketsKept",
    "TableSet",
    "TicketsChosen",
    "TicketsDealt",
    "TicketsDrawn",
    "TicketsKept",
    "TurnBegan",
    "TurnPassed",
    "event",
]
