"""Due work that has failed."""

from django.db import models


class Setback(models.Model):
    """Work of one sort has failed at this version of a game. Most games never have one."""

    class Work(models.TextChoices):
        BOTS = "bots"
        SETTLEMENTS = "settlements"
        DEADLINES = "deadlines"
        SEARCH = "search"
        NOTICES = "notices"

    pk = models.CompositePrimaryKey("game_id", "work")
    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, db_index=False)
    work = models.CharField(max_length=11, choices=Work.choices)
    version = models.PositiveIntegerField()
    failures = models.PositiveIntegerField()  # in a row
    since = models.DateTimeField()
    because = models.TextField()
    retry_at = models.DateTimeField()  # it is not tried before

    def __str__(self) -> str:
        return f"setback of {self.game_id}: {self.work}"
