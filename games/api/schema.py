"""What the generated OpenAPI document cannot know by itself."""

from typing import Any

from games.api.problems import MEDIA_TYPE

PROBLEM_SCHEMA: dict[str, Any] = {
    "type": "object",
    "description": "A problem document (RFC 9457). Compare `code`; the texts are for people.",
    "required": ["type", "title", "status", "detail", "code"],
    "properties": {
        "type": {"type": "string", "format": "uri-reference", "description": "Where this kind is described."},
        "title": {"type": "string", "description": "The kind of problem in one sentence."},
        "status": {"type": "integer", "minimum": 400, "maximum": 599},
        "detail": {"type": "string", "description": "What went wrong this time."},
        "code": {"type": "string", "description": "The stable name of the kind."},
        "rule": {"type": "string", "description": "The number of the rule of the game that says no."},
        "context": {
            "type": "object",
            "additionalProperties": True,
            "description": "Data that helps to go on.",
        },
        "request_id": {"type": "string", "description": "The id under which the log knows this request."},
    },
}
_RESPONSE = {
    "description": "Any error",
    "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
}


def add_problem_responses(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Say once, for every operation, that all errors share one shape."""
    result.setdefault("components", {}).setdefault("schemas", {})["Problem"] = PROBLEM_SCHEMA
    for operations in result["paths"].values():
        for operation in operations.values():
            operation["responses"]["default"] = _RESPONSE
    return result
