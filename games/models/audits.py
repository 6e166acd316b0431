"""What was proved, who may look behind the seals, and who did."""

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

    def __str__(self) -> str:
        return f"{'sound' if self.sound else 'unsound'} {self.game_id}"


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
