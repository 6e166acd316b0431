"""Players and their tokens. There are no passwords, cookies or sessions."""

from typing import Any
from uuid import uuid4

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models.functions import Lower

from games.fields import HashField

NAME_PATTERN = r"^[A-Za-z0-9_-]{3,24}$"


class Player(models.Model):
    """An account. A deleted one keeps its row under a placeholder name, so that old games stay complete."""

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    name = models.CharField(max_length=24)
    is_bot = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)
    deleted_at = models.DateTimeField(null=True)
    suspended_at = models.DateTimeField(null=True)  # by an operator: every token is refused
    # Salts the commitments of logs to this account. Made when it first sits down, deleted with the account.
    secret = models.BinaryField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(Lower("name"), name="player_name_unique"),
            models.CheckConstraint(condition=models.Q(name__regex=NAME_PATTERN), name="player_name_shape"),
        ]

    def __str__(self) -> str:
        return self.name


class MoveKey(models.Model):
    """The public key with which a player signs moves now."""

    player = models.OneToOneField(Player, primary_key=True, on_delete=models.CASCADE, related_name="+")
    key = models.CharField(max_length=43)  # Ed25519, in base64url
    required = models.BooleanField()  # whether they demand a signature on all their moves
    set_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"key of {self.player_id}"


class FormerName(models.Model):
    """The name of a deleted account. Nobody takes it: its reputation is in old games and reports.

    Only a hash of it is kept, and nothing that leads to the account.
    """

    digest = HashField(primary_key=True)  # of the name in lower case

    def __str__(self) -> str:
        return "a former name"


class Scope(models.TextChoices):
    """What a token may be used for."""

    READ = "games:read"
    PLAY = "games:play"
    ACCOUNT = "account"
    WEBHOOKS = "webhooks"
    BOTS = "bots"
    AUDIT = "audit"


class Token(models.Model):
    """A personal access token, or with `grant` that of an app.

    Only its SHA-256 is stored, so a leaked table contains no usable tokens.
    """

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=60)
    scopes = ArrayField(models.CharField(max_length=16, choices=Scope.choices))
    digest = models.CharField(max_length=64)
    # The grant outlives the hour of an access token: it is renewed in place.
    grant = models.OneToOneField("games.Grant", null=True, on_delete=models.CASCADE, related_name="token")
    # The token that created it: it ends with that one. No constraint: all of them are deleted together.
    made_by = models.ForeignKey(
        "self", null=True, on_delete=models.DO_NOTHING, related_name="+", db_constraint=False, db_index=False
    )
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(null=True)
    last_used_at = models.DateTimeField(null=True)  # to the hour, so that a request normally writes nothing

    class Meta:
        constraints = [models.UniqueConstraint("digest", name="token_digest_unique")]
        indexes = [
            models.Index(
                fields=["expires_at"], name="token_expiry", condition=models.Q(expires_at__isnull=False)
            )
        ]

    def __str__(self) -> str:
        return self.name


def token_that_made_it(**more: Any) -> models.ForeignKey[Any, Any]:
    """The token for which a row works. No constraint: the row may outlive it, and works for nobody then."""
    return models.ForeignKey(
        Token, on_delete=models.DO_NOTHING, related_name="+", db_constraint=False, db_index=False, **more
    )
