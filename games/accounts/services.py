"""Players sign up and change; tokens are made and revoked."""

import secrets
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from hashlib import sha256
from uuid import UUID

from django.db import IntegrityError, transaction

from games.models import Player, Scope, Token
from games.refusals import NameTaken, PlayerGone, TooManyTokens

TOKEN_PREFIX = "sb_"  # noqa: S105 – not a token, only how each begins, so that a leaked one can be found
MAX_TOKENS = 20
FIRST_SCOPES = (Scope.PLAY, Scope.READ, Scope.WEBHOOKS, Scope.BOT)
_TOUCH_AFTER = timedelta(hours=1)
_SECRET_BYTES = 32


def player_create(*, name: str, is_bot: bool = False) -> tuple[Player, Token, str]:
    """The new player and the first token, of which the last value is the only copy."""
    with _unless_taken(name):
        player = Player.objects.create(name=name, is_bot=is_bot)
        return player, *_token_store(player, "first", FIRST_SCOPES, expires_at=None)


def player_rename(player: Player, *, name: str) -> Player:
    with _unless_taken(name):
        locked = player_lock(player)
        locked.name = name
        locked.save(update_fields=["name"])
    return locked


@transaction.atomic
def token_create(
    player: Player, *, name: str, scopes: Iterable[str], expires_at: datetime | None = None
) -> tuple[Token, str]:
    """The new token, and the only copy of what it is."""
    locked = player_lock(player)
    if locked.tokens.count() >= MAX_TOKENS:
        raise TooManyTokens(most=MAX_TOKENS)
    return _token_store(locked, name, scopes, expires_at)


def token_revoke(player: Player, token_id: UUID) -> bool:
    """Whether there was such a token of this player; from now on there is not."""
    deleted, _ = Token.objects.filter(player=player, id=token_id).delete()
    return bool(deleted)


def token_touch(token: Token, now: datetime) -> None:
    """Note the use of a token, unless that was done within the hour."""
    if token.last_used_at is None or now - token.last_used_at >= _TOUCH_AFTER:
        Token.objects.filter(id=token.id).update(last_used_at=now)


def token_digest(plain: str) -> str:
    return sha256(plain.encode()).hexdigest()


@contextmanager
def _unless_taken(name: str) -> Iterator[None]:
    """A transaction in which the database alone decides whether a name is free."""
    try:
        with transaction.atomic():
            yield
    except IntegrityError as error:
        if "player_name_unique" in str(error):
            raise NameTaken(name=name) from error
        raise


def player_lock(player: Player) -> Player:
    """The row as it is now, held until the transaction ends. For the order, see `log.locks`."""
    locked = Player.objects.select_for_update().get(id=player.id)
    if locked.deleted_at is not None:
        raise PlayerGone
    return locked


def _token_store(
    player: Player, name: str, scopes: Iterable[str], expires_at: datetime | None
) -> tuple[Token, str]:
    plain = TOKEN_PREFIX + secrets.token_urlsafe(_SECRET_BYTES)
    # In the order of the list of scopes and each once, whatever was asked.
    ordered = [scope.value for scope in Scope if scope in set(scopes)]
    token = Token.objects.create(
        player=player, name=name, scopes=ordered, digest=token_digest(plain), expires_at=expires_at
    )
    return token, plain
