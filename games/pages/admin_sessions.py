"""Sessions for the admin pages only, apart from those of the pages for people.

The API takes tokens, not cookies; its requests skip this middleware after one string comparison.
"""

from typing import Any, Final

from django.conf import settings
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.messages.middleware import MessageMiddleware
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.middleware import SessionMiddleware
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from games.http.page_paths import ADMIN

COOKIE: Final = "admin_session"
SECONDS: Final = 8 * 3600
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


class Store(SessionStore):
    def get_session_cookie_age(self) -> int:
        return SECONDS


class AdminSessions(OnlyForAdmin, SessionMiddleware):
    """Django knows one session cookie, which belongs to people; here another one takes its place."""

    def __init__(self, get_response: Any) -> None:
        super().__init__(get_response)
        self.SessionStore = Store

    def process_request(self, request: HttpRequest) -> None:
        request.COOKIES.pop(settings.SESSION_COOKIE_NAME, None)
        if COOKIE in request.COOKIES:
            request.COOKIES[settings.SESSION_COOKIE_NAME] = request.COOKIES[COOKIE]
        super().process_request(request)

    def process_response(self, request: HttpRequest, response: Any) -> Any:
        response = super().process_response(request, response)
        if cookie := response.cookies.pop(settings.SESSION_COOKIE_NAME, None):
            response.cookies[COOKIE] = cookie.value
            response.cookies[COOKIE].update({**cookie, "path": ADMIN, "samesite": "Strict"})
        return response


class AdminAuthentication(OnlyForAdmin, AuthenticationMiddleware):
    pass


class AdminMessages(OnlyForAdmin, MessageMiddleware):
    pass
