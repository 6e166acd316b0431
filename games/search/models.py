"""What finished public games are found by. All of it follows from the logs."""

from django.contrib.postgres.fields import ArrayField
from django.db import models


class HistoryDue(models.Model):
    """A game that has ended and is not to be found yet, or that was hidden and still is."""

    game = models.OneToOneField("games.Game", primary_key=True, on_delete=models.CASCADE)
    at = models.DateTimeField()  # since when

    class Meta:
        indexes = [models.Index(fields=["at"], name="history_due")]

    def __str__(self) -> str:
        return f"history of {self.game_id}, due"


class History(models.Model):
    """A game in a few columns."""

    class Ended(models.TextChoices):
        PLAYED_OUT = "played_out"  # by those who sat down
        RESIGNED = "resigned"  # somebody gave up the seat
        HANDED_OVER = "handed_over"  # somebody ran out of time too often

    class Table(models.TextChoices):
        PEOPLE = "people"  # in every seat
        MIXED = "mixed"
        BOTS = "bots"  # in every seat, accounts played by programs among them

    game = models.OneToOneField("games.Game", primary_key=True, on_delete=models.CASCADE)
    ended_at = models.DateTimeField()
    ruleset = models.CharField(max_length=40)
    seats = models.PositiveSmallIntegerField()
    actions = models.PositiveIntegerField()  # how many decisions were made
    winners = models.PositiveSmallIntegerField()
    ended = models.CharField(max_length=11, choices=Ended.choices)
    table = models.CharField(max_length=6, choices=Table.choices)

    class Meta:
        indexes = [
            models.Index(fields=["-ended_at", "-game"], name="history_newest"),
            models.Index(fields=["ruleset", "-ended_at", "-game"], name="history_by_ruleset"),
            models.Index(fields=["ended", "-ended_at", "-game"], name="history_by_end"),
            models.Index(fields=["table", "-ended_at", "-game"], name="history_by_table"),
            models.Index(fields=["seats", "-ended_at", "-game"], name="history_by_seats"),
            models.Index(fields=["actions"], name="history_by_length"),
            models.Index(
                fields=["-ended_at", "-game"], name="history_shared", condition=models.Q(winners__gt=1)
            ),
        ]

    def __str__(self) -> str:
        return f"history of {self.game_id}"


class Finding(models.Model):
    """That something happened in a game: a route was claimed, a ticket failed, a bot played."""

    pk = models.CompositePrimaryKey("game_id", "kind", "subject")
    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, related_name="findings", db_index=False)
    kind = models.CharField(max_length=20)
    subject = models.CharField(max_length=200, blank=True)  # the route, the ticket, the place, the bot
    ruleset = models.CharField(max_length=40)
    ended_at = models.DateTimeField()  # of the game
    seats = ArrayField(models.PositiveSmallIntegerField())  # whose doing it was

    class Meta:
        indexes = [
            # Ids of tickets are those of one board, so other boards have the same.
            models.Index(fields=["ruleset", "kind", "subject", "-ended_at", "-game"], name="finding_list"),
            # What can happen on every board is also searched for on all of them.
            models.Index(
                fields=["kind", "subject", "-ended_at", "-game"],
                name="finding_anywhere",
                condition=models.Q(subject="") | models.Q(kind="bot"),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.subject} in {self.game_id}"
