"""What the generated OpenAPI document cannot know by itself."""

from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension, OpenApiSerializerExtension
from drf_spectacular.openapi import AutoSchema

from games.http.auth import ANY_TOKEN, ANYONE, OPEN, TokenAuthentication, needed_by
from games.http.bodies import Body
from games.http.problems import MEDIA_TYPE
from games.models import Scope

PROBLEM_SCHEMA: dict[str, Any] = {
    "type": "object",
    "description": "A problem document (RFC 9457). Programs should compare `code`; the texts are for people.",
    "required": ["type", "title", "status", "detail", "code"],
    "properties": {
        "type": {
            "type": "string",
            "format": "uri-reference",
            "description": "Where this type of problem is described.",
        },
        "title": {
            "type": "string",
            "description": "The type of problem in one sentence, always the same for a code.",
        },
        "status": {"type": "integer", "minimum": 400, "maximum": 599},
        "detail": {"type": "string", "description": "What went wrong in this request."},
        "code": {"type": "string", "description": "The stable name of the type of problem."},
        "rule": {
            "type": "string",
            "description": "The number of the rule of the game that forbids the action.",
        },
        "context": {
            "type": "object",
            "additionalProperties": True,
            "description": "Details for programs.",
        },
        "request_id": {"type": "string", "description": "The id of this request in the server's log."},
    },
}
_RESPONSE = {
    "description": "Any other error",
    "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
}


_HEADERS = {
    "RateLimit-Policy": 'The limits that apply, such as `"token";q=1200;w=60`: 1200 requests in 60 seconds.',
    "RateLimit": 'What is left of them, such as `"token";r=1199;t=58`: 1199 requests, reset in 58 seconds.',
}


def add_rate_limit_headers(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Say once, for every answer of the API, how it tells of its limits."""
    result["components"]["headers"] = {
        name: {"description": text, "schema": {"type": "string"}} for name, text in _HEADERS.items()
    }
    references = {name: {"$ref": f"#/components/headers/{name}"} for name in _HEADERS}
    for path, operations in result["paths"].items():
        responses = [r for operation in operations.values() for r in operation["responses"].values()]
        for response in responses if path.startswith("/api/") else ():
            response["headers"] = response.get("headers", {}) | references
    return result


def add_problem_responses(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Say once, for every operation, that all errors share one shape."""
    result.setdefault("components", {}).setdefault("schemas", {})["Problem"] = PROBLEM_SCHEMA
    for operations in result["paths"].values():
        for operation in operations.values():
            operation["responses"]["default"] = dict(_RESPONSE)
            operation.setdefault("security", [])
    return result


class TokenScheme(OpenApiAuthenticationExtension):
    """Which token an operation takes, if any."""

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


class StrictBody(OpenApiSerializerExtension):
    """A request body takes no fields but its own."""

    target_class = Body
    match_subclasses = True

    def map_serializer(self, auto_schema: AutoSchema, direction: str) -> dict[str, Any]:
        schema: dict[str, Any] = auto_schema._map_serializer(self.target, direction, bypass_extensions=True)  # noqa: SLF001 – as the docs of drf-spectacular do
        return {**schema, "additionalProperties": False}
