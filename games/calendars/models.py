"""Calendar feeds: a private address that shows a player's deadlines."""

from django.db import models

from games.accounts.models import token_that_made_it


class Calendar(models.Model):
    """The address of a player's feed. Only its SHA-256 is stored, as of a token."""

    player = models.OneToOneField("games.Player", primary_key=True, on_delete=models.CASCADE)
    token = token_that_made_it(null=True)  # null: made on the page
    digest = models.CharField(max_length=64)
    created_at = models.DateTimeField()

    class Meta:
        # Not unique: a distributed table cannot promise it, and 32 random bytes do not repeat.
        indexes = [models.Index(fields=["digest"], name="calendar_digest")]

    def __str__(self) -> str:
        return f"calendar of {self.player_id}"
