"""Extensions of drf-spectacular for what it cannot derive."""

from collections.abc import Mapping
from typing import Any, Final

from drf_spectacular.extensions import (
    OpenApiAuthenticationExtension,
    OpenApiSerializerExtension,
)
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import ResolvedComponent

from games.accounts.models import Scope
from games.http.answers import Answer
from games.http.auth import ANYONE, OPEN, PERSONAL, TokenAuthentication, needed_by
from games.http.bodies import Body
from games.json_schema import Schema, class_of, components_of
from games.oauth.scopes import TEXTS
from games.streams.answers import Messages

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


def register(auto_schema: AutoSchema, found: dict[str, Schema], sources: Mapping[str, type]) -> None:
    """Components with the classes that they are made of: the generator warns of two of one name."""
    for name, schema in found.items():
        component = ResolvedComponent(name, ResolvedComponent.SCHEMA, schema, sources[name])
        auto_schema.registry.register_on_missing(component)


class AnswerSchema(OpenApiSerializerExtension):
    """An answer is described by its class, and so are the answers inside it."""

    target_class = Answer
    match_subclasses = True

    def get_name(self, auto_schema: AutoSchema, direction: str) -> str:
        return str(self.target.__name__)

    def map_serializer(self, auto_schema: AutoSchema, direction: str) -> dict[str, Any]:
        found = components_of(self.target)
        own = found.pop(self.get_name(auto_schema, direction))
        register(auto_schema, found, {name: class_of(name, type(Answer)) for name in found})
        return own


class MessagesSchema(OpenApiSerializerExtension):
    """Which messages a stream has is open: they are a union of answers, and of what is added later."""

    target_class = Messages
    match_subclasses = True

    def get_name(self, auto_schema: AutoSchema, direction: str) -> str:
        return str(self.target.__name__)

    def map_serializer(self, auto_schema: AutoSchema, direction: str) -> dict[str, Any]:
        for kind in self.target.kinds:
            auto_schema.resolve_serializer(kind, "response")
        found = self.target.components()
        own: dict[str, Any] = found.pop(self.target.__name__)
        register(auto_schema, found, dict.fromkeys(found, self.target))
        return own


class StrictBody(OpenApiSerializerExtension):
    """Request bodies have no additional properties."""

    target_class = Body
    match_subclasses = True

    def map_serializer(self, auto_schema: AutoSchema, direction: str) -> dict[str, Any]:
        schema: dict[str, Any] = auto_schema._map_serializer(self.target, direction, bypass_extensions=True)
        return {**schema, "additionalProperties": False}
