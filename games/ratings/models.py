"""Results of games and ratings of players and bots."""

from typing import Final
from uuid import UUID, uuid5

from django.db import models

from proof.ratings import rule
from proof.ratings.rule import Change, Strength

NAMESPACE: Final = UUID("0f3c2e6e-2f0a-4c6e-9d2b-6f8f1b0a7c55")  # of the ids of bots


def bot_id(name: str) -> UUID:
    """A bot of the server has no account; its ratings are found and placed by this id."""
    return uuid5(NAMESPACE, name)


class Rating(models.Model):
    """The strength of one player, or of one bot by name, in all versions of a game."""

    class Kind(models.TextChoices):
        PEOPLE = rule.PEOPLE
        BOTS = rule.BOTS

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
    rating = models.FloatField()  # `Strength.rating`, by which leaderboards are ordered
    games = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)
    left = models.PositiveIntegerField(db_default=0)  # games of which a stand-in played the end; not rated

    rated_at = models.DateTimeField(null=True)  # when the newest of its rated games ended

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

    @property
    def strength(self) -> Strength:
        return Strength(self.mean, self.deviation)

    @strength.setter
    def strength(self, new: Strength) -> None:
        self.mean, self.deviation, self.rating = *new, new.rating


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
    kind = models.CharField(max_length=6, choices=Rating.Kind.choices, default=Rating.Kind.PEOPLE)
    # What the game did to the rating; null: it was not rated for this seat.
    mean_before = models.FloatField(null=True)
    deviation_before = models.FloatField(null=True)
    mean_after = models.FloatField(null=True)
    deviation_after = models.FloatField(null=True)
    finished_at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["player", "-finished_at", "-game"], name="results_of_a_player")]

    def __str__(self) -> str:
        return f"seat {self.seat} of {self.game_id}"

    @property
    def change(self) -> Change | None:
        numbers = self.mean_before, self.deviation_before, self.mean_after, self.deviation_after
        mean, deviation, new_mean, new_deviation = numbers
        if mean is None or deviation is None or new_mean is None or new_deviation is None:
            return None
        return Change(Strength(mean, deviation), Strength(new_mean, new_deviation))

    @change.setter
    def change(self, change: Change | None) -> None:
        self.mean_before, self.deviation_before = change.before if change else (None, None)
        self.mean_after, self.deviation_after = change.after if change else (None, None)

    @property
    def rating_before(self) -> float | None:
        return self.change.before.rating if self.change else None

    @property
    def rating_after(self) -> float | None:
        return self.change.after.rating if self.change else None
