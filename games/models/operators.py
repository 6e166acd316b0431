"""What operators have done to players and tables."""

from django.db import models

from games.models.accounts import Player
from games.models.games import Game
from games.models.references import ACROSS


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
        INSPECT = "inspect"  # read the evidence of conduct

    deed = models.CharField(max_length=10, choices=Deed.choices)
    player = models.ForeignKey(Player, null=True, on_delete=models.PROTECT, related_name="+", **ACROSS)
    game = models.ForeignKey(Game, null=True, on_delete=models.PROTECT, related_name="+", **ACROSS)
    operator = models.CharField(max_length=150)  # a user of the admin pages, or the account of the machine
    reason = models.TextField()
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = [models.Index(fields=["game", "id"], name="deeds_of_a_game")]

    def __str__(self) -> str:
        return f"{self.operator}: {self.deed} {self.player_id or self.game_id}"
