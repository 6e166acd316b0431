"""Who has left a table."""

from django.db import models


class Removal(models.Model):
    """Who has left an open table or was removed from it. The log has only the seat.

    The notifier looks here for whom to tell, and deletes the rows when the table is no longer open.
    """

    pk = models.CompositePrimaryKey("game_id", "seq")
    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, related_name="+", db_index=False)
    seq = models.PositiveIntegerField()  # of the event
    player = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="+", db_index=False)

    def __str__(self) -> str:
        return f"removal of {self.player_id} from {self.game_id}"
