"""What reaches players outside the API: their choices, their browsers and the outbox."""

import uuid

from django.contrib.postgres.fields import ArrayField
from django.db import models

from games.models.accounts import Player
from games.models.references import ACROSS, token_that_made_it


class Channel(models.TextChoices):
    """How a notice reaches a player outside the API."""

    EMAIL = "email"
    PUSH = "push"


class Language(models.TextChoices):
    ENGLISH = "en"
    POLISH = "pl"


class NotificationChoice(models.Model):
    """What a player wants to be sent. Without a row nothing is."""

    class Email(models.TextChoices):
        OFF = "off"
        EACH = "each"
        DAILY = "daily"  # one digest a day

    player = models.OneToOneField(Player, primary_key=True, on_delete=models.CASCADE, db_constraint=False)
    email = models.CharField(max_length=5, choices=Email.choices, default=Email.OFF)
    email_kinds = ArrayField(models.CharField(max_length=30), null=True)  # null: all, also those to come
    push = models.BooleanField(default=True)
    push_kinds = ArrayField(models.CharField(max_length=30), null=True)
    hour = models.SmallIntegerField(default=8)  # of the digest, in the time zone
    time_zone = models.CharField(max_length=64, default="UTC")
    language = models.CharField(max_length=2, choices=Language.choices, default=Language.ENGLISH)

    def __str__(self) -> str:
        return f"notifications of {self.player_id}"


class PushSubscription(models.Model):
    """A browser that shows notices, at the address its push service gave it (RFC 8030)."""

    pk = models.CompositePrimaryKey("player_id", "id")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+", **ACROSS)
    id = models.UUIDField(default=uuid.uuid4, editable=False)
    token = token_that_made_it(null=True)  # null: made on the page
    endpoint = models.CharField(max_length=500)
    p256dh = models.BinaryField()  # the public key of the browser
    auth = models.BinaryField()
    description = models.CharField(max_length=100, blank=True)
    created_at = models.DateTimeField()
    failures = models.IntegerField(default=0)  # since the last success

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "endpoint"], name="one_subscription")]

    def __str__(self) -> str:
        return f"push subscription {self.id}"


class Notification(models.Model):
    """One e-mail or one push: a row of the outbox, written in the transaction of the notices it carries."""

    class State(models.TextChoices):
        PENDING = "pending"
        SENT = "sent"  # the mail server or the push service has accepted it
        FAILED = "failed"  # refused for good, or not accepted for too long
        CANCELLED = "cancelled"  # the player no longer wants it

    pk = models.CompositePrimaryKey("player_id", "id")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+", **ACROSS)
    id = models.UUIDField(default=uuid.uuid4, editable=False)  # the same for every attempt
    channel = models.CharField(max_length=5, choices=Channel.choices)
    subscription = models.UUIDField(null=True)  # of a push
    digest_at = models.DateTimeField(null=True)  # of a digest: until then notices are added to it
    numbers = ArrayField(models.BigIntegerField())  # of the notices
    state = models.CharField(max_length=9, choices=State.choices, default=State.PENDING)
    attempts = models.IntegerField(default=0)
    next_attempt_at = models.DateTimeField()
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
                name="notification_due",
                condition=models.Q(state="pending"),
            ),
            models.Index(fields=["player", "channel", "created_at"], name="notification_lately"),
            models.Index(
                fields=["ended_at"], name="notification_old", condition=models.Q(ended_at__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.channel} {self.id}"
