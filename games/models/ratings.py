"""Results of games and ratings of players and bots."""

from django.db import models

from games.models.accounts import Player
from games.models.games import Game


class Rating(models.Model):
    """The strength of one player, or of one bot by name, in all versions of a game."""

    class Kind(models.TextChoices):
        PEOPLE = "people"
        BOTS = "bots"  # the server's, and accounts played by programs

    ruleset = models.CharField(max_length=40)  # without its version
    kind = models.CharField(max_length=6, choices=Kind.choices)
    player = models.ForeignKey(Player, null=True, on_delete=models.CASCADE, related_name="ratings")
    bot = models.CharField(max_length=40, blank=True)
    mean = models.FloatField()
    deviation = models.FloatField()
    rating = models.FloatField()  # a conservative estimate: the mean minus three deviations
    games = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)

    rank: int  # in a leaderboard; not stored

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["ruleset", "player"], condition=models.Q(bot=""), name="one_rating_a_player"
            ),
            models.UniqueConstraint(
                fields=["ruleset", "bot"], condition=~models.Q(bot=""), name="one_rating_a_bot"
            ),
            models.CheckConstraint(
                condition=models.Q(player=None) ^ models.Q(bot=""), name="rating_of_a_player_or_a_bot"
            ),
        ]
        indexes = [models.Index(fields=["ruleset", "kind", "-rating", "-id"], name="leaderboard")]

    def __str__(self) -> str:
        return f"{self.ruleset} {self.bot or self.player_id}"


class Result(models.Model):
    """The result of one seat, written once by the settlement."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="results")
    seat = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, null=True, on_delete=models.SET_NULL, related_name="results")
    bot = models.CharField(max_length=40, blank=True)
    rank = models.PositiveSmallIntegerField()
    score = models.IntegerField()
    won = models.BooleanField()
    finished = models.BooleanField(default=True)  # False: the player left the seat to a stand-in
    rating_before = models.FloatField(null=True)  # null: the game was not rated for this seat
    rating_after = models.FloatField(null=True)
    finished_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "seat"], name="one_result_a_seat")]
        indexes = [models.Index(fields=["player", "-finished_at", "-id"], name="results_of_a_player")]

    def __str__(self) -> str:
        return f"seat {self.seat} of {self.game_id}"
