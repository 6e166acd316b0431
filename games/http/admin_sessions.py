"""Sessions for the admin pages only.

The API takes tokens, not cookies; its requests skip this middleware after one string comparison.
"""

from typing import Final

from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.messages.middleware import MessageMiddleware
from django.contrib.sessions.middleware import SessionMiddleware
from django.http import HttpRequest
from django.http.response import HttpResponseBase

ADMIN: Final = "/admin/"
# Scripts, styles and form targets of the admin pages are all same-origin.
_POLICY: Final = (
    "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
)


class OnlyForAdmin:
    """A mixin for Django's middleware: requests outside the admin skip it."""

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
