"""Extensions of drf-spectacular for what it cannot derive."""

from typing import Any, Final

from drf_spectacular.extensions import (
    OpenApiAuthenticationExtension,
    OpenApiSerializerExtension,
    OpenApiSerializerFieldExtension,
)
from drf_spectacular.openapi import AutoSchema

from games.http.auth import ANYONE, OPEN, PERSONAL, TokenAuthentication, needed_by
from games.http.bodies import Body
from games.http.json_schema import closed
from games.http.links import LINK, Links
from games.models import Scope
from games.oauth.scopes import TEXTS

TOKENS: Final = {
    "type": "http",
    "scheme": "bearer",
    "description": f"A personal access token. Scopes: {', '.join(Scope.values)}.",
}
_ENDS: Final = {"tokenUrl": "/oauth/token", "refreshUrl": "/oauth/token"}
APPS: Final = {
    "type": "oauth2",
    "description": "The access token of an app that a player has allowed to act for them: OAuth 2.1, with "
    "PKCE (S256). All addresses are in `/.well-known/oauth-authorization-server`. Programs without a browser "
    "use the device flow (RFC 8628), which this version of OpenAPI cannot describe: it begins at "
    "`/oauth/device-authorization`.",
    "flows": {
        "authorizationCode": {
            "authorizationUrl": "/oauth/authorize",
            **_ENDS,
            "scopes": {scope.value: text for scope, text in TEXTS.items()},
        }
    },
}


class TokenScheme(OpenApiAuthenticationExtension):
    """The token and scopes that an operation requires, if any."""

    target_class = TokenAuthentication
    name = ["token", "app"]

    def get_security_definition(self, auto_schema: AutoSchema) -> list[dict[str, Any]]:
        return [TOKENS, APPS]

    def get_security_requirement(self, auto_schema: AutoSchema) -> list[dict[str, list[Any]]]:
        needed = needed_by(auto_schema.view, auto_schema.method)
        if OPEN in needed:
            return []
        scopes = [str(one) for one in needed if one in Scope.values]
        # An app cannot be given the scope `audit`.
        names = self.name[:1] if {PERSONAL, Scope.AUDIT} & set(needed) else self.name
        ways = [{name: scopes} for name in names]
        return [{}, *ways] if ANYONE in needed else ways


class NamedLinks(OpenApiSerializerFieldExtension):
    """Links are typed: a member for each."""

    target_class = Links

    def map_serializer_field(self, auto_schema: AutoSchema, direction: str) -> dict[str, Any]:
        return closed(dict.fromkeys(self.target.routes, LINK))


class StrictBody(OpenApiSerializerExtension):
    """Request bodies have no additional properties."""

    target_class = Body
    match_subclasses = True

    def map_serializer(self, auto_schema: AutoSchema, direction: str) -> dict[str, Any]:
        schema: dict[str, Any] = auto_schema._map_serializer(self.target, direction, bypass_extensions=True)  # noqa: SLF001 – as the docs of drf-spectacular do
        return {**schema, "additionalProperties": False}
