"""Response headers in the OpenAPI document, each described once and referenced where it is sent."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from games.http.declared import HEADERS, SCHEMAS


def header_refs(names: Iterable[str]) -> dict[str, Any]:
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}


def add_headers(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """A post-processing hook of drf-spectacular. Every response of the API has the rate-limit headers."""
    result["components"]["headers"] = {
        name: {"description": text, "schema": {"type": "string", **SCHEMAS.get(name, {})}}
        for name, text in HEADERS.items()
    }
    for path, response in _responses(result):
        limits = ("RateLimit-Policy", "RateLimit") if path.startswith("/api/") else ()
        if sent := [*response.get("headers", {}), *limits]:
            response["headers"] = header_refs(sent)
    return result


def _responses(result: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every response with its path; a shared component counts as one of the API."""
    for path, operations in result["paths"].items():
        for operation in operations.values():
            yield from ((path, r) for r in operation["responses"].values() if "$ref" not in r)
    yield from (("/api/", response) for response in result["components"]["responses"].values())
