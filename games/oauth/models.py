"""Apps that act for players (OAuth 2.1). Of every secret only the SHA-256 is stored.

A grant has one access token, a row of `Token`: it is looked up like a personal one. A refresh renews that row
instead of adding another, so that webhooks and streams of the app go on.
"""

from __future__ import annotations

from uuid import uuid4

from django.contrib.postgres.fields import ArrayField
from django.db import models

from games.accounts.models import Scope

DIGEST_LENGTH = 64
MAX_URI_LENGTH = 500


def _scopes() -> ArrayField:
    return ArrayField(models.CharField(max_length=16, choices=Scope.choices))


class App(models.Model):
    """A program that somebody has registered. The server's own apps have no owner."""

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    owner = models.ForeignKey("games.Player", null=True, on_delete=models.CASCADE, related_name="apps")
    name = models.CharField(max_length=60)
    homepage = models.CharField(max_length=MAX_URI_LENGTH, blank=True)
    redirect_uris = ArrayField(models.CharField(max_length=MAX_URI_LENGTH))
    secret_digest = models.CharField(max_length=DIGEST_LENGTH, blank=True)  # blank: a public client
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.name

    @property
    def client_id(self) -> str:
        return str(self.id)

    @property
    def is_confidential(self) -> bool:
        return bool(self.secret_digest)

    @property
    def is_first_party(self) -> bool:
        return self.owner_id is None


class Grant(models.Model):
    """What a player has allowed an app: all the tokens that follow from one consent.

    A refresh token has two parts. The first is the same for the whole grant, the second is new each time. So
    a refresh token that was used before is recognised without keeping it. The one before the newest is kept
    all the same: it works again as long as nobody has used what it led to.
    """

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    player = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="grants")
    app = models.ForeignKey(App, on_delete=models.CASCADE, related_name="grants")
    scopes = _scopes()
    family_digest = models.CharField(max_length=DIGEST_LENGTH)
    refresh_digest = models.CharField(max_length=DIGEST_LENGTH)
    previous_digest = models.CharField(max_length=DIGEST_LENGTH, blank=True)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()  # unless it is refreshed before

    class Meta:
        constraints = [models.UniqueConstraint("family_digest", name="grant_family_unique")]
        indexes = [models.Index(fields=["expires_at"], name="grant_expiry")]

    def __str__(self) -> str:
        return f"grant {self.id}"


class AuthorizationCode(models.Model):
    """Consent on its way to the app. A used code stays for a while, so that its second use is noticed."""

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    digest = models.CharField(max_length=DIGEST_LENGTH)
    app = models.ForeignKey(App, on_delete=models.CASCADE, related_name="+")
    player = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="+")
    scopes = _scopes()
    redirect_uri = models.CharField(max_length=MAX_URI_LENGTH)
    challenge = models.CharField(max_length=128)  # of PKCE, always S256
    expires_at = models.DateTimeField()
    grant = models.ForeignKey(Grant, null=True, on_delete=models.CASCADE, related_name="+")  # null: unused

    class Meta:
        constraints = [models.UniqueConstraint("digest", name="authorization_code_unique")]
        indexes = [models.Index(fields=["expires_at"], name="authorization_code_expiry")]

    def __str__(self) -> str:
        return f"code for {self.app_id}"


class DeviceCode(models.Model):
    """A program without a browser waits for a player to type in its code (RFC 8628)."""

    class State(models.TextChoices):
        PENDING = "pending"
        ALLOWED = "allowed"
        DENIED = "denied"

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    digest = models.CharField(max_length=DIGEST_LENGTH)
    user_digest = models.CharField(max_length=DIGEST_LENGTH)  # of what the player types
    app = models.ForeignKey(App, on_delete=models.CASCADE, related_name="+")
    player = models.ForeignKey("games.Player", null=True, on_delete=models.CASCADE, related_name="+")
    scopes = _scopes()
    state = models.CharField(max_length=8, choices=State.choices, default=State.PENDING)
    interval = models.PositiveSmallIntegerField()  # in seconds; grows when the program polls too often
    polled_at = models.DateTimeField(null=True)
    expires_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint("digest", name="device_code_unique"),
            models.UniqueConstraint("user_digest", name="device_user_code_unique"),
        ]
        indexes = [models.Index(fields=["expires_at"], name="device_code_expiry")]

    def __str__(self) -> str:
        return f"device code for {self.app_id}"
