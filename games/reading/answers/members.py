"""What several answers about games have in common."""

from __future__ import annotations

from typing import Annotated, Any

from games.http.answers import UNSET, Absent, Answer, Count, Hash, component, said, words

Seat = Count
Seats = list[Seat]
Status = Annotated[str, component("GameStatus")]
Moment = Annotated[str, component("Moment")]
View = Annotated[dict[str, Any], component("View")]
Event = Annotated[dict[str, Any], component("Event")]
Name = Annotated[Absent[str], said("That the host has given to the table; absent if there is none.")]
Source = Annotated[
    str, words(["played", "import"]), said("Whether the game was played on this server, or imported.")
]
Version = Annotated[Count, said("The seq of the newest event.")]
ToAct = Annotated[Seats, said("The seats that have to act.")]
Decision = Annotated[Absent[Moment], said("What you have to decide; absent if you do not have to act.")]
Head = Annotated[Hash, said("The hash of the newest event.")]


class Standing(Answer):
    """Which every answer about a game has."""

    version: Version
    hash: Head


class Turn(Answer):
    version: Version
    to_act: ToAct
    moment: Decision = UNSET


class NewEvent(Answer):
    event: Annotated[Any, component("Event")]  # first, and as JSON if many viewers share it
    version: Version
    to_act: ToAct
    moment: Decision = UNSET


class Position(Standing):
    status: Status
    to_act: Seats
