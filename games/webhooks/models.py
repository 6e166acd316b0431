"""Webhooks. They belong to the player."""

import uuid

from django.contrib.postgres.fields import ArrayField
from django.db import models

from games.accounts.models import token_that_made_it
from games.deliveries.models import BOT_ACT, PauseReason, Receiver
from games.placement import DistantKey


class Webhook(Receiver):
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
        BOT_ACT = BOT_ACT

    pk = models.CompositePrimaryKey("player_id", "id")
    player = models.ForeignKey(
        "games.Player", on_delete=models.CASCADE, related_name="webhooks", db_index=False
    )
    id = models.UUIDField(default=uuid.uuid4, editable=False)
    token = token_that_made_it()  # it sees what this token may see
    url = models.CharField(max_length=500)
    kinds = ArrayField(models.TextField())  # as the body of the request was checked, so not by the column
    game = DistantKey(
        "games.Game", null=True, on_delete=models.CASCADE, related_name="+"
    )  # null: all of the player's games
    description = models.CharField(max_length=100, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    # encrypted, not hashed: signing needs the secret itself
    secret = models.CharField(max_length=300)
    previous_secret = models.CharField(max_length=300, blank=True)
    previous_until = models.DateTimeField(null=True)

    paused_at = models.DateTimeField(null=True)
    paused_because = models.CharField(max_length=12, choices=PauseReason.choices, blank=True, default="")

    failing_since = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"webhook {self.id}"
