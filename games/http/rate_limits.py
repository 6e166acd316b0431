"""Middleware that applies the rate limits to every request, and reports them in headers of the API.

Outside the API requests count by address, whatever they ask for, except for files that never change.

The headers follow the IETF draft "RateLimit header fields for HTTP"
(draft-ietf-httpapi-ratelimit-headers): `"player";q=1200;w=60` and `"player";r=1199;t=60`.
"""

from collections.abc import Iterable
from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network, ip_address
from uuid import UUID

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from games.accounts.models import Player
from games.accounts.selectors import token_get
from games.accounts.services import token_digest
from games.counters import Account, Balance, Policy, charge
from games.http.auth import bearer_of, count_player, is_living
from games.http.middleware import GetResponse
from games.http.page_errors import error_page
from games.http.page_paths import FOR_PROGRAMS, is_page
from games.http.problem_body import ProblemContext, RateLimitPolicy
from games.http.problems import THROTTLED, Problem, ProblemError

_API = "/api/"
_FILES = ("/log/tile/", "/datasets/")  # those at /static/ are served before
_UNCOUNTED = ("/log/checkpoint", *FOR_PROGRAMS)  # the endpoints of OAuth count by themselves
_PROBES = ("/healthz", "/readyz", "/metrics")
_SIGN_UP = ("POST", "/api/v1/players")
_TRIES = 10  # attempts to sign up per permitted success
_MINUTE, _HOUR = 60, 3600
_CREATED, _UNAUTHENTICATED = 201, 401
_REMEMBERED = 10_000  # tokens per process
_LOOKUPS = 10  # unknown tokens that are looked up per permitted wrong one


class RateLimits:
    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.path_info.startswith(_API):
            return self._of_the_api(request)
        if request.path_info.startswith(_FILES) or request.path_info in _UNCOUNTED:
            return self.get_response(request)
        over = [balance for balance in charge([_by_address(request)]) if balance.is_over]
        return _refusal(request, over) if over else self.get_response(request)

    def _of_the_api(self, request: HttpRequest) -> HttpResponseBase:
        tally = Limits(request)
        tally.look_up()
        over = tally.over
        count_player.set(tally.count_player)
        try:
            response = too_many(over).response() if over else self.get_response(request)
        finally:
            count_player.set(None)
        tally.close(response)
        return response


class Limits:
    """The limits of one request.

    All tokens of a player share one limit, and players who share an address do not. Which player a token
    belongs to is known from earlier requests to this process. Otherwise the request counts as one with a
    wrong token, by its address, until authentication finds the player: so a client can neither invent a
    token for each request nor reset its limit with a new one. Where an address has sent too many wrong ones,
    the token is looked up first: what others send from there does not lock out who has a right one.
    """

    def __init__(self, request: HttpRequest) -> None:
        self._request = request
        token = bearer_of(request.META.get("HTTP_AUTHORIZATION", ""))
        self._digest = token_digest(token) if token else ""
        self._player = _PLAYERS.get(self._digest)
        self._balances = charge(list(self._accounts()))

    def _accounts(self) -> Iterable[Account]:
        if not self._digest:
            yield _by_address(self._request)
        elif self._player:
            yield _by_player(self._player)
        else:
            yield _wrong_tokens(self._request)
        if _signs_up(self._request):
            yield sign_ups(self._request)
            quota = _TRIES * settings.RATE_LIMIT_SIGN_UP
            yield Account(Policy("sign_up_tries", quota, _HOUR), address_of(self._request))

    @property
    def over(self) -> list[Balance]:
        return [balance for balance in self._balances if balance.is_over]

    def look_up(self) -> None:
        """If only wrong tokens forbid the request: one query by an index, until they are far too many."""
        match self.over:
            case [Balance(Policy("wrong_token", quota), used)] if used <= _LOOKUPS * quota:
                token = token_get(self._digest)
                if token and is_living(token):
                    self._found(token.player_id)

    def count_player(self, player: UUID) -> None:
        """Authentication has found the player. Raises a problem if the player's limit is reached."""
        if self._player or not self._digest:
            return
        self._found(player)
        if self.over:
            raise ProblemError(too_many(self.over))

    def _found(self, player: UUID) -> None:
        self._player = player
        _remember(self._digest, player)
        counted = charge([_by_player(player), _wrong_tokens(self._request, cost=-1)])
        others = [balance for balance in self._balances if balance.policy.name != "wrong_token"]
        self._balances = [*counted[:1], *others]

    def close(self, response: HttpResponseBase) -> None:
        if response.status_code == _UNAUTHENTICATED and self._player:  # revoked or expired since it was seen
            _PLAYERS.pop(self._digest, None)
            charge([_wrong_tokens(self._request)])
        if _signs_up(self._request) and response.status_code != _CREATED:
            self._balances = _taken_back(self._request, self._balances)
        shown = [balance for balance in self._balances if balance.is_over or not _is_silent(balance)]
        _add_headers(response, shown or self._balances)


