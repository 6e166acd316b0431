"""Games in lists, and what the whole of a game has in common with them."""

from __future__ import annotations

from typing import Annotated, ClassVar

from games.http.answers import UNSET, Absent, Answer, Count, Cursor, Id, Timestamp, component, said
from games.reading import examples
from games.reading.answers.members import Head, Name, Seat, Seats, Source, Status, ToAct, Version
from games.reading.answers.seats import TableSeat
from games.reading.links import GameLinks


class Clock(Answer):
    """How long a decision may take; empty if the table has no clock."""

    per_action: Annotated[Absent[Count], said("The seconds for each decision.")] = UNSET
    bank: Annotated[Absent[Count], said("The seconds for all decisions, instead of `per_action`.")] = UNSET
    increment: Annotated[Absent[Count], said("The seconds that each decision adds to the bank.")] = UNSET
    vacation_days: Annotated[
        Absent[Count],
        said("The days for which each player can be away; their clock stands meanwhile."),
    ] = UNSET
    strikes: Annotated[Absent[Count], said("After so many time-outs a stand-in takes over the seat.")] = UNSET


class Table(Answer):
    id: Id  # first, where programs without a JSON parser look for it
    version: Version
    hash: Head
    status: Status
    to_act: ToAct
    ruleset: Annotated[str, said("The game that is played and its version, such as `london@1`.")]
    visibility: Annotated[str, component("Visibility"), said("Who may see the table.")]
    test: Annotated[bool, said("Whether it is a test table, which does not count.")]
    seats: Annotated[list[TableSeat], said("All seats in order, taken or not.")]
    options: Annotated[dict[str, str], said("The options of the ruleset, as chosen for this table.")]
    clock: Clock
    host: Annotated[
        Absent[str], said("The name of the player who opened the table; absent if there is none any more.")
    ] = UNSET
    name: Name = UNSET
    source: Source
    deadline: Annotated[
        Absent[Timestamp], said("When the first seat runs out of time; absent if no clock runs.")
    ] = UNSET
    created_at: Annotated[
        Timestamp, said("When the table was opened or, for an import, when it was imported.")
    ]
    started_at: Annotated[Absent[Timestamp], said("When the game started; absent for an import.")] = UNSET
    finished_at: Annotated[Absent[Timestamp], said("When the game ended; absent for an import.")] = UNSET
    links: GameLinks


class GameSummary(Table):
    ruleset_title: Annotated[str, said("The name of the game that is played, such as `London`.")]
    speed: Annotated[str, component("Speed"), said("How much time the clock leaves the players.")]
    scores: Annotated[Absent[list[int]], said("The final score of each seat, once it is counted.")] = UNSET
    winners: Annotated[Absent[Seats], said("The seats that have won, once the scores are counted.")] = UNSET
    moved_at: Annotated[Timestamp, said("When the newest event happened.")]
    seat: Annotated[Absent[Seat], said("Your own seat; only among your games.")] = UNSET
    my_turn: Annotated[Absent[bool], said("Whether the game waits for you; only among your games.")] = UNSET
    example: ClassVar = ("A table", examples.SUMMARY)


class GameList(Answer):
    items: list[GameSummary]
    next: Cursor
    example: ClassVar = ("Games", {"items": [examples.SUMMARY, examples.FINISHED], "next": None})


class MyGameList(Answer):
    items: list[GameSummary]
    next: Cursor
    example: ClassVar = (
        "What waits for you",
        {"items": [{**examples.SUMMARY, "seat": 0, "my_turn": False}], "next": None},
    )
