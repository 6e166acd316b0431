"""Webhooks, their deliveries and the attempts to deliver."""

import uuid

from django.contrib.postgres.fields import ArrayField
from django.db import models

from games.models.accounts import Player, Token
from games.models.games import Game


class Webhook(models.Model):
    class Kind(models.TextChoices):
        YOUR_TURN = "game.your_turn"
        STARTED = "game.started"
        FINISHED = "game.finished"
        EVENT = "game.event"
        SEAT_TAKEN = "seat.taken"
        DEADLINE_NEAR = "deadline.near"
        BOT_ACT = "bot.act"  # a question: the response is the action

    class Pause(models.TextChoices):
        NONE = ""
        ASKED = "asked"  # by its owner
        FAILING = "failing"  # no success for long
        GONE = "gone"  # the receiver responded with 410
        OVERFULL = "overfull"  # too many pending deliveries
        TOKEN_ENDED = "token_ended"  # noqa: S105 (a reason: its token was revoked or has expired)

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="webhooks")
    # It sees what this token may see. No constraint: the token may be revoked, and the webhook ends with it.
    token = models.ForeignKey(Token, on_delete=models.DO_NOTHING, related_name="+", db_constraint=False)
    url = models.CharField(max_length=500)
    kinds = ArrayField(models.CharField(max_length=20, choices=Kind.choices))
    game = models.ForeignKey(
        Game, null=True, on_delete=models.CASCADE, related_name="webhooks"
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

    class Meta:
        indexes = [
            models.Index(fields=["player", "created_at", "id"], name="webhook_list"),
            models.Index(fields=["game"], name="webhook_of_game", condition=models.Q(game__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"webhook {self.id}"


class Delivery(models.Model):
    """One message for one webhook. It refers to the log instead of copying it."""

    class State(models.TextChoices):
        PENDING = "pending"
        DELIVERED = "delivered"
        FAILED = "failed"  # every attempt failed, and no more will be made
        CANCELLED = "cancelled"  # the message has become obsolete

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    webhook = models.ForeignKey(Webhook, on_delete=models.DO_NOTHING, related_name="deliveries")
    kind = models.CharField(max_length=20)
    # No constraint: checking it would lock the game's row and delay actions. Games are never deleted.
    game = models.ForeignKey(
        Game, null=True, on_delete=models.CASCADE, related_name="+", db_constraint=False, db_index=False
    )
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
                fields=["webhook", "next_attempt_at", "seq"],
                name="delivery_due",
                condition=models.Q(state="pending"),
            ),
            models.Index(
                fields=["leased_until"],
                name="delivery_leased",
                condition=models.Q(leased_until__isnull=False),
            ),
            models.Index(fields=["webhook", "-created_at", "-id"], name="delivery_list"),
            models.Index(
                fields=["ended_at"], name="delivery_old", condition=models.Q(ended_at__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.id}"


class Attempt(models.Model):
    """One request of a delivery and its response."""

    delivery = models.ForeignKey(Delivery, on_delete=models.DO_NOTHING, related_name="log")
    number = models.PositiveIntegerField()
    at = models.DateTimeField()
    milliseconds = models.PositiveIntegerField()
    url = models.CharField(max_length=500)
    headers = models.JSONField()  # without the signature
    version = models.PositiveIntegerField(null=True)  # of the game, in a question
    status = models.PositiveSmallIntegerField(null=True)
    answer = models.TextField(blank=True)  # its beginning
    error = models.CharField(max_length=300, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["delivery", "number"], name="one_row_an_attempt")]

    def __str__(self) -> str:
        return f"attempt {self.number} of {self.delivery_id}"
