"""What `oauthlib` asks about our apps, codes and tokens. The protocol is its part, storage is ours.

It is called within one transaction per request. A refusal is a response, not an exception, so that what a
refusal has ended stays ended.
"""

from __future__ import annotations

import base64
import binascii
import logging
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final
from urllib.parse import unquote_plus

from django.utils import timezone
from oauthlib.common import Request
from oauthlib.oauth2 import RequestValidator
from oauthlib.oauth2.rfc8628.grant_types import DeviceCodeGrant

from games.accounts.models import Token
from games.oauth.credentials import digest, family_of, is_match
from games.oauth.devices import device_poll
from games.oauth.grants import grant_open, grant_redeem, grant_renew, grants_end
from games.oauth.models import App, AuthorizationCode, DeviceCode, Grant
from games.oauth.redirects import is_registered, origin_of
from games.oauth.scopes import GRANTABLE
from games.oauth.selectors import app_get

logger = logging.getLogger("signalbox.oauth")

CODE_LIFETIME: Final = timedelta(minutes=1)
DEVICE_GRANT: Final = "urn:ietf:params:oauth:grant-type:device_code"
GRANT_TYPES: Final = ("authorization_code", "refresh_token", DEVICE_GRANT)


@dataclass
class Carried:
    """What one method of the validator finds and another needs, while `oauthlib` answers one request."""

    code: AuthorizationCode | None = None
    device: DeviceCode | None = None
    renewed: Grant | None = None  # by a refresh
    family: str | None = None  # of the refresh token that was redeemed
    opened: Grant | None = None  # by a code or a device


def carried(request: Request) -> Carried:
    """Kept on the request, but not read as its attribute: that could be a parameter of the client."""
    found: Carried = vars(request).setdefault("carried", Carried())
    return found


