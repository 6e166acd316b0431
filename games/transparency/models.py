"""The public log of all games: facts that wait for it, its leaves, its tiles and its checkpoints."""

from django.db import models
from django.db.models.functions import Now

from games.fields import HashField
from proof.transparency.entries import PREFIX


class Blinded(models.Func):
    """The name of a game in the log, as `proof.transparency.entries.blinded` has it, for an index."""

    template = f"sha256(('{PREFIX}' || %(expressions)s::text)::bytea)"
    output_field = models.BinaryField()


class PendingLeaf(models.Model):
    """A fact that is to enter the log, written with the change it tells of."""

    id = models.BigAutoField(primary_key=True)
    kind = models.CharField(max_length=20)
    game = models.UUIDField(null=True)
    entry = models.BinaryField()
    due = models.DateTimeField(db_default=Now())  # it enters no sooner

    class Meta:
        indexes = [models.Index(fields=["due", "game", "id"], name="pending_leaf_due")]  # as they enter

    def __str__(self) -> str:
        return f"{self.kind}, waiting"


class Leaf(models.Model):
    """An entry of the log. Append-only, enforced by the database."""

    index = models.BigIntegerField(primary_key=True)  # 0, 1, 2 … without gaps
    kind = models.CharField(max_length=20)
    game = models.UUIDField(null=True)  # the id in the game's log; for an import not that of its row
    entry = models.BinaryField()

    class Meta:
        indexes = [
            models.Index(
                fields=["game", "index"], name="leaf_of_game", condition=models.Q(game__isnull=False)
            ),
            models.Index(
                fields=["kind", "index"], name="leaf_of_kind", condition=models.Q(game__isnull=True)
            ),  # keys and data sets
            models.Index(
                fields=["kind", "index"],
                name="leaf_of_audits",
                condition=models.Q(kind__in=["game_looks", "operator_deed"]),
            ),  # few, beside the heads of games
            models.Index(
                Blinded("game"), "index", name="leaf_of_name", condition=models.Q(game__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} at {self.index}"


class SignedHead(models.Model):
    """The one hash that the server has signed, or announced, for a version of a game. Rows never change."""

    pk = models.CompositePrimaryKey("game_id", "version")
    game = models.ForeignKey("games.Game", on_delete=models.PROTECT, related_name="+", db_index=False)
    version = models.PositiveIntegerField()
    hash = HashField()

    def __str__(self) -> str:
        return f"version {self.version} of {self.game_id}"


class LogTile(models.Model):
    """Up to 256 hashes of a level of the tree; more are appended until it is full."""

    pk = models.CompositePrimaryKey("level", "index")
    level = models.SmallIntegerField()
    index = models.BigIntegerField()
    hashes = models.BinaryField()

    def __str__(self) -> str:
        return f"tile {self.index} at level {self.level}"


class Witness(models.Model):
    """What is known of a witness that is asked, by its key."""

    id = models.BigAutoField(primary_key=True)
    key = models.TextField()
    size = models.BigIntegerField(default=0)  # of the last checkpoint it has cosigned
    failures = models.PositiveIntegerField(default=0)  # in a row
    retry_at = models.DateTimeField(null=True)  # it is not asked before

    class Meta:
        constraints = [models.UniqueConstraint(fields=["key"], name="witness_of_key")]

    def __str__(self) -> str:
        return f"witness {self.key}"


class Cosignature(models.Model):
    """A witness has seen this checkpoint. Only what may still be shown is kept."""

    pk = models.CompositePrimaryKey("size", "witness")
    size = models.BigIntegerField()
    witness = models.TextField()
    line = models.TextField()

    def __str__(self) -> str:
        return f"cosignature of {self.size} by {self.witness}"


class Checkpoint(models.Model):
    """A size of the log whose root was signed. Append-only, enforced by the database."""

    size = models.BigIntegerField(primary_key=True)
    root = models.BinaryField()
    note = models.TextField()  # signed
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"checkpoint at {self.size}"
