"""What the API says of the finished games that a search finds."""

from __future__ import annotations

from typing import Annotated, ClassVar

from games.http.answers import Answer, Count, Cursor, said, words
from games.reading import examples
from games.reading.answers import GameSummary
from games.search import models


class FoundGame(GameSummary):
    extends = True
    actions: Annotated[Count, said("How many decisions were made.")]
    ended: Annotated[str, words(models.History.Ended.values)]
    table: Annotated[str, words(models.History.Table.values)]


class FoundGameList(Answer):
    items: list[FoundGame]
    next: Cursor
    example: ClassVar = (
        "One game",
        {
            "items": [{**examples.SUMMARY, "actions": 97, "ended": "played_out", "table": "people"}],
            "next": None,
        },
    )