class Validator(RequestValidator):
    # -- the app ------------------------------------------------------------------------------

    def client_authentication_required(self, request: Request, *args: Any, **kwargs: Any) -> bool:
        name, _ = credentials_of(request)
        app = app_get(name)
        return app is None or app.is_confidential

    def authenticate_client(self, request: Request, *args: Any, **kwargs: Any) -> bool:
        name, secret = credentials_of(request)
        app = app_get(name)
        if app is None or not app.is_confidential or not is_match(secret or "", app.secret_digest):
            return False
        request.client, request.client_id = app, app.client_id
        return True

    def authenticate_client_id(self, client_id: str, request: Request, *args: Any, **kwargs: Any) -> bool:
        app = app_get(client_id or credentials_of(request)[0])
        if app is None or app.is_confidential:
            return False
        request.client, request.client_id = app, app.client_id
        return True

    def validate_client_id(self, client_id: str, request: Request, *args: Any, **kwargs: Any) -> bool:
        request.client = app_get(client_id)
        request.response_mode = "query"  # the only one
        return request.client is not None

    def validate_grant_type(
        self, client_id: str, grant_type: str, client: App, request: Request, *args: Any, **kwargs: Any
    ) -> bool:
        return grant_type in GRANT_TYPES

    # -- the request for consent --------------------------------------------------------------

    def validate_redirect_uri(
        self, client_id: str, redirect_uri: str, request: Request, *args: Any, **kwargs: Any
    ) -> bool:
        return is_registered(redirect_uri, request.client.redirect_uris, origin_of(request.uri))

    def get_default_redirect_uri(
        self, client_id: str, request: Request, *args: Any, **kwargs: Any
    ) -> str | None:
        """An app with one URI need not name it."""
        registered = request.client.redirect_uris
        return registered[0] if len(registered) == 1 else None

    def validate_response_type(
        self, client_id: str, response_type: str, client: App, request: Request, *args: Any, **kwargs: Any
    ) -> bool:
        return response_type == "code"

    def is_pkce_required(self, client_id: str, request: Request) -> bool:
        return True

    def validate_scopes(
        self, client_id: str, scopes: list[str], client: App, request: Request, *args: Any, **kwargs: Any
    ) -> bool:
        return bool(scopes) and set(scopes) <= set(GRANTABLE)

    def get_default_scopes(self, client_id: str, request: Request, *args: Any, **kwargs: Any) -> list[str]:
        return []  # an app has to say what it wants

    # -- the code -----------------------------------------------------------------------------

    def save_authorization_code(
        self, client_id: str, code: dict[str, str], request: Request, *args: Any, **kwargs: Any
    ) -> None:
        AuthorizationCode.objects.create(
            digest=digest(code["code"]),
            app=request.client,
            player=request.user,
            scopes=request.scopes,
            redirect_uri=request.redirect_uri,
            challenge=request.code_challenge,
            expires_at=timezone.now() + CODE_LIFETIME,
        )

    def validate_code(
        self, client_id: str, code: str, client: App, request: Request, *args: Any, **kwargs: Any
    ) -> bool:
        """A code that comes twice was stolen: the grant it led to ends (RFC 6749, section 4.1.2)."""
        mine = AuthorizationCode.objects.filter(digest=digest(code), app=client).select_related("player")
        found = mine.select_for_update(of=("self",)).first()
        if found is None or found.player.suspended_at is not None:
            return False
        if found.grant_id is not None:
            logger.warning("a code came twice", extra={"player": str(found.player_id), "app": str(client.pk)})
            grants_end(Grant.objects.filter(pk=found.grant_id))
            return False
        if found.expires_at <= timezone.now():
            return False
        request.user, request.scopes, carried(request).code = found.player, found.scopes, found
        request.redirect_uri = request.redirect_uri or found.redirect_uri  # OAuth 2.1 does not repeat it
        return True

    def get_code_challenge(self, code: str, request: Request) -> str:
        return _code_of(request).challenge

    def get_code_challenge_method(self, code: str, request: Request) -> str:
        return "S256"

    def confirm_redirect_uri(
        self,
        client_id: str,
        code: str,
        redirect_uri: str,
        client: App,
        request: Request,
        *args: Any,
        **kwargs: Any,
    ) -> bool:
        return redirect_uri == _code_of(request).redirect_uri

    def invalidate_authorization_code(
        self, client_id: str, code: str, request: Request, *args: Any, **kwargs: Any
    ) -> None:
        AuthorizationCode.objects.filter(pk=_code_of(request).pk).update(grant=carried(request).opened)

    # -- refresh and device -------------------------------------------------------------------

    def validate_refresh_token(
        self, refresh_token: str, client: App, request: Request, *args: Any, **kwargs: Any
    ) -> bool:
        grant = grant_redeem(client, refresh_token)
        if grant is None:
            return False
        request.user = grant.player
        carried(request).renewed, carried(request).family = grant, family_of(refresh_token)
        return True

    def get_original_scopes(
        self, refresh_token: str, request: Request, *args: Any, **kwargs: Any
    ) -> list[str]:
        renewed = carried(request).renewed
        assert renewed is not None  # noqa: S101 (`oauthlib` has validated the token before)
        return renewed.scopes

    def rotate_refresh_token(self, request: Request) -> bool:
        return True

    def validate_device_code(
        self, client_id: str, code: str, request: Request, *args: Any, **kwargs: Any
    ) -> str | None:
        status, found = device_poll(request.client, code)
        if found is None:
            return status
        if found.player is None or found.player.suspended_at is not None:
            return DeviceCodeGrant.DEVICE_CODE_DENIED
        request.user, request.scopes, carried(request).device = found.player, found.scopes, found
        return status

    # -- tokens -------------------------------------------------------------------------------

    def save_bearer_token(self, token: dict[str, Any], request: Request, *args: Any, **kwargs: Any) -> None:
        pair = {"access": token["access_token"], "refresh": token["refresh_token"]}
        found = carried(request)
        if found.renewed:
            grant_renew(found.renewed, request.scopes, **pair)
            return
        found.opened = grant_open(request.user, request.client, request.scopes, **pair)
        if found.device:
            found.device.delete()  # a device code is used once

    def revoke_token(
        self, token: str, token_type_hint: str, request: Request, *args: Any, **kwargs: Any
    ) -> None:
        """Either token ends the grant. One of another app is left alone, without a word."""
        mine = Grant.objects.filter(app=request.client)
        by_access = Token.objects.filter(digest=digest(token), grant__app=request.client)
        grants_end(mine.filter(family_digest=digest(family_of(token))))
        grants_end(mine.filter(pk__in=list(by_access.values_list("grant", flat=True))))


def _code_of(request: Request) -> AuthorizationCode:
    code = carried(request).code
    assert code is not None  # noqa: S101 (`oauthlib` has validated the code before)
    return code


def credentials_of(request: Request) -> tuple[str, str | None]:
    """The id and secret of the app, by HTTP Basic or in the body (RFC 6749, section 2.3.1)."""
    scheme, _, encoded = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() != "basic":
        return request.client_id or "", request.client_secret
    try:
        name, _, secret = base64.b64decode(encoded, validate=True).decode().partition(":")
    except (binascii.Error, UnicodeDecodeError):
        return "", None
    return unquote_plus(name), unquote_plus(secret)
