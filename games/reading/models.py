"""What lets a player see a game that others cannot see, and the log of auditors' accesses."""

import uuid

from django.db import models
from django.utils import timezone

from games.fields import HashField
from proof.looks import NOTHING


class Invitation(models.Model):
    """An invitation that nobody has accepted. Accepting deletes it, and so does time."""

    class Status(models.TextChoices):
        OPEN = "open"
        DECLINED = "declined"
        WITHDRAWN = "withdrawn"

    pk = models.CompositePrimaryKey("game_id", "player_id")
    game = models.ForeignKey(
        "games.Game", on_delete=models.CASCADE, related_name="invitations", db_index=False
    )
    player = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="+", db_index=False)
    inviter = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="+", db_index=False)
    status = models.CharField(max_length=9, choices=Status.choices, default=Status.OPEN)
    seat = models.PositiveSmallIntegerField(null=True)  # held for the player; the log says so too
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()

    class Meta:
        indexes = [
            models.Index(
                fields=["player", "-created_at", "-game"],
                name="invitations_of_a_player",
            ),
            models.Index(fields=["inviter", "created_at"], name="invitations_sent"),
            models.Index(fields=["expires_at"], name="invitations_old"),
            models.Index(fields=["expires_at"], name="seats_held", condition=models.Q(seat__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.status} invitation of {self.player_id} to {self.game_id}"

    @property
    def state(self) -> str:
        is_over = self.status == self.Status.OPEN and self.expires_at <= timezone.now()
        return "expired" if is_over else self.status


class AuditAssignment(models.Model):
    """An administrator's permission for this player to see everything of this game."""

    pk = models.CompositePrimaryKey("game_id", "player_id")
    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, db_index=False)
    player = models.ForeignKey("games.Player", on_delete=models.CASCADE, db_index=False)
    assigned_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = [models.Index(fields=["player"], name="assignments_of_a_player")]

    def __str__(self) -> str:
        return f"{self.player_id} audits {self.game_id}"


class Look(models.Model):
    """An access of an auditor to sealed information. Append-only, enforced by the database."""

    pk = models.CompositePrimaryKey("game_id", "at", "id")
    game = models.ForeignKey("games.Game", on_delete=models.PROTECT, db_index=False)
    at = models.DateTimeField()
    id = models.UUIDField(default=uuid.uuid4)
    number = models.IntegerField(db_default=0)  # in the list of the game, from 1
    player = models.ForeignKey("games.Player", on_delete=models.PROTECT, db_index=False)
    what = models.CharField(max_length=20)
    version = models.PositiveIntegerField()  # of the game at that time
    account = HashField(db_default="")  # a commitment to the auditor, whose salt dies with the account
    hash = HashField(db_default="")  # over the one before it (`proof.looks`)

    class Meta:
        indexes = [models.Index(fields=["player"], name="looks_of_a_player")]

    def __str__(self) -> str:
        return f"{self.player_id} looked at {self.what} of {self.game_id}"


class LookList(models.Model):
    """How far the looks at a game have come. Each look locks it."""

    game = models.OneToOneField("games.Game", primary_key=True, on_delete=models.CASCADE)
    count = models.IntegerField(default=0)
    hash = HashField(default=NOTHING)  # of the last look
    due = models.DateTimeField(null=True)  # when this is to enter the public log

    class Meta:
        indexes = [
            models.Index(fields=["due"], name="looks_due", condition=models.Q(due__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.count} looks at {self.game_id}"
