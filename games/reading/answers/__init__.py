"""What the API says of games."""

from games.reading.answers.games import Game, game_answer
from games.reading.answers.log import (
    ActionList,
    EventList,
    Outcome,
    Preview,
    actions_answer,
    entries_answer,
    fresh_actions,
    outcome_answer,
    preview_answer,
    turn,
)
from games.reading.answers.members import Event, Name, NewEvent, Source, Standing, Status, Turn
from games.reading.answers.seats import TableSeat, seat_answer
from games.reading.answers.tables import Clock, GameList, GameSummary, MyGameList
from games.reading.links import game_links, links, stream_address

__all__ = [
    "ActionList",
    "Clock",
    "Event",
    "EventList",
    "Game",
    "GameList",
    "GameSummary",
    "MyGameList",
    "Name",
    "NewEvent",
    "Outcome",
    "Preview",
    "Source",
    "Standing",
    "Status",
    "TableSeat",
    "Turn",
    "actions_answer",
    "entries_answer",
    "fresh_actions",
    "game_answer",
    "game_links",
    "links",
    "outcome_answer",
    "preview_answer",
    "seat_answer",
    "stream_address",
    "turn",
]
