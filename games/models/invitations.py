"""Invitations of named players to tables. The log has only the seats that are held for them."""

from django.db import models
from django.utils import timezone

from games.models.accounts import Player
from games.models.games import Game
from games.models.references import ACROSS


class Invitation(models.Model):
    """An invitation that nobody has accepted. Accepting deletes it, and so does time."""

    class Status(models.TextChoices):
        OPEN = "open"
        DECLINED = "declined"
        WITHDRAWN = "withdrawn"

    pk = models.CompositePrimaryKey("game_id", "player_id")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="invitations", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+", **ACROSS)
    inviter = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+", **ACROSS)
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
