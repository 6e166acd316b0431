"""Pages for people: apart from the admin, only these have sessions, a language and errors in HTML.

The API takes tokens, not cookies; its requests skip all of this after one comparison.
"""

from __future__ import annotations

from typing import Any, Final, cast

from allauth.account.middleware import AccountMiddleware
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.messages.middleware import MessageMiddleware
from django.contrib.sessions.middleware import SessionMiddleware
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.locale import LocaleMiddleware

from games.http.middleware import GetResponse
from games.http.page_errors import POLICY
from games.http.page_paths import is_page

LAYERS: Final = (MessageMiddleware, AuthenticationMiddleware, LocaleMiddleware, SessionMiddleware)


class BrowserPages:
    """Sessions, language, users, messages and allauth's context, around pages only."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response
        self._account: Any = AccountMiddleware(get_response)
        self._page: GetResponse = self._account
        for layer in LAYERS:
            self._page = cast("GetResponse", layer(self._page))

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if not is_page(request):
            return self.get_response(request)
        response = self._page(request)
        response.headers.setdefault("Content-Security-Policy", POLICY)
        response.headers.setdefault("Cache-Control", "no-store")
        return response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponseBase | None:
        """The pages of allauth raise an exception to ask for the password again."""
        if not is_page(request):
            return None
        found: HttpResponseBase | None = self._account.process_exception(request, exception)
        return found
