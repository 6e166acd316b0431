"""The kinds of notices, each with what it carries; polls, streams and webhooks send the same."""

from __future__ import annotations

from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any, ClassVar, Final
from uuid import UUID

from games.http.json_objects import without_none
from games.models import Webhook
from rules.table.clock import timestamp

KINDS: Final[dict[str, type[Payload]]] = {}


@dataclass(frozen=True)
class Payload:
    """What a notice says beside the game it is about. A subclass is a kind, described by its docstring."""

    kind: ClassVar[str]
    about_game: ClassVar[bool] = True
    standing: ClassVar[bool] = True  # whether it also says how the game stands
    names_table: ClassVar[bool] = True  # whether its reader may know what the table is called
    in_log: ClassVar[bool] = True  # whether an event of the game caused it
    texts: ClassVar[dict[str, str]] = {}  # what the reference says of a member

    def __init_subclass__(cls) -> None:
        if cls.kind:
            KINDS[cls.kind] = cls

    @property
    def data(self) -> dict[str, Any]:
        return without_none({one.name: _plain(getattr(self, one.name)) for one in fields(self)})


def names_table(kind: str) -> bool:
    return kind not in KINDS or KINDS[kind].names_table


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return timestamp(value)
    return str(value) if isinstance(value, UUID | str) else value


@dataclass(frozen=True)
class YourTurn(Payload):
    """It is your turn to act."""

    kind = "game.your_turn"
    texts = {"seat": "Your seat.", "deadline": "Absent if the table has no clock."}
    seat: int
    deadline: datetime | None = None


@dataclass(frozen=True)
class Started(Payload):
    """The game has started."""

    kind = "game.started"
    texts = {"seat": "Your seat; absent if you do not have one."}
    seat: int | None


@dataclass(frozen=True)
class Finished(Payload):
    """The game is over."""

    kind = "game.finished"
    texts = {
        "seat": "Your seat; absent if you do not have one.",
        "scores": "The score of each seat.",
        "winners": "The seats that have won.",
    }
    seat: int | None
    scores: list[int]
    winners: list[int]


@dataclass(frozen=True)
class Closed(Payload):
    """The table was closed before the game started."""

    kind = "game.closed"
    texts = {"seat": "Your seat; absent if you do not have one."}
    seat: int | None


@dataclass(frozen=True)
class SomeoneSeated(Payload):
    """A seat was taken."""

    kind = "seat.taken"
    texts = {"seat": "The seat that was taken.", "bot": "The bot that took it; absent if it was a person."}
    seat: int
    bot: str | None = None


@dataclass(frozen=True)
class Removed(Payload):
    """The host has removed you from a table."""

    kind = "seat.cleared"
    standing = names_table = False  # a private table is no longer yours to see
    texts = {"seat": "The seat that you had."}
    seat: int


@dataclass(frozen=True)
class TimedOut(Payload):
    """Your time was up, and a stand-in decides for you once."""

    kind = "seat.timed_out"
    texts = {
        "seat": "Your seat.",
        "stand_in": "The bot that decides.",
        "strikes": "How often your time was up in this game.",
    }
    seat: int
    stand_in: str
    strikes: int


@dataclass(frozen=True)
class HandedOver(Payload):
    """A player ran out of time too often or has left, and a stand-in plays on; the player may be you."""

    kind = "seat.handed_over"
    texts = {"seat": "The seat that was handed over.", "stand_in": "The bot that plays it."}
    seat: int
    stand_in: str
    yours: bool


@dataclass(frozen=True)
class Resigned(Payload):
    """Another player has resigned, and a stand-in plays on."""

    kind = "seat.resigned"
    texts = {"seat": "The seat of that player.", "stand_in": "The bot that plays it."}
    seat: int
    stand_in: str


@dataclass(frozen=True)
class Returned(Payload):
    """Another player has taken a seat back from its stand-in."""

    kind = "seat.returned"
    texts = {"seat": "The seat of that player."}
    seat: int


