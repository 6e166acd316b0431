"""Games: the log, which is the source of truth, and projections of it that make lists fast.

Everything in `Game` and `Seat` is derived from the log, except the players: the log has seats, not names, so
that an account can be deleted without breaking a hash chain.

All that belongs to a game has its id in the primary key, so that it can be placed with the game on one node
of a distributed database; see `games.placement`.
"""

import uuid
from datetime import datetime, timedelta
from typing import Final

from django.contrib.postgres.fields import ArrayField
from django.db import models

from games.fields import HashField, Minute, TextJSONField, choices_of
from games.placement import DistantKey
from rules.table.clock import Speed
from rules.table.state import Status, Visibility

_MINUTE: Final = timedelta(minutes=1)


class Game(models.Model):
    Status, Visibility = Status, Visibility

    class Attention(models.TextChoices):
        NONE = ""
        BOT = "bot"  # a bot has to decide
        SETTLE = "settle"  # the scores have to be counted

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    moved_at = models.DateTimeField()  # when the newest event happened
    moved_minute = models.GeneratedField(
        expression=Minute("moved_at"), output_field=models.DateTimeField(), db_persist=True
    )
    ruleset = models.CharField(max_length=40)
    status = models.CharField(max_length=10, choices=choices_of(Status), default=Status.OPEN)
    visibility = models.CharField(max_length=10, choices=choices_of(Visibility))
    test = models.BooleanField(default=False)  # a test table: never listed, never rated
    version = models.PositiveIntegerField(default=0)  # the seq of the newest event
    hash = HashField()
    seat_count = models.PositiveSmallIntegerField()
    options = models.JSONField(default=dict)
    clock = models.JSONField(default=dict)
    speed = models.CharField(max_length=14, choices=choices_of(Speed), default=Speed.UNTIMED)  # of the clock
    open_seats = models.PositiveSmallIntegerField()
    to_act = ArrayField(models.PositiveSmallIntegerField(), default=list)
    deadline = models.DateTimeField(null=True)  # of the first person to run out of time
    attention = models.CharField(max_length=6, choices=Attention.choices, blank=True, default="")
    attend_at = models.DateTimeField(
        null=True
    )  # when that is due: a bot may have to pause, so that people can follow
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    # not in the log: the host, who opened it, the name, the invite code and the rematch
    host = models.ForeignKey(
        "games.Player", null=True, on_delete=models.SET_NULL, related_name="hosted", db_index=False
    )
    # Who opened the table, whoever hosts it now: so many in a day. An import has none.
    opened_by = models.ForeignKey(
        "games.Player", null=True, on_delete=models.SET_NULL, related_name="opened", db_index=False
    )
    name = models.CharField(max_length=60, blank=True, db_default="")  # given by the host
    invite_code = models.CharField(max_length=22, blank=True)
    # Set once, under the lock of this row, so a game has one rematch. It may be on another node.
    rematch = DistantKey("self", null=True, on_delete=models.SET_NULL, related_name="+")
    hidden_at = models.DateTimeField(null=True)  # by an operator: in no list of public games

    # only of an import: the id in its log, which differs from its own
    origin = models.UUIDField(null=True)

    class Meta:
        indexes = [
            models.Index(
                fields=["status", "-created_at", "-id"],
                name="game_list",
                condition=models.Q(visibility="public"),
            ),
            models.Index(
                fields=["-created_at", "-id"], name="game_newest", condition=models.Q(visibility="public")
            ),
            models.Index(fields=["-created_at"], name="game_created"),
            models.Index(
                fields=["ruleset", "-created_at", "-id"],
                name="game_by_ruleset",
                condition=models.Q(visibility="public"),
            ),
            models.Index(
                fields=["speed", "-created_at", "-id"],
                name="game_by_speed",
                condition=models.Q(visibility="public"),
            ),
            models.Index(
                fields=["status", "ruleset", "-created_at", "-id"],
                name="game_list_by_ruleset",
                condition=models.Q(visibility="public"),
            ),
            models.Index(
                fields=["status", "speed", "-created_at", "-id"],
                name="game_list_by_speed",
                condition=models.Q(visibility="public"),
            ),
            models.Index(
                fields=["status", "created_at"],
                name="game_live",
                condition=models.Q(status__in=["open", "playing"]),
            ),
            # Every move changes `moved_at`, so an index of it would make each of these updates write to every
            # index of the table. The minute stays the same for the moves of bots and of quick players.
            models.Index(fields=["moved_minute"], name="game_moved"),
            models.Index(
                fields=["attention", "attend_at"],
                name="game_waiting",
                condition=models.Q(attend_at__isnull=False),
            ),
            models.Index(
                fields=["deadline"], name="game_deadline", condition=models.Q(deadline__isnull=False)
            ),
            # The games that were played here, in the order in which they ended.
            models.Index(
                fields=["finished_at", "id"],
                name="game_finished",
                condition=models.Q(finished_at__isnull=False, origin=None),
            ),
            models.Index(fields=["host", "status"], name="game_hosted"),
            models.Index(fields=["opened_by", "created_at"], name="game_opened_by"),
        ]

    def __str__(self) -> str:
        return f"{self.ruleset} {self.id}"

    @staticmethod
    def moved_since(since: datetime) -> models.Q:
        """The condition that a game has an event since then; it can use the index."""
        return models.Q(moved_minute__gt=since - _MINUTE, moved_at__gte=since)

    @property
    def log_id(self) -> uuid.UUID:
        """The id in every entry of the log, on which the hashes and the game key depend."""
        return self.origin or self.id


