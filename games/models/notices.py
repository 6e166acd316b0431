"""Notices to players, and how far each game's log has been read for them."""

from django.db import models
from django.utils import timezone

from games.models.accounts import Player
from games.models.games import Game


class NotifierCursor(models.Model):
    """How far the notifier has read a game's log; a row of its own, so that no move waits for the notifier.

    It is deleted once the players know that the game is over. So this table holds only games with more to
    come, and a look through it costs the same however many games have ever been played.
    """

    game = models.OneToOneField(
        Game, primary_key=True, on_delete=models.CASCADE, related_name="notifier_cursor"
    )
    seq = models.PositiveIntegerField(default=0)  # the newest event that has been read
    at = models.DateTimeField(default=timezone.now)  # when its clocks were last looked at
    warn_at = models.DateTimeField(null=True)  # when a player has to be warned of a deadline

    class Meta:
        indexes = [
            models.Index(
                fields=["warn_at"], name="notifier_cursor_warn", condition=models.Q(warn_at__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} read up to {self.seq}"


class Inbox(models.Model):
    """The number of a player's newest notice. Whoever gives one locks this row until it is committed.

    So the numbers have no gap, and nobody who has read up to one will ever miss a smaller one.
    """

    player = models.OneToOneField(Player, primary_key=True, on_delete=models.CASCADE)
    last = models.PositiveBigIntegerField()

    def __str__(self) -> str:
        return f"{self.last} notices of {self.player_id}"


class Notice(models.Model):
    """Something a player should know. Rows are only ever added, and go with the account."""

    pk = models.CompositePrimaryKey("player_id", "number")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="notices", db_index=False)
    number = models.PositiveBigIntegerField()  # 1, 2, 3 … for each player
    kind = models.CharField(max_length=30)
    # No constraint: to check it the database would lock the game's row, and moves would wait. Games stay.
    game = models.ForeignKey(
        Game, null=True, on_delete=models.CASCADE, related_name="+", db_constraint=False, db_index=False
    )
    seq = models.PositiveIntegerField(null=True)
    at = models.DateTimeField()
    data = models.JSONField(default=dict)

    def __str__(self) -> str:
        return f"{self.kind}, {self.number} of {self.player_id}"