# The player of each token by the token's digest. It never changes, and a token that has ended is dropped.
_PLAYERS: dict[str, UUID] = {}


def _remember(digest: str, player: UUID) -> None:
    if len(_PLAYERS) >= _REMEMBERED:
        _PLAYERS.clear()
    _PLAYERS[digest] = player


def _by_address(request: HttpRequest) -> Account:
    """Probes are counted apart: whatever else an address asks for, its orchestrator hears that we live."""
    name = "probe" if request.path_info in _PROBES else "address"
    return Account(Policy(name, settings.RATE_LIMIT_ADDRESS, _MINUTE), address_of(request))


def _by_player(player: UUID) -> Account:
    return Account(Policy("player", settings.RATE_LIMIT_PLAYER, _MINUTE), str(player))


def _signs_up(request: HttpRequest) -> bool:
    return (request.method, request.path_info) == _SIGN_UP


def sign_ups(request: HttpRequest, cost: int = 1) -> Account:
    return Account(Policy("sign_up", settings.RATE_LIMIT_SIGN_UP, _HOUR), address_of(request), cost)


def _taken_back(request: HttpRequest, balances: list[Balance]) -> list[Balance]:
    """Refund a failed sign-up: only created accounts count against the limit.

    Each request is counted before it runs, or concurrent ones would all find the limit free.
    """
    now = {balance.policy.name: balance for balance in charge([sign_ups(request, cost=-1)])}
    return [
        balance._replace(left=now[balance.policy.name].left) if balance.policy.name in now else balance
        for balance in balances
    ]


def _wrong_tokens(request: HttpRequest, cost: int = 1) -> Account:
    return Account(Policy("wrong_token", settings.RATE_LIMIT_ADDRESS, _MINUTE), address_of(request), cost)


def _is_silent(balance: Balance) -> bool:
    """Whether the limit is reported only when it is reached, or when there is no other."""
    return balance.policy.name in ("wrong_token", "sign_up_tries")


def address_of(request: HttpRequest) -> str:
    """Whom an address-based limit counts."""
    return _household(client_address(request))


def client_address(request: HttpRequest) -> str:
    """The client's address; with BEHIND_PROXY the one that the proxy saw, which clients cannot forge."""
    meta = request.META
    seen: str = meta.get("REMOTE_ADDR", "")
    if settings.BEHIND_PROXY:
        seen = meta.get("HTTP_X_FORWARDED_FOR", seen).rpartition(",")[2].strip()
    return seen[:64]


@lru_cache(maxsize=4096)
def _household(address: str) -> str:
    """An IPv6 subscriber usually has a whole /64, so its 2⁶⁴ addresses count as one."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if isinstance(found, IPv6Address):
        return str(found.ipv4_mapped or IPv6Network((found, 64), strict=False))
    return str(found)


def spend(policy: Policy, player: Player) -> None:
    """Count one more for the player. Raises a problem if that is too much."""
    over = [balance for balance in charge([Account(policy, str(player.pk))]) if balance.is_over]
    if over:
        raise ProblemError(too_many(over))


def refund(policy: Policy, player: Player) -> None:
    """What was spent has led to nothing."""
    charge([Account(policy, str(player.pk), cost=-1)])


def too_many(over: list[Balance]) -> Problem:
    seconds = max(balance.seconds for balance in over)
    reached = [balance.policy for balance in over]
    policies = [RateLimitPolicy(name=p.name, quota=p.quota, window_seconds=p.window) for p in reached]
    detail = f"The rate limit is reached. Try again in {seconds} seconds."
    return Problem(THROTTLED, detail, context=ProblemContext(policies=policies), retry_after=seconds)


def _refusal(request: HttpRequest, over: list[Balance]) -> HttpResponseBase:
    """A page for a page and for a browser, else a problem."""
    problem = too_many(over)
    if is_page(request) or "text/html" in request.META.get("HTTP_ACCEPT", ""):
        response: HttpResponseBase = error_page(request, THROTTLED.status)
        response["Retry-After"] = str(problem.retry_after)
    else:
        response = problem.response()
    _add_headers(response, over)
    return response


def _add_headers(response: HttpResponseBase, balances: list[Balance]) -> None:
    if balances:
        policies = (f'"{s.policy.name}";q={s.policy.quota};w={s.policy.window}' for s in balances)
        response["RateLimit-Policy"] = ", ".join(policies)
        response["RateLimit"] = ", ".join(f'"{s.policy.name}";r={s.left};t={s.seconds}' for s in balances)
