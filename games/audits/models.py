"""Audits, imports and what operators have done."""

from django.db import models

from games.fields import HashField
from games.placement import DistantKey


class Verification(models.Model):
    """The most recent audit of a game's log, and whether it passed."""

    game = models.OneToOneField("games.Game", primary_key=True, on_delete=models.CASCADE)
    version = models.PositiveIntegerField()
    hash = HashField()
    sound = models.BooleanField()
    failed = models.JSONField(default=list)  # the checks that failed
    unpublished = models.BooleanField(db_default=False)  # the public log did not have all of it yet
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


class Import(models.Model):
    """Which log a player has imported as which game. The same log again is the same import."""

    pk = models.CompositePrimaryKey("player_id", "origin", "hash")
    player = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="+", db_index=False)
    origin = models.UUIDField()  # the id in the log
    hash = HashField()  # of its last event
    game = DistantKey("games.Game", on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["player", "at"], name="imports_of_a_player")]

    def __str__(self) -> str:
        return f"import {self.game_id} of {self.player_id}"


class OperatorDeed(models.Model):
    """An operator intervened. Append-only, enforced by the database."""

    class Deed(models.TextChoices):
        SUSPEND = "suspend"
        REINSTATE = "reinstate"
        RENAME = "rename"
        GIVE_BACK = "give_back"
        CLOSE = "close"
        HIDE = "hide"
        SHOW = "show"
        UNSAY = "unsay"
        DISMISS = "dismiss"
        CLEAR_NAME = "clear_name"
        GRANT_TOKEN = "grant_token"  # noqa: S105
        GRANT_AUDIT = "grant_audit"
        ASSIGN_AUDIT = "assign_audit"
        WITHDRAW_AUDIT = "withdraw_audit"
        RELEASE = "release"
        REBUILD = "rebuild"
        INDEX = "index"
        ROTATE_KEY = "rotate_key"
        REGISTER_APP = "register_app"
        CHANGE_OPERATOR = "change_operator"

    deed = models.CharField(max_length=16, choices=Deed.choices)
    player = DistantKey("games.Player", null=True, on_delete=models.PROTECT, related_name="+")
    game = DistantKey("games.Game", null=True, on_delete=models.PROTECT, related_name="+")
    operator = models.CharField(max_length=150)  # a user of the admin pages, or the account of the machine
    reason = models.TextField()
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = [models.Index(fields=["game", "id"], name="deeds_of_a_game")]

    def __str__(self) -> str:
        return f"{self.operator}: {self.deed} {self.player_id or self.game_id}"
