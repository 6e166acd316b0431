"""The page on which a player allows an app to act for them, or does not."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode, urlsplit

from django.contrib.auth.mixins import LoginRequiredMixin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views import View
from oauthlib.common import add_params_to_uri
from oauthlib.oauth2 import (
    AccessDeniedError,
    FatalClientError,
    InvalidClientIdError,
    InvalidRequestFatalError,
    MismatchingRedirectURIError,
    OAuth2Error,
)

from games.http.page_errors import POLICY
from games.oauth import server
from games.oauth.models import App
from games.oauth.redirects import origin_of
from games.oauth.scopes import in_order, in_words
from games.people.selectors import player_of


class Authorize(LoginRequiredMixin, View):
    """The authorization endpoint.

    A request that does not name an app and an address of that app is answered by a page: nobody is sent to an
    address that the app has not registered. All other errors are told to the app, but only by people who have
    signed in: anybody can register an app, and a link to this server must not lead strangers to its address
    (RFC 9700, section 4.11).
    """

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        try:
            scopes, self.asked = server.authorization.validate_authorization_request(self._uri())
        except OAuth2Error as error:
            if isinstance(error, FatalClientError) or not request.user.is_authenticated:
                return _refused(request, error)
            return self._sent_back(error.in_uri(error.redirect_uri))
        self.scopes = in_order(scopes)
        self.app: App = self.asked["request"].client
        return super().dispatch(request, *args, **kwargs)

    def get(self, request: HttpRequest) -> HttpResponse:
        if self.app.is_first_party:
            return self._allowed()
        origin = origin_of(self.asked["redirect_uri"])
        shown = {"app": self.app, "origin": origin, "words": in_words(self.scopes)}
        response = render(request, "oauth/consent.html", shown)
        target = _source(self.asked["redirect_uri"])  # one more place that the form may lead to
        response["Content-Security-Policy"] = POLICY.replace(
            "form-action 'self'", f"form-action 'self' {target}"
        )
        return response

    def post(self, request: HttpRequest) -> HttpResponse:
        if request.POST.get("answer") == "allow":
            return self._allowed()
        denied = AccessDeniedError(request=self.asked["request"])
        return self._sent_back(denied.in_uri(self.asked["redirect_uri"]))

    def _allowed(self) -> HttpResponse:
        headers, _, _ = server.authorization.create_authorization_response(
            self._uri(), scopes=self.scopes, credentials={"user": player_of(self.request)}
        )
        return self._sent_back(headers["Location"])

    def _uri(self) -> str:
        """The address of this request, encoded anew: `oauthlib` is stricter about it than browsers."""
        query = self.request.GET
        if any(len(values) > 1 for _, values in query.lists()):
            raise InvalidRequestFatalError("A parameter was given more than once.")
        given = urlencode({name: value for name, value in query.items() if value})
        return f"{server.issuer(self.request)}{self.request.path}?{given}"

    def _sent_back(self, address: str) -> HttpResponse:
        """Every answer names this server, so that an app with several cannot be confused (RFC 9207)."""
        location = add_params_to_uri(address, [("iss", server.issuer(self.request))])
        return HttpResponse(status=303, headers={"Location": location, "Cache-Control": "no-store"})


def _refused(request: HttpRequest, error: OAuth2Error) -> HttpResponse:
    reason = _("The app has made a request that this server cannot read.")
    if isinstance(error, InvalidClientIdError):
        reason = _("This server does not know the app.")
    elif isinstance(error, MismatchingRedirectURIError):
        reason = _("The app has not registered the address that it wants to send you to.")
    return render(request, "oauth/refused.html", {"reason": reason, "detail": error.description}, status=400)


def _source(redirect_uri: str) -> str:
    """What `form-action` has to allow: browsers apply it to the redirect that answers the form, too."""
    parts = urlsplit(redirect_uri)
    has_name = parts.netloc and "[" not in parts.netloc  # a policy cannot name an IPv6 address
    return f"{parts.scheme}://{parts.netloc}" if has_name else f"{parts.scheme}:"
