"""Middleware that applies the rate limits to every API request and reports them in headers.

The headers follow the IETF draft "RateLimit header fields for HTTP"
(draft-ietf-httpapi-ratelimit-headers): `"token";q=1200;w=60` and `"token";r=1199;t=60`.
"""

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network, ip_address

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from games.accounts.services import token_digest
from games.http.auth import bearer_of
from games.http.counters import Account, Policy, Standing, charge
from games.http.middleware import GetResponse
from games.http.problems import THROTTLED, Problem

_API = "/api/"
_SIGN_UP = ("POST", "/api/v1/players")
_TRIES = 10  # attempts to sign up per permitted success
_MINUTE, _HOUR = 60, 3600
_CREATED, _UNAUTHENTICATED = 201, 401


class RateLimits:
    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if not request.path_info.startswith(_API):
            return self.get_response(request)
        token = bearer_of(request.META.get("HTTP_AUTHORIZATION", ""))
        standings = charge(list(_accounts(request, token)))
        if over := [standing for standing in standings if standing.is_over]:
            response = _too_many(over)
        else:
            response = self.get_response(request)
        if token and response.status_code == _UNAUTHENTICATED:
            charge([_wrong_tokens(request, cost=1)])
        if _signs_up(request) and response.status_code != _CREATED:
            standings = _taken_back(request, standings)
        _add_headers(
            response, [standing for standing in standings if standing.is_over or not _is_silent(standing)]
        )
        return response


def _accounts(request: HttpRequest, token: str | None) -> Iterable[Account]:
    """A token is counted by itself, so that players who share an address do not share a limit.

    A client could invent a token for each request, so an address that sends many wrong ones is limited too.
    """
    if not token:
        yield Account(Policy("address", settings.RATE_LIMIT_ADDRESS, _MINUTE), address_of(request))
    else:
        yield Account(Policy("token", settings.RATE_LIMIT_TOKEN, _MINUTE), token_digest(token))
        yield _wrong_tokens(request, cost=0)
    if _signs_up(request):
        yield _sign_ups(request)
        yield Account(
            Policy("sign_up_tries", _TRIES * settings.RATE_LIMIT_SIGN_UP, _HOUR), address_of(request)
        )


def _signs_up(request: HttpRequest) -> bool:
    return (request.method, request.path_info) == _SIGN_UP


def _sign_ups(request: HttpRequest, cost: int = 1) -> Account:
    return Account(Policy("sign_up", settings.RATE_LIMIT_SIGN_UP, _HOUR), address_of(request), cost)


def _taken_back(request: HttpRequest, standings: list[Standing]) -> list[Standing]:
    """Refund a failed sign-up: only created accounts count against the limit.

    Each request is counted before it runs, or concurrent ones would all find the limit free.
    """
    now = {standing.policy.name: standing for standing in charge([_sign_ups(request, cost=-1)])}
    return [
        replace(standing, left=now[standing.policy.name].left) if standing.policy.name in now else standing
        for standing in standings
    ]


def _wrong_tokens(request: HttpRequest, cost: int) -> Account:
    return Account(Policy("wrong_token", settings.RATE_LIMIT_ADDRESS, _MINUTE), address_of(request), cost)


def _is_silent(standing: Standing) -> bool:
    """Whether the limit is reported only when it is reached."""
    return standing.policy.name in ("wrong_token", "sign_up_tries")


def address_of(request: HttpRequest) -> str:
    """The client's address; with BEHIND_PROXY the one that the proxy saw, which clients cannot forge."""
    meta = request.META
    seen: str = meta.get("REMOTE_ADDR", "")
    if settings.BEHIND_PROXY:
        seen = meta.get("HTTP_X_FORWARDED_FOR", seen).rpartition(",")[2].strip()
    return _household(seen[:64])


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


def _too_many(over: list[Standing]) -> HttpResponseBase:
    seconds = max(standing.seconds for standing in over)
    policies = [
        {"name": s.policy.name, "quota": s.policy.quota, "window_seconds": s.policy.window} for s in over
    ]
    detail = f"The rate limit is reached. Try again in {seconds} seconds."
    response = Problem(THROTTLED, detail, context={"policies": policies}).response()
    response["Retry-After"] = str(seconds)
    return response


def _add_headers(response: HttpResponseBase, standings: list[Standing]) -> None:
    if standings:
        policies = (f'"{s.policy.name}";q={s.policy.quota};w={s.policy.window}' for s in standings)
        response["RateLimit-Policy"] = ", ".join(policies)
        response["RateLimit"] = ", ".join(f'"{s.policy.name}";r={s.left};t={s.seconds}' for s in standings)
