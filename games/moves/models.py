"""What is kept of requests with an Idempotency-Key."""

from django.db import models

from games.fields import HashField
from games.placement import DistantKey


class KeptAnswer(models.Model):
    """The outcome of a request about a game with an Idempotency-Key, kept to repeat the response."""

    pk = models.CompositePrimaryKey("game_id", "player_id", "key")
    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, related_name="+", db_index=False)
    player = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="+", db_index=False)
    key = models.CharField(max_length=64)
    fingerprint = HashField()  # of the method, the path and the body
    first_seq = models.PositiveIntegerField()
    last_seq = models.PositiveIntegerField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = [models.Index(fields=["created_at"], name="kept_answer_old")]

    def __str__(self) -> str:
        return f"{self.key} of {self.player_id}"


class KeptOpening(models.Model):
    """The same for a request that opens a table: it has no game yet, so it is placed with its player."""

    pk = models.CompositePrimaryKey("player_id", "key")
    player = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="+", db_index=False)
    key = models.CharField(max_length=64)
    fingerprint = HashField()
    game = DistantKey("games.Game", on_delete=models.CASCADE, related_name="+")
    last_seq = models.PositiveIntegerField()  # the first is 1
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = [models.Index(fields=["created_at"], name="kept_opening_old")]

    def __str__(self) -> str:
        return f"{self.key} of {self.player_id}"
