"""Sessions for the operator's pages, and for nothing else.

The API knows tokens and no cookies; a request to it passes these at the price of one comparison.
"""

from typing import Final

from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.messages.middleware import MessageMiddleware
from django.contrib.sessions.middleware import SessionMiddleware
from django.http import HttpRequest
from django.http.response import HttpResponseBase

ADMIN: Final = "/admin/"
# The pages bring their own scripts and styles, and send their forms home.
_POLICY: Final = (
    "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
)


class OnlyForAdmin:
    """Put before a middleware of Django's, lets all other requests pass it by."""

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.path_info.startswith(ADMIN):
            response: HttpResponseBase = super().__call__(request)  # type: ignore[misc]
            response.headers.setdefault("Content-Security-Policy", _POLICY)
            return response
        passed: HttpResponseBase = self.get_response(request)  # type: ignore[attr-defined]
        return passed


class AdminSessions(OnlyForAdmin, SessionMiddleware):
    pass


class AdminAuthentication(OnlyForAdmin, AuthenticationMiddleware):
    pass


class AdminMessages(OnlyForAdmin, MessageMiddleware):
    pass
