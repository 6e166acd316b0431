"""Notices to players, and the notifier's position in each game's log."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils import timezone

from games.placement import DistantKey


class NotifierCursor(models.Model):
    """How far the notifier has read a game's log. A separate row, so that actions never wait for it.

    It is deleted once the players have been notified of the end. So the table contains only games that can
    still have notices, and scanning it costs the same however many games were ever played.
    """

    game = models.OneToOneField(
        "games.Game", primary_key=True, on_delete=models.CASCADE, related_name="notifier_cursor"
    )
    seq = models.PositiveIntegerField(default=0)  # the newest event that has been read
    at = models.DateTimeField(default=timezone.now)  # when its clocks were last checked
    head_at = models.DateTimeField(default=timezone.now)  # when a head last went to the public log
    warn_at = models.DateTimeField(null=True)  # when a player has to be warned of a deadline
    # Players with a webhook for this game. Webhooks are placed by player: a search by game asks every node.
    watchers = ArrayField(models.UUIDField(), default=list)

    class Meta:
        indexes = [
            models.Index(
                fields=["warn_at"], name="notifier_cursor_warn", condition=models.Q(warn_at__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} read up to {self.seq}"


class Inbox(models.Model):
    """The numbers of a player's notices, and the lock on the player (`log.locks`).

    Creating a notice locks this row until the commit. So the numbers have no gaps, and a client that has
    read up to one never misses a smaller one.
    """

    player = models.OneToOneField("games.Player", primary_key=True, on_delete=models.CASCADE)
    last = models.PositiveBigIntegerField()  # the newest
    forgotten = models.PositiveBigIntegerField(db_default=0)  # the newest of those no longer kept

    def __str__(self) -> str:
        return f"{self.last} notices of {self.player_id}"


class Notice(models.Model):
    """Something a player should know. Rows are never changed; they are deleted after `NOTICES_KEPT`."""

    pk = models.CompositePrimaryKey("player_id", "number")
    player = models.ForeignKey(
        "games.Player", on_delete=models.CASCADE, related_name="notices", db_index=False
    )
    number = models.PositiveBigIntegerField()  # 1, 2, 3 … for each player
    kind = models.CharField(max_length=30)
    game = DistantKey("games.Game", null=True, on_delete=models.CASCADE, related_name="+")
    seq = models.PositiveIntegerField(null=True)
    at = models.DateTimeField()
    data = models.JSONField(default=dict)

    class Meta:
        indexes = [models.Index(fields=["at"], name="notice_old")]

    def __str__(self) -> str:
        return f"{self.kind}, {self.number} of {self.player_id}"