class Seed(models.Model):
    """The server's contribution to the shuffles. It is published in the log only when the game ends."""

    game = models.OneToOneField(Game, primary_key=True, on_delete=models.CASCADE)
    seed = models.BinaryField()
    sealed_with = models.CharField(max_length=8, blank=True)  # the id of a sealing key; blank: not encrypted

    class Meta:
        indexes = [
            models.Index(fields=["sealed_with"], name="seed_sealed", condition=~models.Q(sealed_with=""))
        ]

    def __str__(self) -> str:
        return f"seed of {self.game_id}"


class Script(models.Model):
    """The first decisions of a bot at a test table. They are not in the log, which players can read."""

    pk = models.CompositePrimaryKey("game_id", "seat")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="scripts", db_index=False)
    seat = models.PositiveSmallIntegerField()
    actions = models.BinaryField()  # encrypted
    after = models.PositiveIntegerField()  # the seq after which the script begins

    def __str__(self) -> str:
        return f"script of seat {self.seat} of {self.game_id}"


class Seat(models.Model):
    pk = models.CompositePrimaryKey("game_id", "number")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats", db_index=False)
    number = models.PositiveSmallIntegerField()
    bot = models.CharField(max_length=40, blank=True)
    held = models.BooleanField(db_default=False)  # for a player who is invited
    stand_in = models.CharField(max_length=40, blank=True)  # the bot that has taken over for a person
    score = models.IntegerField(null=True)
    won = models.BooleanField(null=True)
    ended_at = models.DateTimeField(null=True)  # when the game was finished or the table closed

    # not in the log: the person
    player = models.ForeignKey(
        "games.Player", null=True, on_delete=models.SET_NULL, related_name="seats", db_index=False
    )

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "player"], name="one_seat_a_player")]
        indexes = [
            models.Index(fields=["player", "-ended_at", "-game"], name="seats_of_a_player"),
            models.Index(fields=["bot", "game"], name="seats_of_a_bot", condition=~models.Q(bot="")),
        ]

    def __str__(self) -> str:
        return f"seat {self.number} of {self.game_id}"


class Event(models.Model):
    """One event of a log. Append-only, enforced by the database.

    There are more rows of it than of all others together, so they are small. The hash before is that of the
    row before. Columns of fixed width come first, the widest at the front, so that none needs padding.
    """

    pk = models.CompositePrimaryKey("game_id", "seq")
    at = models.DateTimeField()
    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="events", db_index=False)
    seq = models.PositiveIntegerField()
    v = models.PositiveSmallIntegerField()
    actor = models.PositiveSmallIntegerField(null=True)
    sealed_to = models.PositiveSmallIntegerField(null=True)
    type = models.CharField(max_length=40)
    by = models.CharField(max_length=14, null=True)  # noqa: DJ001 (null where there is no actor)
    hash = HashField()
    commit = HashField(null=True)  # null: no seal
    signature = TextJSONField(null=True)  # of the player, if the action has nothing to hide
    public = TextJSONField()
    private = models.BinaryField(null=True)  # encrypted

    def __str__(self) -> str:
        return f"{self.seq} {self.type} of {self.game_id}"
