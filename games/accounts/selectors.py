"""Reads of players and tokens."""

from collections.abc import Collection
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet, Value
from django.db.models.functions import Lower
from django.db.models.lookups import Exact

from games.accounts.models import Player, Token
from games.accounts.names import has_shape
from games.accounts.rows import token_row


def player_get(name: str) -> Player | None:
    """The player with this name, whatever its case. Deleted players are not found."""
    if not has_shape(name):
        return None
    same: Exact[str] = Exact(Lower("name"), Lower(Value(name)))  # the expression of the unique index
    return Player.objects.filter(same, deleted_at=None).first()


def token_get(digest: str) -> Token | None:
    """The token and, in the same query, its player."""
    return token_row(digest)


def tokens_living(ids: Collection[UUID]) -> set[UUID]:
    """The ids among these that are not revoked and whose player is not suspended, in one query."""
    found = Token.objects.filter(pk__in=ids, player__suspended_at=None)
    return set(found.values_list("id", flat=True))


def lasting_tokens(now: datetime) -> QuerySet[Token]:
    """Neither revoked nor expired.

    The access token of an app expires every hour, but its row is good for as long as the grant is.
    """
    lasting = Q(expires_at=None) | Q(expires_at__gt=now) | Q(grant__expires_at__gt=now)
    return Token.objects.filter(lasting)


def valid_tokens(now: datetime) -> QuerySet[Token]:
    """Those that are not refused because their player is suspended, either."""
    return lasting_tokens(now).filter(player__suspended_at=None)


# Of `token` in SQL. `{now}` is the placeholder of the time.
IS_LASTING: Final = """(
    token.expires_at IS NULL OR token.expires_at > {now} OR EXISTS (
        SELECT FROM games_grant allowed WHERE allowed.id = token.grant_id AND allowed.expires_at > {now}
    )
)"""


def maker_lasts(now: datetime) -> Q:
    """Of what a `token` can make: that whose token has not ended, and that which was made without one."""
    return Q(token=None) | Q(Exists(lasting_tokens(now).filter(pk=OuterRef("token"))))


def token_list(player: Player) -> QuerySet[Token]:
    """Personal tokens. Those of apps are listed as apps."""
    return player.tokens.filter(grant=None)
