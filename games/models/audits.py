"""Audits, audit assignments and the log of auditors' accesses."""

import uuid

from django.db import models

from games.models.accounts import Player
from games.models.fields import HashField
from games.models.games import Game
from games.models.references import ACROSS


class Verification(models.Model):
    """The most recent audit of a game's log, and whether it passed."""

    game = models.OneToOneField(Game, primary_key=True, on_delete=models.CASCADE)
    version = models.PositiveIntegerField()
    hash = HashField()
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
    """One audit of the whole database. If it is interrupted, the next run resumes it."""

    since = models.DateTimeField(null=True)  # only games with events since then
    nightly = models.BooleanField(default=False)  # only games that have changed since their last audit
    begun_at = models.DateTimeField()
    done_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"run of {self.begun_at}"


class AuditAssignment(models.Model):
    """An administrator's permission for this player to see everything of this game."""

    pk = models.CompositePrimaryKey("game_id", "player_id")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, db_index=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, **ACROSS)
    assigned_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = [models.Index(fields=["player"], name="assignments_of_a_player")]

    def __str__(self) -> str:
        return f"{self.player_id} audits {self.game_id}"


class Look(models.Model):
    """An access of an auditor to sealed information. Append-only, enforced by the database."""

    pk = models.CompositePrimaryKey("game_id", "at", "id")
    game = models.ForeignKey(Game, on_delete=models.PROTECT, db_index=False)
    at = models.DateTimeField(auto_now_add=True)
    id = models.UUIDField(default=uuid.uuid4)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, **ACROSS)
    what = models.CharField(max_length=20)
    version = models.PositiveIntegerField()  # of the game at that time

    class Meta:
        indexes = [models.Index(fields=["player"], name="looks_of_a_player")]

    def __str__(self) -> str:
        return f"{self.player_id} looked at {self.what} of {self.game_id}"


class AuditRun(models.Model):
    """A background audit, from what its player could see when they ordered it."""

    class Status(models.TextChoices):
        WAITING = "waiting"
        RUNNING = "running"
        DONE = "done"
        FAILED = "failed"  # it could not be completed, which says nothing about the log

    pk = models.CompositePrimaryKey("game_id", "id")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, db_index=False)
    id = models.UUIDField(default=uuid.uuid4, editable=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, **ACROSS)
    seat = models.PositiveSmallIntegerField(null=True)
    sees_all = models.BooleanField()
    version = models.PositiveIntegerField()  # the last event to audit
    hash = HashField()
    status = models.CharField(max_length=7, choices=Status.choices, default=Status.WAITING)
    at_check = models.CharField(max_length=20, blank=True)  # the check in progress
    reached = models.PositiveIntegerField(default=0)  # and the seq it has reached
    report = models.JSONField(null=True)
    tries = models.PositiveSmallIntegerField(default=0)
    sent_at = models.DateTimeField()  # when a task was last dispatched
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
            models.Index(fields=["player"], name="audits_of_a_player"),
            models.Index(fields=["sent_at"], name="audit_due", condition=models.Q(finished_at=None)),
            models.Index(fields=["player"], name="audits_waiting", condition=models.Q(finished_at=None)),
            models.Index(
                fields=["finished_at"], name="audit_old", condition=models.Q(finished_at__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.status} audit of {self.game_id}"
