"""Limits on the endpoints of OAuth: by address, and by client, which may come from many addresses."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.http import HttpRequest

from games.accounts.models import Player
from games.counters import Account, Balance, Policy, charge
from games.http.rate_limits import address_of

_MINUTE: Final = 60
MAX_GUESSES: Final = 20  # in a quarter of an hour
_WIDER: Final = 10


def address_over_limit(request: HttpRequest) -> list[Balance]:
    """Count this request, and return the limit if it is exceeded."""
    policy = Policy("oauth_address", settings.RATE_LIMIT_OAUTH, _MINUTE)
    return _over(Account(policy, address_of(request)))


def client_over_limit(client_id: str) -> list[Balance]:
    policy = Policy("oauth_client", _WIDER * settings.RATE_LIMIT_OAUTH, _MINUTE)
    return _over(Account(policy, client_id[:64])) if client_id else []


def guess_over_limit(player: Player) -> list[Balance]:
    """Count a code that a player typed, and return the limit if it is exceeded."""
    return _over(Account(Policy("device_guess", MAX_GUESSES, 15 * _MINUTE), str(player.pk)))


def _over(account: Account) -> list[Balance]:
    return [balance for balance in charge([account]) if balance.is_over]
