"""Webhooks, their deliveries and the attempts to deliver. All of them belong to the player.

A `ForeignKey` cannot point to a composite key, so the relations are `ForeignObject`s, which join two columns.
The constraints between the three tables are in the migrations.
"""

import uuid

from django.contrib.postgres.fields import ArrayField
from django.db import models

from games.models.accounts import Player
from games.models.games import Game
from games.models.references import ACROSS, token_that_made_it


class Webhook(models.Model):
    class Kind(models.TextChoices):
        YOUR_TURN = "game.your_turn"
        STARTED = "game.started"
        FINISHED = "game.finished"
        EVENT = "game.event"
        CLOSED = "game.closed"
        SEAT_TAKEN = "seat.taken"
        SEAT_CLEARED = "seat.cleared"
        SEAT_TIMED_OUT = "seat.timed_out"
        SEAT_HANDED_OVER = "seat.handed_over"
        SEAT_RESIGNED = "seat.resigned"
        SEAT_RETURNED = "seat.returned"
        VACATION_BEGAN = "vacation.began"
        VACATION_ENDED = "vacation.ended"
        PAUSE_PROPOSED = "pause.proposed"
        PAUSE_DECLINED = "pause.declined"
        PAUSE_BEGAN = "pause.began"
        PAUSE_ENDING = "pause.ending"
        TIME_GIVEN = "time.given"
        INVITATION = "game.invitation"
        DECLINED = "game.declined"
        REMATCH = "game.rematch"
        MESSAGE = "game.message"
        DEADLINE_NEAR = "deadline.near"
        FRIEND_REQUEST = "friend.request"
        BOT_ACT = "bot.act"  # a question: the response is the action

    class Pause(models.TextChoices):
        NONE = ""
        ASKED = "asked"  # by its owner
        FAILING = "failing"  # no success for long
        GONE = "gone"  # the receiver responded with 410
        OVERFULL = "overfull"  # too many pending deliveries
        TOKEN_ENDED = "token_ended"  # noqa: S105 (a reason: its token was revoked or has expired)

    pk = models.CompositePrimaryKey("player_id", "id")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="webhooks", **ACROSS)
    id = models.UUIDField(default=uuid.uuid4, editable=False)
    token = token_that_made_it()  # it sees what this token may see
    url = models.CharField(max_length=500)
    kinds = ArrayField(models.CharField(max_length=20, choices=Kind.choices))
    game = models.ForeignKey(
        Game, null=True, on_delete=models.CASCADE, related_name="+", **ACROSS
    )  # null: all of the player's games
    description = models.CharField(max_length=100, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    # encrypted, not hashed: signing needs the secret itself
    secret = models.CharField(max_length=300)
    previous_secret = models.CharField(max_length=300, blank=True)
    previous_until = models.DateTimeField(null=True)

    paused_at = models.DateTimeField(null=True)
    paused_because = models.CharField(max_length=12, choices=Pause.choices, blank=True, default="")

    # the state of the receiver
    failures = models.PositiveIntegerField(default=0)  # since the last success
    failing_since = models.DateTimeField(null=True)
    held_until = models.DateTimeField(null=True)  # nothing is sent to a failing receiver until then
    # Others come first until then; null: until it has answered quickly for the first time.
    trusted_from = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"webhook {self.id}"


class Delivery(models.Model):
    """One message for one webhook. It refers to the log instead of copying it."""

    class State(models.TextChoices):
        PENDING = "pending"
        DELIVERED = "delivered"
        FAILED = "failed"  # every attempt failed, and no more will be made
        CANCELLED = "cancelled"  # the message has become obsolete

    pk = models.CompositePrimaryKey("player_id", "id")
    player = models.ForeignKey(Player, on_delete=models.DO_NOTHING, related_name="+", **ACROSS)
    id = models.UUIDField(default=uuid.uuid4, editable=False)
    webhook_id = models.UUIDField()
    webhook = models.ForeignObject(
        Webhook,
        on_delete=models.DO_NOTHING,
        from_fields=["player", "webhook_id"],
        to_fields=["player", "id"],
        related_name="deliveries",
    )
    kind = models.CharField(max_length=20)
    game = models.ForeignKey(Game, null=True, on_delete=models.CASCADE, related_name="+", **ACROSS)
    seq = models.PositiveIntegerField(null=True)  # of the event, or the version at which it was created
    data = models.JSONField(null=True)  # null: it is read from the log when it is sent
    state = models.CharField(max_length=10, choices=State.choices, default=State.PENDING)
    attempts = models.PositiveIntegerField(default=0)
    next_attempt_at = models.DateTimeField(null=True)
    leased_until = models.DateTimeField(null=True)  # a worker is sending it until then
    created_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(
                fields=["player", "webhook_id", "next_attempt_at", "seq"],
                name="delivery_due",
                condition=models.Q(state="pending"),
            ),
            models.Index(
                fields=["leased_until"],
                name="delivery_leased",
                condition=models.Q(leased_until__isnull=False),
            ),
            models.Index(fields=["player", "webhook_id", "-created_at", "-id"], name="delivery_list"),
            models.Index(
                fields=["ended_at"], name="delivery_old", condition=models.Q(ended_at__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.id}"


class Attempt(models.Model):
    """One request of a delivery and its response."""

    pk = models.CompositePrimaryKey("player_id", "delivery_id", "number")
    player = models.ForeignKey(Player, on_delete=models.DO_NOTHING, related_name="+", **ACROSS)
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
