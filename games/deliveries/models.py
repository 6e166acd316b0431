"""The outbox: messages to players outside the API, by webhook, e-mail and push, and the attempts to deliver.

A `ForeignKey` cannot point to a composite key, so the relations are `ForeignObject`s, which join two columns.
"""

import uuid
from datetime import timedelta
from typing import Final

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils import timezone

from games.placement import DistantKey

BOT_ACT: Final = "bot.act"  # a question: the response is the action


class PauseReason(models.TextChoices):
    """Why a receiver gets nothing more."""

    NONE = ""
    ASKED = "asked"  # by its owner
    FAILING = "failing"  # no success for long
    GONE = "gone"  # the receiver responded with 410
    OVERFULL = "overfull"  # too many pending deliveries
    TOKEN_ENDED = "token_ended"  # noqa: S105 (a reason: its token was revoked or has expired)


class Channel(models.TextChoices):
    WEBHOOK = "webhook"
    EMAIL = "email"
    PUSH = "push"


class Receiver(models.Model):
    """Where messages of a channel go. One that fails is left alone for a while."""

    failures = models.PositiveIntegerField(default=0)  # since the last success
    held_until = models.DateTimeField(null=True)  # nothing is sent there until then

    class Meta:
        abstract = True

    def hold(self, pause: timedelta | None) -> None:
        """It failed once more. The caller saves."""
        self.failures += 1
        self.held_until = timezone.now() + pause if pause else None

    def forgive(self) -> None:
        """The caller saves."""
        self.failures, self.held_until = 0, None


class Delivery(models.Model):
    """One message for one receiver. It refers to the log or to notices instead of copying them."""

    class State(models.TextChoices):
        PENDING = "pending"
        DELIVERED = "delivered"  # the receiver has accepted it
        FAILED = "failed"  # refused for good, or not accepted for too long
        CANCELLED = "cancelled"  # the message has become obsolete

    pk = models.CompositePrimaryKey("player_id", "id")
    player = models.ForeignKey("games.Player", on_delete=models.DO_NOTHING, related_name="+", db_index=False)
    id = models.UUIDField(default=uuid.uuid4, editable=False)  # the same for every attempt
    channel = models.CharField(max_length=7, choices=Channel.choices)
    receiver = models.UUIDField()  # the webhook or the push subscription; for an e-mail, the player
    webhook = models.ForeignObject(
        "games.Webhook",
        on_delete=models.DO_NOTHING,
        from_fields=["player", "receiver"],
        to_fields=["player", "id"],
        related_name="deliveries",
    )
    kind = models.CharField(max_length=30)
    game = DistantKey("games.Game", null=True, on_delete=models.CASCADE, related_name="+")
    seq = models.PositiveIntegerField(null=True)  # of the event, or the version at which it was created
    data = models.JSONField(null=True)  # null: it is read from the log or the notices when it is sent
    notices = ArrayField(models.BigIntegerField(), default=list)  # their numbers, of an e-mail or a push
    digest_at = models.DateTimeField(null=True)  # of a digest: until then notices are added to it
    state = models.CharField(max_length=10, choices=State.choices, default=State.PENDING)
    attempts = models.PositiveIntegerField(default=0)
    next_attempt_at = models.DateTimeField(null=True)
    leased_until = models.DateTimeField(null=True)  # a worker is sending it until then
    created_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["player", "digest_at"],
                name="one_digest_a_day",
                condition=models.Q(digest_at__isnull=False),
            )
        ]
        indexes = [
            models.Index(
                fields=["channel", "next_attempt_at"],
                name="delivery_next",
                condition=models.Q(state="pending"),
            ),
            models.Index(
                fields=["player", "receiver", "next_attempt_at", "seq"],
                name="delivery_due",
                condition=models.Q(state="pending"),
            ),
            models.Index(
                fields=["leased_until"],
                name="delivery_leased",
                condition=models.Q(leased_until__isnull=False),
            ),
            models.Index(fields=["player", "receiver", "-created_at", "-id"], name="delivery_list"),
            models.Index(
                fields=["ended_at"], name="delivery_old", condition=models.Q(ended_at__isnull=False)
            ),
            # So many e-mails and pushes a day.
            models.Index(
                fields=["player", "created_at"],
                name="delivery_of_day",
                condition=~models.Q(channel="webhook"),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.id}"


class Attempt(models.Model):
    """One request to a webhook and its response."""

    pk = models.CompositePrimaryKey("player_id", "delivery_id", "number")
    player = models.ForeignKey("games.Player", on_delete=models.DO_NOTHING, related_name="+", db_index=False)
    delivery_id = models.UUIDField()
    number = models.PositiveIntegerField()
    delivery = models.ForeignObject(
        Delivery,
        on_delete=models.DO_NOTHING,
        from_fields=["player", "delivery_id"],
        to_fields=["player", "id"],
        related_name="log",
    )
    at = models.DateTimeField()
    milliseconds = models.PositiveIntegerField()
    url = models.CharField(max_length=500)
    headers = models.JSONField()  # without the signature
    version = models.PositiveIntegerField(null=True)  # of the game, in a question
    status = models.PositiveSmallIntegerField(null=True)
    response = models.BinaryField()  # encrypted: the beginning of the body, and the error

    def __str__(self) -> str:
        return f"attempt {self.number} of {self.delivery_id}"


class Standing(models.Model):
    """How the receivers of a player have answered on a channel, and when they were last served."""

    pk = models.CompositePrimaryKey("player_id", "channel")
    player = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="+", db_index=False)
    channel = models.CharField(max_length=7, choices=Channel.choices)
    served_at = models.DateTimeField()
    # Others come first until then; null: until a receiver has answered quickly for the first time.
    trusted_from = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"standing of {self.player_id}, {self.channel}"
