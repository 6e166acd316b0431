"""What is kept of a person, table by table, and what of it is a secret of the server's.

The export of one's data is made from this list (`games.me.export`). A test fails for a table that refers to a
player, or to a user who signs in, and is not in it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.apps import apps
from django.db.models import Model

OF_THEIR_USER: Final = "user__person__player"


@dataclass(frozen=True, slots=True)
class Own:
    """A table with rows of a person."""

    table: str  # as Django names the model
    by: str = "player"  # the lookup that leads to the player
    hidden: tuple[str, ...] = ()  # columns that are left out: secrets, or data of others
    in_their_games: bool = False  # found by the games of the player, because it has no index for the player

    @property
    def model(self) -> type[Model]:
        return apps.get_model(self.table)

    @property
    def columns(self) -> list[str]:
        fields = self.model._meta.concrete_fields
        return [field.attname for field in fields if field.attname not in self.hidden]


# By the name of the file in the archive.
PERSONAL: Final = {
    "account": Own("games.Player", by="id", hidden=("secret",)),
    "sign_in": Own("games.Person"),
    "user": Own("auth.User", by="person__player", hidden=("password",)),
    "addresses": Own("account.EmailAddress", by=OF_THEIR_USER),
    "authenticators": Own("mfa.Authenticator", by=OF_THEIR_USER, hidden=("data",)),
    "sessions": Own("usersessions.UserSession", by=OF_THEIR_USER, hidden=("session_key", "data")),
    "key": Own("games.MoveKey"),
    "tokens": Own("games.Token", hidden=("digest",)),
    "apps": Own("games.App", by="owner", hidden=("secret_digest",)),
    "grants": Own("games.Grant", hidden=("family_digest", "refresh_digest", "previous_digest")),
    "authorization_codes": Own("games.AuthorizationCode", hidden=("digest", "challenge")),
    "device_codes": Own("games.DeviceCode", hidden=("digest", "user_digest")),
    "hosted": Own("games.Game", by="host"),
    "seats": Own("games.Seat"),
    "results": Own("games.Result"),
    "ratings": Own("games.Rating", by="rated"),
    "imports": Own("games.Import"),
    "idempotency_keys": Own("games.KeptAnswer", in_their_games=True),
    "idempotency_keys_of_openings": Own("games.KeptOpening"),
    "invitations": Own("games.Invitation"),
    "invitations_sent": Own("games.Invitation", by="inviter"),
    "friends": Own("games.Friend"),
    "blocks": Own("games.Block"),
    "preferences": Own("games.Preference"),
    "messages": Own("games.Message"),
    "reports": Own("games.Report"),
    "notes": Own("games.Note"),
    "inbox": Own("games.Inbox"),
    "notices": Own("games.Notice"),
    "removals": Own("games.Removal"),
    "notification_choices": Own("games.NotificationChoice"),
    "push_subscriptions": Own("games.PushSubscription", hidden=("p256dh", "auth")),
    "calendar": Own("games.Calendar", hidden=("digest",)),
    "webhooks": Own("games.Webhook", hidden=("secret", "previous_secret")),
    "deliveries": Own("games.Delivery"),
    "attempts": Own("games.Attempt"),
    "standings": Own("games.Standing"),
    "audit_assignments": Own("games.AuditAssignment"),
    "looks": Own("games.Look"),
    "deeds": Own("games.OperatorDeed", hidden=("operator",)),
}
# Tables that refer to a user and hold nothing of a player: what operators did on the admin pages.
NOT_PERSONAL: Final = ("admin.LogEntry",)
