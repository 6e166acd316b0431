"""A carrier: how messages of one channel reach a player outside the API."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from django.conf import settings

from games.deliveries.models import Channel, Delivery, Receiver
from games.work.broker import wake

TASKS: Final = {  # they send what is due
    Channel.WEBHOOK: "deliver_webhooks",
    Channel.EMAIL: "send_mail",
    Channel.PUSH: "send_pushes",
}
# Later a message is useless: the clock sends each of these tasks as often, or more often.
GOOD_FOR_SECONDS: Final = 5
MANY: Final = 1000  # more than there are
SHUT: Final = """
EXISTS (
    SELECT FROM {table} receiver WHERE receiver.player_id = waiting.player_id
    AND receiver.id = waiting.receiver AND (receiver.held_until > %(now)s OR {closed})
)
"""


@dataclass(frozen=True, slots=True)
class Verdict:
    """A final state, or when to try again."""

    state: str = ""  # empty: try again
    at_most: timedelta | None = None  # the longest pause; what has one is never given up


DELIVERED: Final = Verdict(Delivery.State.DELIVERED)
FAILED: Final = Verdict(Delivery.State.FAILED)
CANCELLED: Final = Verdict(Delivery.State.CANCELLED)
LATER: Final = Verdict()


class Carrier:
    name: Channel
    workers: int = MANY  # at most so many send at once, over all machines, so that some are left for others
    per_player: int = 1  # and so many to the receivers of one player
    batch: int = 1  # messages that one worker takes at once, all for one receiver
    alone: Sequence[str] = ()  # kinds of which it takes one
    receivers: type[Receiver] | None = None  # None: they are never left alone
    closed: str = "false"  # SQL: whether a `receiver` gets nothing now, for another reason than failures

    @property
    def shut(self) -> str:
        """SQL: whether a `waiting` receiver gets nothing now, and its messages wait."""
        table = self.receivers and self.receivers._meta.db_table
        return SHUT.format(table=table, closed=self.closed) if table else "false"

    def seconds(self) -> float:
        """The longest that an attempt may take."""
        longest: float = settings.WEBHOOK_TIMEOUT.total_seconds()
        return longest

    def begin(self, batch: Sequence[Delivery]) -> None:
        """Prepare for these messages, all for one receiver."""

    def render(self, row: Delivery) -> Any | None:
        """The message to send; None if it has become obsolete."""
        raise NotImplementedError

    def send(self, row: Delivery, message: Any) -> Any:
        """Send it, without a transaction. Returns what `judge` needs."""
        raise NotImplementedError

    def judge(self, row: Delivery, message: Any, answer: Any) -> Verdict:
        """Decide what became of it, in the transaction that records it. Here: as `send` says."""
        outcome: Verdict = answer
        return outcome

    def later(self, row: Delivery) -> Verdict:
        """What becomes of it if our own code fails, or a worker dies over it."""
        return LATER


def wake_senders(channel: Channel) -> None:
    wake(TASKS[channel], expires=GOOD_FOR_SECONDS)
