"""Results of games and ratings of players and bots."""

from typing import Final
from uuid import UUID, uuid5

from django.db import models

BOTS: Final = UUID("0f3c2e6e-2f0a-4c6e-9d2b-6f8f1b0a7c55")  # the namespace of the ids of bots


def bot_id(name: str) -> UUID:
    """A bot of the server has no account; its ratings are found and placed by this id."""
    return uuid5(BOTS, name)


class Rating(models.Model):
    """The strength of one player, or of one bot by name, in all versions of a game."""

    class Kind(models.TextChoices):
        PEOPLE = "people"
        BOTS = "bots"  # the server's, and accounts played by programs

    pk = models.CompositePrimaryKey("rated", "ruleset")
    rated = models.UUIDField()  # the id of the player, or `bot_id`
    ruleset = models.CharField(max_length=40)  # without its version
    kind = models.CharField(max_length=6, choices=Kind.choices)
    player = models.ForeignKey(
        "games.Player", null=True, on_delete=models.CASCADE, related_name="ratings", db_index=False
    )
    bot = models.CharField(max_length=40, blank=True)
    mean = models.FloatField()
    deviation = models.FloatField()
    rating = models.FloatField()  # a conservative estimate: the mean minus three deviations
    games = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)
    left = models.PositiveIntegerField(db_default=0)  # games of which a stand-in played the end; not rated

    rank: int  # in a leaderboard; not stored

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(player=None) ^ models.Q(bot=""), name="rating_of_a_player_or_a_bot"
            ),
            models.CheckConstraint(
                condition=models.Q(player=None) | models.Q(player=models.F("rated")),
                name="rating_placed_with_its_player",
            ),
        ]
        indexes = [
            models.Index(
                fields=["ruleset", "kind", "-rating", "-rated"],
                name="leaderboard",
                condition=models.Q(games__gt=0),
            )
        ]

    def __str__(self) -> str:
        return f"{self.ruleset} {self.bot or self.player_id}"


class Result(models.Model):
    """The result of one seat, written once by the settlement."""

    pk = models.CompositePrimaryKey("game_id", "seat")
    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, related_name="results", db_index=False)
    seat = models.PositiveSmallIntegerField()
    player = models.ForeignKey(
        "games.Player", null=True, on_delete=models.SET_NULL, related_name="results", db_index=False
    )
    bot = models.CharField(max_length=40, blank=True)
    rank = models.PositiveSmallIntegerField()
    score = models.IntegerField()
    won = models.BooleanField()
    finished = models.BooleanField(default=True)  # False: the player left the seat to a stand-in
    rating_before = models.FloatField(null=True)  # null: the game was not rated for this seat
    rating_after = models.FloatField(null=True)
    finished_at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["player", "-finished_at", "-game"], name="results_of_a_player")]

    def __str__(self) -> str:
        return f"seat {self.seat} of {self.game_id}"
