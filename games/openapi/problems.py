"""Errors in the OpenAPI document: one schema, and the possible codes of each operation."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from typing import Any, Final

from games.http import problems
from games.http.declared import CODES, THE_RULES
from games.http.json_schema import Schema, array, closed, ref
from games.http.problems import MEDIA_TYPE, PROBLEM_TYPES, ProblemType
from games.http.refusals import OF_FIELDS, refusal_types
from rules.refusals import REFUSALS

_API: Final = "/api/"
_WRITES: Final = ("post", "put", "patch", "delete")
_ANYWHERE: Final = (problems.BAD_REQUEST, problems.INTERNAL_ERROR, problems.NOT_READY)

_LATER: Final = (problems.THROTTLED, problems.UNAVAILABLE, problems.OVERLOADED)
_SENT: Final = {
    problems.UNAUTHENTICATED.code: "WWW-Authenticate",
    **{kind.code: "Retry-After" for kind in _LATER},
}

ERROR: Final = closed(
    {
        "in": {"type": "string", "enum": ["body", "query", "header"]},
        "pointer": {
            "type": "string",
            "format": "json-pointer",
            "description": "A JSON pointer (RFC 6901) to the member of the body, such as `/clock/bank`, or a "
            "slash and the name of the parameter or header. Empty: the body as a whole. Of a name with more "
            "than 64 characters, the first 63 and an ellipsis.",
        },
        "code": {"type": "string", "description": "What is wrong, such as `required` or `unknown`."},
        "message": {"type": "string"},
    }
)
POLICY: Final = closed(
    {"name": {"type": "string"}, "quota": {"type": "integer"}, "window_seconds": {"type": "integer"}}
)


def _said(schema: Schema, text: str) -> Schema:
    return {**schema, "description": text}


_SCOPES: Final = array(ref("Scope"))
CONTEXT: Final[Schema] = {
    "type": "object",
    "description": "Details for programs. Which members there are depends on `code`; a refusal of the rules "
    "has the data of its sentence. More members may be added.",
    "properties": {
        "errors": _said(
            array(ref("InvalidField")), "Of `invalid`: the invalid parts of the request, the first 20."
        ),
        "version": _said({"type": "integer"}, "Of `stale_version`: the current version."),
        "hash": _said({"type": "string"}, "Of `stale_version`: the current hash."),
        "actions": _said(array(ref("Action")), "Of `stale_version`: your legal actions now."),
        "scope": _said(ref("Scope"), "Of `missing_scope`: the scope that is required."),
        "scopes": _said(_SCOPES, "Of `missing_scope`: the scopes of your token."),
        "policies": _said(array(ref("RateLimitPolicy")), "Of `throttled`: the limits that are reached."),
        "most": _said({"type": "integer"}, "Of `too_large`, `too_many_tokens` and similar codes: the limit."),
        "current": _said(
            {"type": "integer"}, "Of `too_many_open_tables` and similar codes: how many you have now."
        ),
        "index": _said({"type": "integer"}, "Of `test_action_refused`: the place of the action in the list."),
        "reason": _said({"type": "string"}, "Of `test_action_refused`: why the action is refused."),
        "free": _said(
            array({"type": "integer"}), "Of `seat_not_free` and `seats_empty`: the seats that are free."
        ),
    },
    "additionalProperties": True,
}
PROBLEM: Final[Schema] = {
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
        "code": {
            "anyOf": [ref("ProblemCode"), {"type": "string"}],
            "description": "The stable name of the type of problem. More may be added.",
        },
        "rule": {
            "type": "string",
            "description": "The number of the rule of the game that forbids the action.",
        },
        "links": {
            "type": "object",
            "description": "Of a refusal with a `rule`: where the rule is written.",
            "required": ["rule"],
            "properties": {"rule": {"type": "string", "format": "uri-reference"}},
        },
        "context": ref("ProblemContext"),
        "request_id": {"type": "string", "description": "The id of this request in the server's log."},
    },
}


@cache
def known() -> dict[str, ProblemType]:
    """Every type of problem, by its code."""
    return {kind.code: kind for kind in (*PROBLEM_TYPES, *(kind for kind, _ in refusal_types()))}


def problem_components() -> dict[str, Schema]:
    return {
        "Problem": PROBLEM,
        "ProblemCode": {"type": "string", "enum": sorted(known())},
        "ProblemContext": CONTEXT,
        "InvalidField": ERROR,
        "RateLimitPolicy": POLICY,
    }


def add_problem_responses(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """A post-processing hook of drf-spectacular: adds the errors of each operation, by status."""
    parts = result.setdefault("components", {})
    parts.setdefault("schemas", {}).update(problem_components())
    shared = parts.setdefault("responses", {})
    shared["Error"] = _response("Any other error", _ANYWHERE)
    for path, operations in result["paths"].items():
        for method, operation in operations.items():
            operation.setdefault("security", [])
            _require_body(operation, parts["schemas"])
            codes = {*operation.pop(CODES, ()), *_implied(path, method, operation)}
            operation["responses"] |= _by_status(codes, shared)
            operation["responses"]["default"] = {"$ref": "#/components/responses/Error"}
    return result


def _require_body(operation: dict[str, Any], schemas: dict[str, Schema]) -> None:
    """A body is required unless an empty object would be valid."""
    for content in operation.get("requestBody", {}).get("content", {}).values():
        schema = schemas.get(content["schema"].get("$ref", "").rsplit("/", 1)[-1], content["schema"])
        if schema.get("type") != "object" or schema.get("required"):
            operation["requestBody"]["required"] = True


def _implied(path: str, method: str, operation: dict[str, Any]) -> Iterator[str]:
    """The problems that follow from the form of an operation."""
    yield problems.NOT_ACCEPTABLE.code
    if "{" in path:
        yield problems.NOT_FOUND.code
    if not path.startswith(_API):
        return
    yield from (problems.INVALID.code, problems.UNAUTHENTICATED.code, problems.THROTTLED.code)
    yield from (problems.UNAVAILABLE.code, problems.SUSPENDED.code)
    if any(scopes for way in operation["security"] for scopes in way.values()):
        yield problems.MISSING_SCOPE.code
    if method in _WRITES:
        kinds = (problems.PARSE_ERROR, problems.TOO_LARGE, problems.UNSUPPORTED_MEDIA_TYPE)
        yield from (kind.code for kind in kinds)


def _by_status(codes: set[str], shared: dict[str, Any]) -> dict[str, Any]:
    """A response for each status; those with a single code are shared components."""
    if THE_RULES in codes:
        of_rules = {cls.code for cls in REFUSALS.values() if cls not in OF_FIELDS}
        codes = codes - {THE_RULES} | of_rules
    found: dict[int, list[ProblemType]] = defaultdict(list)
    for code in sorted(codes):
        found[known()[code].status].append(known()[code])
    return {str(status): _shared(kinds, shared) for status, kinds in sorted(found.items())}


def _shared(kinds: list[ProblemType], shared: dict[str, Any]) -> dict[str, Any]:
    lines = [f"- `{kind.code}`: {kind.title}" for kind in kinds]
    if len(kinds) > 1:
        return _response("\n".join(lines), kinds)
    name = "".join(part.capitalize() for part in kinds[0].code.split("_"))
    shared[name] = _response(f"`{kinds[0].code}`: {kinds[0].title}", kinds)
    return {"$ref": f"#/components/responses/{name}"}


def _response(text: str, kinds: Any) -> dict[str, Any]:
    codes = [kind.code for kind in kinds]
    return {
        "description": text,
        "headers": {_SENT[code]: {} for code in codes if code in _SENT},
        "content": {MEDIA_TYPE: {"schema": ref("Problem")}},
        CODES: codes,
    }
