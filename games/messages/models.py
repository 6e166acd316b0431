"""What players write at a table: messages to each other, and notes for themselves. The log has neither."""

from django.db import models

from games.placement import DistantKey


class Message(models.Model):
    """A message to the players of a game. A deleted one keeps its number and loses its text."""

    class Deleted(models.TextChoices):
        NO = ""
        AUTHOR = "author"
        OPERATOR = "operator"

    pk = models.CompositePrimaryKey("game_id", "number")
    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, related_name="+", db_index=False)
    number = models.PositiveIntegerField()  # 1, 2, 3 … at each table
    player = models.ForeignKey(
        "games.Player", null=True, on_delete=models.SET_NULL, related_name="+", db_index=False
    )
    seat = models.PositiveSmallIntegerField(null=True)  # of the author; null: the host without a seat
    text = models.TextField(blank=True)
    at = models.DateTimeField()
    deleted = models.CharField(max_length=8, choices=Deleted.choices, blank=True, default="")

    class Meta:
        indexes = [models.Index(fields=["player", "at"], name="messages_of_a_player")]

    def __str__(self) -> str:
        return f"message {self.number} of {self.game_id}"


class Report(models.Model):
    """A player finds that an operator should look at a message."""

    pk = models.CompositePrimaryKey("game_id", "number", "player_id")
    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, related_name="+", db_index=False)
    number = models.PositiveIntegerField()  # of the message
    player = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="+", db_index=False)
    reason = models.CharField(max_length=500)
    at = models.DateTimeField()

    class Meta:
        indexes = [
            models.Index(fields=["-at"], name="reports_newest"),
            models.Index(fields=["player"], name="reports_of_a_player"),
        ]

    def __str__(self) -> str:
        return f"report of message {self.number} of {self.game_id}"


class Note(models.Model):
    """What a player writes down about a game, for their own eyes."""

    pk = models.CompositePrimaryKey("player_id", "game_id")
    player = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="+", db_index=False)
    game = DistantKey("games.Game", on_delete=models.CASCADE, related_name="+")
    text = models.TextField()
    changed_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"note of {self.player_id} on {self.game_id}"
