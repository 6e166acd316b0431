"""What players are told, and how far each game's log has been read for it."""

from django.db import models
from django.utils import timezone

from games.models.accounts import Player
from games.models.games import Game


class Telling(models.Model):
    """How far a game has been told of. It is a row of its own: telling and moving never wait for each other.

    It goes when the game is over and that has been told. So this table knows only games with more to tell,
    and looking through it costs the same however many have ever been played.
    """

    game = models.OneToOneField(Game, primary_key=True, on_delete=models.CASCADE, related_name="telling")
    seq = models.PositiveIntegerField(default=0)  # the newest event that has been told
    at = models.DateTimeField(default=timezone.now)  # when its clocks were last looked at
    warn_at = models.DateTimeField(null=True)  # when a player has to be warned of a deadline

    class Meta:
        indexes = [
            models.Index(fields=["warn_at"], name="telling_warn", condition=models.Q(warn_at__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} told up to {self.seq}"


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
