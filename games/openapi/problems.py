"""Errors in the OpenAPI document: the possible codes of each operation."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import games
from games.http import problems
from games.http.declared import CODES, THE_RULES
from games.http.json_objects import without_none
from games.http.problems import MEDIA_TYPE, PROBLEM_TYPES, ProblemType
from games.http.refusals import OF_FIELDS, refusal_types
from games.json_schema import Schema, ref
from rules.refusals import REFUSALS

for _file in Path(games.__file__).parent.glob("*/refusals.py"):
    import_module(f"games.{_file.parent.name}.refusals")  # which lists those of the room

_API: Final = "/api/"
CATALOGUE: Final = "x-problems"  # what each code means, for the page of errors
_WRITES: Final = ("post", "put", "patch", "delete")
_ANYWHERE: Final = (problems.BAD_REQUEST, problems.INTERNAL_ERROR, problems.NOT_READY)

_LATER: Final = (problems.THROTTLED, problems.UNAVAILABLE, problems.OVERLOADED)
_SENT: Final = {
    problems.UNAUTHENTICATED.code: "WWW-Authenticate",
    **{kind.code: "Retry-After" for kind in _LATER},
}


@cache
def known() -> dict[str, ProblemType]:
    """Every type of problem, by its code."""
    return {kind.code: kind for kind in (*PROBLEM_TYPES, *(kind for kind, _ in refusal_types()))}


def problem_codes() -> Schema:
    return {"type": "string", "enum": sorted(known()), CATALOGUE: _catalogue()}


def _catalogue() -> dict[str, Schema]:
    rules = {kind.code: rule for kind, rule in refusal_types()}
    return {
        code: without_none({"status": kind.status, "title": kind.title, "rule": rules.get(code)})
        for code, kind in sorted(known().items())
    }


def add_problem_responses(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """A post-processing hook of drf-spectacular: adds the errors of each operation, by status."""
    parts = result["components"]
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
