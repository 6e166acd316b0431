"""The kinds of notices, each with what it carries; polls, streams and webhooks send the same."""

from __future__ import annotations

from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any, ClassVar, Final
from uuid import UUID

from games.http.json_objects import without_none
from games.log.store import timestamp
from games.models import Webhook
from games.table.status import Status

KINDS: Final[dict[str, type[Payload]]] = {}


@dataclass(frozen=True)
class Payload:
    """What a notice says beside the game it is about. A subclass is a kind, described by its docstring."""

    kind: ClassVar[str]
    about_game: ClassVar[bool] = True
    texts: ClassVar[dict[str, str]] = {}  # what the reference says of a member

    def __init_subclass__(cls) -> None:
        KINDS[cls.kind] = cls

    @property
    def data(self) -> dict[str, Any]:
        return without_none({one.name: _plain(getattr(self, one.name)) for one in fields(self)})


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
    """The game is over, or the table was closed before the game started."""

    kind = "game.finished"
    texts = {
        "seat": "Your seat; absent if you do not have one.",
        "scores": "The score of each seat; absent if the game was never started.",
        "winners": "The seats that have won; absent if the game was never started.",
    }
    seat: int | None
    status: Status
    scores: list[int] | None = None
    winners: list[int] | None = None


@dataclass(frozen=True)
class SomeoneSeated(Payload):
    """A seat was taken."""

    kind = "seat.taken"
    texts = {"seat": "The seat that was taken.", "bot": "The bot that took it; absent if it was a person."}
    seat: int
    bot: str | None = None


@dataclass(frozen=True)
class DeadlineNear(Payload):
    """Your deadline is near."""

    kind = "deadline.near"
    texts = {"seat": "Your seat."}
    seat: int
    deadline: datetime


@dataclass(frozen=True)
class WebhookPaused(Payload):
    """The server has paused a webhook of yours."""

    kind = "webhook.paused"
    about_game = False
    texts = {"because": "Why; the same as `paused_because` of the webhook."}
    webhook: UUID
    because: Webhook.Pause