@dataclass(frozen=True)
class VacationBegun(Payload):
    """Another player is away, and their clock stands."""

    kind = "vacation.began"
    texts = {"seat": "The seat of that player.", "until": "When their clock runs again at the latest."}
    seat: int
    until: datetime


@dataclass(frozen=True)
class VacationOver(Payload):
    """A player is back from their vacation, or it is over; then it may be yours."""

    kind = "vacation.ended"
    texts = {"seat": "The seat of that player."}
    seat: int


@dataclass(frozen=True)
class PauseAsked(Payload):
    """Another player proposes a pause, and you have to agree or decline."""

    kind = "pause.proposed"
    texts = {"seat": "The seat of that player.", "days": "How long it lasts at most."}
    seat: int
    days: int


@dataclass(frozen=True)
class PauseRefused(Payload):
    """A player has declined the pause that was proposed, or taken it back."""

    kind = "pause.declined"
    texts = {"seat": "The seat of that player."}
    seat: int


@dataclass(frozen=True)
class PauseBegun(Payload):
    """All players have agreed to a pause, and all clocks stand."""

    kind = "pause.began"
    texts = {"until": "When the clocks run again at the latest."}
    until: datetime


@dataclass(frozen=True)
class PauseEnding(Payload):
    """Another player has asked for the end of the pause, or it is over."""

    kind = "pause.ending"
    texts = {"seat": "The seat of that player; absent if the pause is over.", "until": "When the clocks run."}
    seat: int | None
    until: datetime


@dataclass(frozen=True)
class MoreTimeGiven(Payload):
    """An opponent has given you more time for your decision."""

    kind = "time.given"
    texts = {"seat": "The seat of that opponent."}
    seat: int
    seconds: int
    deadline: datetime


@dataclass(frozen=True)
class Asked(Payload):
    """Of a table at which you have no seat."""

    kind = ""
    standing = False
    in_log = False


@dataclass(frozen=True)
class Invited(Asked):
    """You are invited to a table."""

    kind = "game.invitation"
    texts = {
        "seat": "The seat that is held for you; absent if none is.",
        "expires_at": "Until when you can take a seat because of it.",
    }
    seat: int | None
    expires_at: datetime


@dataclass(frozen=True)
class RematchOpened(Asked):
    """Another player of a finished game has opened a rematch, and you are invited."""

    kind = "game.rematch"
    texts = {**Invited.texts, "rematch_of": "The game that is finished."}
    rematch_of: UUID
    seat: int | None
    expires_at: datetime


@dataclass(frozen=True)
class Declined(Asked):
    """A player whom you have invited to your table does not want to sit down."""

    kind = "game.declined"


@dataclass(frozen=True)
class MessageWritten(Payload):
    """Somebody has written a message at your table."""

    kind = "game.message"
    standing = False
    in_log = False
    texts = {"number": "Of the message.", "seat": "Of the author; absent for a host without a seat."}
    number: int
    seat: int | None


@dataclass(frozen=True)
class DeadlineNear(Payload):
    """Your deadline is near."""

    kind = "deadline.near"
    texts = {"seat": "Your seat."}
    seat: int
    deadline: datetime


@dataclass(frozen=True)
class FriendRequest(Payload):
    """A player asks to be your friend; `listFriends` says who."""

    kind = "friend.request"
    about_game = False


@dataclass(frozen=True)
class ClaimRequested(Payload):
    """A link was made with which a person adds a password or a passkey to your account."""

    kind = "account.claim_requested"
    about_game = False
    texts = {"token": "The token that made it. If you revoke the token, the link ends."}
    token: UUID


@dataclass(frozen=True)
class WebhookPaused(Payload):
    """The server has paused a webhook of yours."""

    kind = "webhook.paused"
    about_game = False
    texts = {"because": "Why; the same as `paused_because` of the webhook."}
    webhook: UUID
    because: Webhook.Pause
