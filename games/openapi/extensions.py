"""Extensions of drf-spectacular for what it cannot derive."""

from typing import Any

from drf_spectacular.extensions import (
    OpenApiAuthenticationExtension,
    OpenApiSerializerExtension,
    OpenApiSerializerFieldExtension,
)
from drf_spectacular.openapi import AutoSchema

from games.http.auth import ANY_TOKEN, ANYONE, OPEN, TokenAuthentication, needed_by
from games.http.bodies import Body
from games.http.json_schema import closed
from games.http.links import LINK, Links
from games.models import Scope


class TokenScheme(OpenApiAuthenticationExtension):
    """The token and scope that an operation requires, if any."""

    target_class = TokenAuthentication
    name = "token"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, Any]:
        return {
            "type": "http",
            "scheme": "bearer",
            "description": f"A personal access token. Scopes: {', '.join(Scope.values)}.",
        }

    def get_security_requirement(self, auto_schema: AutoSchema) -> list[dict[str, list[Any]]]:
        needed = needed_by(auto_schema.view, auto_schema.method)
        if needed == OPEN:
            return []
        if needed == ANYONE:
            return [{}, {self.name: []}]
        return [{self.name: [] if needed == ANY_TOKEN else [str(needed)]}]


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
