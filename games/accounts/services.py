"""Signs players up and renames them; creates and revokes tokens."""

import secrets
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime, timedelta
from hashlib import sha256
from uuid import UUID

from django.db import IntegrityError, transaction

from games.accounts.inbox import inbox_lock
from games.accounts.models import FormerName, Player, Scope, Token
from games.accounts.refusals import NameTaken, PlayerGone, TooManyTokens
from games.placement import unless_away
from games.refusals import Unauthenticated

TOKEN_PREFIX = "sb_"  # noqa: S105 – not a token but the prefix of all, so that secret scanners find leaked ones
MAX_TOKENS = 20
FIRST_SCOPES = tuple(scope for scope in Scope if scope is not Scope.AUDIT)
_TOUCH_AFTER = timedelta(hours=1)
_PAUSE_SECONDS = 60.0
_SECRET_BYTES = 32


def player_create(*, name: str, is_bot: bool = False) -> tuple[Player, Token, str]:
    """Returns the new player, the first token and its plain text, which is not stored."""
    with _unless_taken(name):
        player = Player.objects.create(name=name, is_bot=is_bot)
        return player, *_token_store(player, "first", FIRST_SCOPES, expires_at=None)


def player_add(*, name: str) -> Player:
    """A player without a token, who signs in with a browser."""
    with _unless_taken(name):
        return Player.objects.create(name=name)


def player_rename(player: Player, *, name: str) -> Player:
    with _unless_taken(name):
        locked = player_lock(player)
        locked.name = name
        locked.save(update_fields=["name"])
    return locked


@transaction.atomic
def token_create(
    player: Player,
    *,
    name: str,
    scopes: Iterable[str],
    expires_at: datetime | None = None,
    made_by: Token | None = None,
) -> tuple[Token, str]:
    """Returns the new token and its plain text, which is not stored. It ends with the token that made it."""
    locked = player_lock(player)
    if made_by is not None and not locked.tokens.filter(pk=made_by.pk).exists():
        raise Unauthenticated  # revoked while this request was running
    if (current := locked.tokens.filter(grant=None).count()) >= MAX_TOKENS:
        raise TooManyTokens(most=MAX_TOKENS, current=current)
    return _token_store(locked, name, scopes, expires_at, made_by)


def token_revoke(player: Player, token_id: UUID, *, by: UUID | None = None) -> bool:
    """Revoke a personal token and all that it has made. Returns whether there was such a token.

    If one of those revokes it (`by`), that one takes its place: so a token can be replaced by another. The
    caller has locked the player.
    """
    makers: dict[UUID, UUID | None] = dict(player.tokens.filter(grant=None).values_list("id", "made_by_id"))
    if token_id not in makers:
        return False
    stays = by if by != token_id else None
    ending = [one for one in makers if _descends(one, token_id, makers, but=stays)]
    player.tokens.filter(pk__in=ending).delete()
    player.tokens.filter(made_by__in=ending).update(made_by=makers[token_id])
    return True


def _descends(
    token: UUID | None, maker: UUID, makers: Mapping[UUID, UUID | None], *, but: UUID | None
) -> bool:
    """Whether the token is this maker or comes from it, unless by way of `but`."""
    while token is not None and token not in (maker, but):
        token = makers.get(token)
    return token == maker


class _Uses:
    """Records uses of tokens, but not while a node is away: requests for games on others go on."""

    def __init__(self) -> None:
        self._not_before = 0.0

    def record(self, token: Token, now: datetime) -> None:
        if time.monotonic() < self._not_before:
            return
        with unless_away() as nodes:
            Token.objects.filter(id=token.id).update(last_used_at=now)
        if nodes.is_one_away:
            self._not_before = time.monotonic() + _PAUSE_SECONDS


_uses = _Uses()


def token_touch(token: Token, now: datetime) -> None:
    """Record the use of a token, at most once an hour."""
    if token.last_used_at is None or now - token.last_used_at >= _TOUCH_AFTER:
        _uses.record(token, now)


def token_digest(plain: str) -> str:
    return sha256(plain.encode()).hexdigest()


@contextmanager
def _unless_taken(name: str) -> Iterator[None]:
    """Raises `NameTaken` if the unique index rejects the name, or a deleted account had it.

    A check beforehand could race.
    """
    try:
        with transaction.atomic():
            yield
            if FormerName.objects.filter(pk=name_digest(name)).exists():
                raise NameTaken(name=name)
    except IntegrityError as error:
        if "player_name_unique" in str(error):
            raise NameTaken(name=name) from error
        raise


def name_digest(name: str) -> str:
    return sha256(name.lower().encode()).hexdigest()


def name_reserve(name: str) -> None:
    """For ever: the account is being deleted."""
    FormerName.objects.get_or_create(pk=name_digest(name))


def player_lock(player: Player) -> Player:
    """Lock the player until the end of the transaction. For the order see `log.locks`."""
    inbox_lock(player.pk)
    locked = Player.objects.get(id=player.pk)
    if locked.deleted_at is not None:
        raise PlayerGone
    return locked


def _token_store(
    player: Player,
    name: str,
    scopes: Iterable[str],
    expires_at: datetime | None,
    made_by: Token | None = None,
) -> tuple[Token, str]:
    plain = TOKEN_PREFIX + secrets.token_urlsafe(_SECRET_BYTES)
    # Without repetitions, in the order of declaration.
    ordered = [scope.value for scope in Scope if scope in set(scopes)]
    values = {"name": name, "scopes": ordered, "expires_at": expires_at, "made_by": made_by}
    token = Token.objects.create(player=player, digest=token_digest(plain), **values)
    return token, plain
