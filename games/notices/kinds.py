"""The kinds of notices, each with what it carries; polls, streams and webhooks send the same."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, ClassVar, Final
from uuid import UUID

import msgspec

from games.deliveries.models import PauseReason
from games.http.answers import UNSET, Absent, Answer, Count, Time, said, words
from rules.table.clock import timestamp

KINDS: Final[dict[str, type[Payload]]] = {}

Yours = Annotated[Count, said("Your seat.")]
YoursIfAny = Annotated[Absent[Count], said("Your seat; absent if you do not have one.")]
Theirs = Annotated[Count, said("The seat of that player.")]
StandIn = Annotated[str, said("The bot that plays it.")]

# What examples have in common.
_NOW: Final = {"version": 24, "to_act": [0]}
_OVER: Final = {"version": 4, "to_act": []}
_MINE: Final = {"seat": 0, **_NOW, "moment": "turn"}
_UNTIL: Final = {"deadline": "2026-02-01T18:00:00.000000Z"}
_INVITED: Final = {"seat": 1, "expires_at": "2026-02-07T18:00:00.000000Z"}


class Payload(Answer):
    """What a notice says beside the game it is about. A subclass is a kind, described by its docstring.

    Its sample is the whole of the data: where the game stands is added when the notice is given.
    """

    kind: ClassVar[str] = ""
    about_game: ClassVar[bool] = True
    standing: ClassVar[bool] = True  # whether it also says how the game stands
    names_table: ClassVar[bool] = True  # whether its reader may know what the table is called
    in_log: ClassVar[bool] = True  # whether an event of the game caused it
    sample: ClassVar[dict[str, Any]] = {}

    def __init_subclass__(cls) -> None:
        if cls.kind:
            KINDS[cls.kind] = cls

    @property
    def data(self) -> dict[str, Any]:
        found = msgspec.to_builtins(self, builtin_types=(datetime,))
        return {name: timestamp(one) if isinstance(one, datetime) else one for name, one in found.items()}


def names_table(kind: str) -> bool:
    return kind not in KINDS or KINDS[kind].names_table


class YourTurn(Payload):
    """It is your turn to act."""

    kind = "game.your_turn"
    seat: Yours
    deadline: Annotated[Absent[Time], said("Absent if the table has no clock.")] = UNSET
    sample = {**_MINE, **_UNTIL}


class Started(Payload):
    """The game has started."""

    kind = "game.started"
    seat: YoursIfAny = UNSET
    sample = {**_MINE, "moment": "starting_tickets"}


class Finished(Payload):
    """The game is over."""

    kind = "game.finished"
    seat: YoursIfAny = UNSET
    scores: Annotated[list[int], said("The score of each seat.")]
    winners: Annotated[list[int], said("The seats that have won.")]
    sample = {"seat": 0, "scores": [41, 29], "winners": [0], "version": 318, "to_act": []}


class Closed(Payload):
    """The table was closed before the game started."""

    kind = "game.closed"
    seat: YoursIfAny = UNSET
    sample = {"seat": 0, **_OVER}


class SomeoneSeated(Payload):
    """A seat was taken."""

    kind = "seat.taken"
    seat: Annotated[Count, said("The seat that was taken.")]
    bot: Annotated[Absent[str], said("The bot that took it; absent if it was a person.")] = UNSET
    sample = {"seat": 1, "bot": "random", **_OVER}


class Removed(Payload):
    """The host has removed you from a table."""

    kind = "seat.cleared"
    standing = names_table = False  # a private table is no longer yours to see
    seat: Annotated[Count, said("The seat that you had.")]
    sample = {"seat": 1}


class TimedOut(Payload):
    """Your time was up, and a stand-in decides for you once."""

    kind = "seat.timed_out"
    seat: Yours
    stand_in: Annotated[str, said("The bot that decides.")]
    strikes: Annotated[int, said("How often your time was up in this game.")]
    sample = {"seat": 0, "stand_in": "planner", "strikes": 1, **_NOW}


class HandedOver(Payload):
    """A player ran out of time too often or has left, and a stand-in plays on; the player may be you."""

    kind = "seat.handed_over"
    seat: Annotated[Count, said("The seat that was handed over.")]
    stand_in: StandIn
    yours: bool
    sample = {"seat": 1, "stand_in": "planner", "yours": False, **_NOW}


class Resigned(Payload):
    """Another player has resigned, and a stand-in plays on."""

    kind = "seat.resigned"
    seat: Theirs
    stand_in: StandIn
    sample = {"seat": 1, "stand_in": "planner", **_NOW}


class Returned(Payload):
    """Another player has taken a seat back from its stand-in."""

    kind = "seat.returned"
    seat: Theirs
    sample = {"seat": 1, **_NOW}


class VacationBegun(Payload):
    """Another player is away, and their clock stands."""

    kind = "vacation.began"
    seat: Theirs
    until: Annotated[Time, said("When their clock runs again at the latest.")]
    sample = {"seat": 1, "until": "2026-02-07T18:00:00.000000Z", **_NOW}


class VacationOver(Payload):
    """A player is back from their vacation, or it is over; then it may be yours."""

    kind = "vacation.ended"
    seat: Theirs
    sample = {"seat": 1, **_NOW}


class PauseAsked(Payload):
    """Another player proposes a pause, and you have to agree or decline."""

    kind = "pause.proposed"
    seat: Theirs
    days: Annotated[int, said("How long it lasts at most.")]
    sample = {"seat": 1, "days": 14, **_NOW}


class PauseRefused(Payload):
    """A player has declined the pause that was proposed, or taken it back."""

    kind = "pause.declined"
    seat: Theirs
    sample = {"seat": 1, **_NOW}


class PauseBegun(Payload):
    """All players have agreed to a pause, and all clocks stand."""

    kind = "pause.began"
    until: Annotated[Time, said("When the clocks run again at the latest.")]
    sample = {"until": "2026-02-14T18:00:00.000000Z", **_NOW}


class PauseEnding(Payload):
    """Another player has asked for the end of the pause, or it is over."""

    kind = "pause.ending"
    seat: Annotated[Absent[Count], said("The seat of that player; absent if the pause is over.")] = UNSET
    until: Annotated[Time, said("When the clocks run.")]
    sample = {"seat": 1, "until": "2026-02-03T18:00:00.000000Z", **_NOW}


class MoreTimeGiven(Payload):
    """An opponent has given you more time for your decision."""

    kind = "time.given"
    seat: Annotated[Count, said("The seat of that opponent.")]
    seconds: int
    deadline: Time
    sample = {"seat": 1, "seconds": 3600, **_UNTIL, **_NOW}


class Asked(Payload):
    """Of a table at which you have no seat."""

    standing = False
    in_log = False


class SeatOffered(Asked):
    seat: Annotated[Absent[Count], said("The seat that is held for you; absent if none is.")] = UNSET
    expires_at: Annotated[Time, said("Until when you can take a seat because of it.")]


class Invited(SeatOffered):
    """You are invited to a table."""

    kind = "game.invitation"
    sample = _INVITED


class RematchOpened(SeatOffered):
    """Another player of a finished game has opened a rematch, and you are invited."""

    kind = "game.rematch"
    rematch_of: Annotated[UUID, said("The game that is finished.")]
    sample = {"rematch_of": "5d0f1c6e-93a8-4b55-9f0d-0a5b8c7d2e11", **_INVITED}


class Declined(Asked):
    """A player whom you have invited to your table does not want to sit down."""

    kind = "game.declined"


class MessageWritten(Payload):
    """Somebody has written a message at your table."""

    kind = "game.message"
    standing = False
    in_log = False
    number: Annotated[int, said("Of the message.")]
    seat: Annotated[Absent[Count], said("Of the author; absent for a host without a seat.")] = UNSET
    sample = {"number": 3, "seat": 1}


class DeadlineNear(Payload):
    """Your deadline is near."""

    kind = "deadline.near"
    seat: Yours
    deadline: Time
    sample = YourTurn.sample


class FriendRequest(Payload):
    """A player asks to be your friend; `listFriends` says who."""

    kind = "friend.request"
    about_game = False


class ClaimRequested(Payload):
    """A link was made with which a person adds a password or a passkey to your account."""

    kind = "account.claim_requested"
    about_game = False
    token: Annotated[UUID, said("The token that made it. If you revoke the token, the link ends.")]


class PausedByServer(Payload):
    """The server has paused a webhook of yours."""

    kind = "webhook.paused"
    about_game = False
    webhook: UUID
    because: Annotated[
        str,
        words(filter(None, PauseReason.values)),
        said("Why; the same as `paused_because` of the webhook."),
    ]
