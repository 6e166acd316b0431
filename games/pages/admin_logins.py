"""Limits on logging in to the admin pages, by address and by user name.

A password takes long to check, so a refusal comes before that: by address even before the body is read. Many
addresses may guess for one name, so names have a limit too. It is higher, because a client that reaches it
locks the operator out.
"""

from hashlib import sha256
from typing import Final

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from games.counters import Account, Policy, charge
from games.http.middleware import GetResponse
from games.http.rate_limits import address_of, too_many

LOGIN: Final = "/admin/login/"
_WINDOW: Final = 15 * 60
_NAME_FACTOR: Final = 10
_LOGGED_IN: Final = 302


class AdminLogins:
    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.path_info != LOGIN or request.method != "POST":
            return self.get_response(request)
        refused = _refusal(_by_address(request)) or _refusal(_by_name(request))
        if refused:
            return refused
        response = self.get_response(request)
        if response.status_code == _LOGGED_IN:  # only failures count
            charge([_by_address(request, cost=-1), _by_name(request, cost=-1)])
        return response


def _refusal(account: Account) -> HttpResponseBase | None:
    over = [standing for standing in charge([account]) if standing.is_over]
    return too_many(over).response() if over else None


def _by_address(request: HttpRequest, cost: int = 1) -> Account:
    policy = Policy("admin_address", settings.RATE_LIMIT_SIGN_IN, _WINDOW)
    return Account(policy, address_of(request), cost)


def _by_name(request: HttpRequest, cost: int = 1) -> Account:
    name = request.POST.get("username", "").strip().casefold()
    policy = Policy("admin_name", _NAME_FACTOR * settings.RATE_LIMIT_SIGN_IN, _WINDOW)
    return Account(policy, sha256(name.encode(errors="replace")).hexdigest(), cost)
