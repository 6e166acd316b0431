"""What was proved, who may look behind the seals, and who did."""

import uuid

from django.db import models

from games.models.accounts import Player
from games.models.games import Game


class Verification(models.Model):
    """How far a game's log has been proved, and whether it held."""

    game = models.OneToOneField(Game, primary_key=True, on_delete=models.CASCADE)
    version = models.PositiveIntegerField()
    hash = models.CharField(max_length=64)
    sound = models.BooleanField()
    failed = models.JSONField(default=list)  # the checks that failed
    at = models.DateTimeField()

    class Meta:
        indexes = [
            models.Index(fields=["at"], name="verified_at"),
            models.Index(fields=["game"], name="unsound", condition=models.Q(sound=False)),
        ]

    def __str__(self) -> str:
        return f"{'sound' if self.sound else 'unsound'} {self.game_id}"


class VerificationRun(models.Model):
    """One proof of the whole database; if it is interrupted, the next goes on with what is left."""

    since = models.DateTimeField(null=True)  # only games that moved since then
    begun_at = models.DateTimeField()
    done_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"run of {self.begun_at}"


class AuditAssignment(models.Model):
    """An administrator's word that this player may see everything of this game."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE)
    player = models.ForeignKey(Player, on_delete=models.CASCADE)
    assigned_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "player"], name="one_assignment_each")]

    def __str__(self) -> str:
        return f"{self.player_id} audits {self.game_id}"


class Look(models.Model):
    """An auditor looked behind the seals. Rows are only ever added; triggers refuse all else."""

    game = models.ForeignKey(Game, on_delete=models.PROTECT)
    player = models.ForeignKey(Player, on_delete=models.PROTECT)
    what = models.CharField(max_length=20)
    version = models.PositiveIntegerField()  # how far the log went then
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = [models.Index(fields=["game", "id"], name="look_list")]

    def __str__(self) -> str:
        return f"{self.player_id} looked at {self.what} of {self.game_id}"


class AuditRun(models.Model):
    """An audit that somebody ordered, done in the background with what they could see when they did."""

    class Status(models.TextChoices):
        WAITING = "waiting"
        RUNNING = "running"
        DONE = "done"
        FAILED = "failed"  # it could not be brought to an end; of the log that says nothing

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    game = models.ForeignKey(Game, on_delete=models.CASCADE)
    player = models.ForeignKey(Player, on_delete=models.CASCADE)
    seat = models.PositiveSmallIntegerField(null=True)
    sees_all = models.BooleanField()
    version = models.PositiveIntegerField()  # how far the log is audited
    hash = models.CharField(max_length=64)
    status = models.CharField(max_length=7, choices=Status.choices, default=Status.WAITING)
    at_check = models.CharField(max_length=20, blank=True)  # the check that is at work
    reached = models.PositiveIntegerField(default=0)  # and the seq it has come to
    report = models.JSONField(null=True)
    tries = models.PositiveSmallIntegerField(default=0)
    sent_at = models.DateTimeField()  # when a task was last sent for
    created_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["game", "player", "version", "sees_all"],
                condition=models.Q(finished_at=None),
                name="one_audit_at_once",
            )
        ]
        indexes = [
            models.Index(fields=["game", "player", "-created_at", "-id"], name="audit_list"),
            models.Index(fields=["sent_at"], name="audit_due", condition=models.Q(finished_at=None)),
        ]

    def __str__(self) -> str:
        return f"{self.status} audit of {self.game_id}"
