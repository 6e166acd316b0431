"""Authentication by bearer token, and authorisation by scope.

A view declares in `required_scopes` what each of its methods needs:

    required_scopes = {"GET": ANYONE, "POST": Scope.PLAY, "DELETE": (PERSONAL, Scope.PLAY, Scope.ACCOUNT)}

`ANYONE`: no token is needed, but one may widen the response. `OPEN`: the response is the same for everyone.
A tuple lists everything that is needed. `PERSONAL`: the token of an app will not do, because what the method
gives or makes would outlive what the player has allowed the app.
A method without an entry needs a valid token, so that a forgotten entry denies access rather than grants it.
A token that is sent must be valid even if none is needed.

A view whose first step is to read the game in its path names the methods in `reads_game`: then the game comes
with the token, in one statement, and `game_read` returns it.

REST framework's views load this module through the settings, so it cannot import them.
"""

from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, Final, cast
from uuid import UUID

from django.utils import timezone
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed, NotAuthenticated
from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from games.accounts.models import Player, Scope, Token
from games.accounts.refusals import PersonalTokenRequired
from games.accounts.selectors import token_get
from games.accounts.services import token_digest, token_touch
from games.http.problem_body import ProblemContext
from games.http.problems import MISSING_SCOPE, Problem, ProblemError
from games.log.sql import GameAndPeople, token_and_game
from games.refusals import Suspended

ANYONE: Final = "anyone"
OPEN: Final = "open"
ANY_TOKEN: Final = "any_token"  # noqa: S105 – a rule, not a token
PERSONAL: Final = "personal"
SEEING: Final = frozenset((Scope.READ, Scope.PLAY, Scope.AUDIT))
_KEYWORD = "bearer"


def bearer_of(header: str) -> str | None:
    """The token in an Authorization header; None without a header, empty for another scheme."""
    if not header:
        return None
    keyword, _, plain = header.partition(" ")
    return plain.strip() if keyword.lower() == _KEYWORD else ""


# Counts this request for its player, once that is known: `games.http.rate_limits` says how.
count_player: ContextVar[Callable[[UUID], None] | None] = ContextVar("count_player", default=None)


@dataclass(frozen=True, slots=True)
class Access:
    """What authentication has read: the token and, for a view that `reads_game`, the game."""

    token: Token
    game: GameAndPeople | None


class TokenAuthentication(BaseAuthentication):
    """`request.user` becomes the player, `request.auth` the access."""

    def authenticate(self, request: Request) -> tuple[Player, Access] | None:
        plain = bearer_of(request.META.get("HTTP_AUTHORIZATION", ""))
        if plain is None:
            return None
        token, game = _read(request, token_digest(plain)) if plain else (None, None)
        # Do not distinguish unknown, revoked and expired tokens: a guesser must not learn which exist.
        if token is None or not is_living(token):
            raise AuthenticationFailed("The token is unknown, revoked or expired.")
        if count := count_player.get():
            count(token.player_id)
        if token.player.suspended_at is not None:
            raise Suspended
        token_touch(token, timezone.now())
        return token.player, Access(token, game)

    def authenticate_header(self, request: Request) -> str:
        """RFC 6750: no error code for a request without a token."""
        return 'Bearer error="invalid_token"' if request.META.get("HTTP_AUTHORIZATION") else "Bearer"


def is_living(token: Token) -> bool:
    return token.expires_at is None or token.expires_at > timezone.now()


def _read(request: Request, digest: str) -> tuple[Token | None, GameAndPeople | None]:
    context: dict[str, Any] = request.parser_context or {}
    if request.method not in getattr(context.get("view"), "reads_game", ()):
        return token_get(digest), None
    return token_and_game(digest, context["kwargs"]["game_id"])


def game_read(request: Request) -> GameAndPeople | None:
    """The game that came with the token; None if it was not read, or does not exist."""
    access = _access(request)
    return access.game if access else None


def _access(request: Request) -> Access | None:
    return cast("Access | None", request.auth)


def caller(request: Request) -> Player:
    """The authenticated player, in a view that requires a token."""
    return cast("Player", request.user)


def caller_token(request: Request) -> Token:
    """The token of the request, in a view that requires one."""
    return cast("Access", request.auth).token


def caller_if_any(request: Request) -> Player | None:
    """The authenticated player, or None for anonymous requests and tokens without a scope for reading."""
    token = token_of(request)
    return token.player if token and sees_as_player(token) else None


def sees_as_player(token: Token) -> bool:
    """Whether the token shows a game as its player sees it; if not, as a stranger does."""
    return not SEEING.isdisjoint(token.scopes)


def token_of(request: Request) -> Token | None:
    access = _access(request)
    return access.token if access else None


class HasScope(BasePermission):
    """Permits a request that has what the view's `required_scopes` demands for the method."""

    def has_permission(self, request: Request, view: Any) -> bool:
        needed = needed_by(view, request.method or "")
        if needed[0] in (ANYONE, OPEN):
            return True
        if request.auth is None:
            raise NotAuthenticated("A token is required: Authorization: Bearer …")
        for one in needed:
            _require(request, one)
        return True


def needed_by(view: Any, method: str) -> tuple[str, ...]:
    """What the method needs. One that the view does not implement needs nothing: the response is 405."""
    if method == "OPTIONS" or not hasattr(view, method.lower()):
        return (ANYONE,)
    asked = getattr(view, "required_scopes", {}).get("GET" if method == "HEAD" else method, ANY_TOKEN)
    return asked if isinstance(asked, tuple) else (asked,)


def _require(request: Request, needed: str) -> None:
    if needed == PERSONAL:
        if caller_token(request).grant_id is not None:
            raise PersonalTokenRequired
    elif needed != ANY_TOKEN:
        require_scope(request, needed)


def require_scope(request: Request, scope: str) -> None:
    """Raise a problem that names the scope, unless the caller's token has it."""
    token = token_of(request)
    held = token.scopes if token else []
    if scope not in held:
        detail = f"A token with the scope {scope} is required."
        context = ProblemContext(scope=str(scope), scopes=held)
        raise ProblemError(Problem(MISSING_SCOPE, detail, context=context))
