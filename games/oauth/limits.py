"""Limits on the endpoints of OAuth: by address, and by client, which may come from many addresses."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.http import HttpRequest

from games.http.counters import Account, Policy, Standing, charge
from games.http.rate_limits import address_of
from games.models import Player

_MINUTE: Final = 60
MAX_GUESSES: Final = 20  # in a quarter of an hour
_WIDER: Final = 10


def over_limit(request: HttpRequest, client_id: str) -> list[Standing]:
    """Count this request, and return the limits that it exceeds."""
    accounts = [_by_address(request), _by_client(client_id)] if client_id else [_by_address(request)]
    return [standing for standing in charge(accounts) if standing.is_over]


def guess_over_limit(player: Player) -> list[Standing]:
    """Count a code that a player typed, and return the limit if it is exceeded."""
    policy = Policy("device_guess", MAX_GUESSES, 15 * _MINUTE)
    return [standing for standing in charge([Account(policy, str(player.pk))]) if standing.is_over]


def _by_address(request: HttpRequest) -> Account:
    return Account(Policy("oauth_address", settings.RATE_LIMIT_OAUTH, _MINUTE), address_of(request))


def _by_client(client_id: str) -> Account:
    return Account(Policy("oauth_client", _WIDER * settings.RATE_LIMIT_OAUTH, _MINUTE), client_id[:64])
