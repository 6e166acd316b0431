"""What the API says of finished games: those that a search finds, and all of a ruleset together."""

from __future__ import annotations

from typing import Annotated, ClassVar

from games.http.answers import UNSET, Absent, Answer, Count, Cursor, Meta, field, said, words
from games.reading import examples
from games.reading.answers import GameSummary
from games.search import models

Rate = Annotated[float, Meta(ge=0, le=1)]
Table = Annotated[str, words(models.History.Table.values)]


class FoundGame(GameSummary):
    extends = True
    actions: Annotated[Count, said("How many decisions were made.")]
    ended: Annotated[str, words(models.History.Ended.values)]
    table: Table


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


class Measures(Answer):
    count: Annotated[Count, said("How many seats this rests on.")]
    win_rate: Annotated[
        Rate,
        said(
            "The part of them that won; a shared win counts in parts. A win is rarer at a larger "
            "table: where tables of several sizes are counted together, compare by `above`."
        ),
    ]
    points: Annotated[float, said("Their mean result.")]
    above: Annotated[float, said("By how much that is above the mean of their tables.")]


class PlaceMeasures(Measures):
    inline = True
    place: Count


class RouteMeasures(Measures):
    inline = True
    route: str


class ClaimMeasures(RouteMeasures):
    inline = True
    share: Annotated[Rate, said("The part of all games in which it was claimed.")]


class BeginningMeasures(Measures):
    inline = True
    actions: list[str]


class KeptMeasures(Measures):
    inline = True
    kept: Count


class TicketMeasures(Measures):
    inline = True
    ticket: str
    offered: Count
    keep_rate: Rate
    completed: Count
    success: Rate


class Column(Answer):
    inline = True
    from_: Count = field(name="from")
    to: Count
    games: Count


class Length(Answer):
    inline = True
    mean: Annotated[float, said("Decisions of a game.")]
    histogram: list[Column]


class SeatCount(Answer):
    inline = True
    seats: Count
    games: Count
    length: Annotated[float, said("Mean decisions of a game.")]
    order: list[PlaceMeasures]


class Openings(Answer):
    inline = True
    first_routes: list[RouteMeasures]
    beginnings: list[BeginningMeasures]
    starting_tickets: list[KeptMeasures]


_MEASURES = {"count": 412, "win_rate": 0.5316, "points": 34.2, "above": 1.4}
_KEPT = {"offered": 500, "keep_rate": 0.824, "completed": 300, "success": 0.7282}


class RulesetStatistics(Answer):
    ruleset: str
    table: Annotated[Absent[Table], said("Absent if all games count.")] = UNSET
    games: Annotated[Count, said("How many games this rests on.")]
    length: Length
    seats: list[SeatCount]
    openings: Openings
    tickets: list[TicketMeasures]
    routes: list[ClaimMeasures]
    example: ClassVar = (
        "London, 206 games of two",
        {
            "ruleset": "london@1",
            "games": 206,
            "length": {"mean": 71.5, "histogram": [{"from": 60, "to": 79, "games": 206}]},
            "seats": [{"seats": 2, "games": 206, "length": 71.5, "order": [{"place": 1, **_MEASURES}]}],
            "openings": {
                "first_routes": [{"route": "big-ben--waterloo--1", **_MEASURES}],
                "beginnings": [{"actions": ["card_drawn", "card_drawn", "route_claimed"], **_MEASURES}],
                "starting_tickets": [{"kept": 2, **_MEASURES}],
            },
            "tickets": [{"ticket": "t03", **_MEASURES, **_KEPT}],
            "routes": [{"route": "big-ben--waterloo--1", **_MEASURES, "share": 1.0}],
        },
    )
