"""The endpoints of OAuth 2.1, assembled from `oauthlib`: three grants, PKCE with S256, and nothing else."""

from __future__ import annotations

from typing import Any, Final

from django.http import HttpRequest
from oauthlib.common import Request
from oauthlib.oauth2 import (
    AuthorizationCodeGrant,
    AuthorizationEndpoint,
    BearerToken,
    RefreshTokenGrant,
    RevocationEndpoint,
    TokenEndpoint,
    UnsupportedResponseTypeError,
)
from oauthlib.oauth2.rfc6749.errors import UnsupportedCodeChallengeMethodError
from oauthlib.oauth2.rfc8628.grant_types import DeviceCodeGrant

from games.oauth.credentials import CODE, access_token_new, refresh_token_new, secret_new
from games.oauth.grants import ACCESS_LIFETIME
from games.oauth.validator import DEVICE_GRANT, Validator, carried


class CodeGrant(AuthorizationCodeGrant):
    def create_authorization_code(self, request: Request) -> dict[str, str]:
        made: dict[str, str] = super().create_authorization_code(request)
        return {**made, "code": secret_new(CODE)}


def _only_codes(request: Request) -> dict[str, str]:
    """`oauthlib` would also take "code token" and "none", which are for OpenID Connect."""
    if request.response_type not in (None, "code"):
        raise UnsupportedResponseTypeError(request=request)
    return {}


def _only_s256(request: Request) -> dict[str, str]:
    """`oauthlib` would also take "plain"."""
    if request.code_challenge_method != "S256":
        raise UnsupportedCodeChallengeMethodError(request=request)
    return {}


def _access(request: Request) -> str:
    return access_token_new()


def _refresh(request: Request) -> str:
    return refresh_token_new(carried(request).family)


_validator: Final = Validator()
_code: Final = CodeGrant(_validator, pre_auth=[_only_codes, _only_s256])
device_grant: Final = DeviceCodeGrant(_validator)
_bearer: Final = BearerToken(
    _validator,
    token_generator=_access,
    refresh_token_generator=_refresh,
    expires_in=int(ACCESS_LIFETIME.total_seconds()),
)
_grants: Final[dict[str, Any]] = {
    "authorization_code": _code,
    "refresh_token": RefreshTokenGrant(_validator),
    DEVICE_GRANT: device_grant,
}
authorization: Final = AuthorizationEndpoint("code", _bearer, {"code": _code})
token: Final = TokenEndpoint("authorization_code", _bearer, _grants)
revocation: Final = RevocationEndpoint(_validator)


def issuer(request: HttpRequest) -> str:
    """The identifier of this server in OAuth: its origin."""
    return f"{request.scheme}://{request.get_host()}"
