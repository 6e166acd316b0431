# ruff: noqa: INP001 – a program, not a package
"""Writes what the JavaScript client knows of the API: operations, and types of what they take and return.

    python clients/javascript/generate.py [--check]

The source is openapi/schema.yaml. The results are `operations.js` and `api.d.ts` in `src`.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any, Final

import yaml

HERE: Final = Path(__file__).resolve().parent
SOURCES: Final = HERE / "src"
DOCUMENT: Final = HERE.parents[1] / "openapi" / "schema.yaml"
NOTE: Final = "// Generated from openapi/schema.yaml by `make schema`; do not edit.\n"
# By the first part of a path, the words that the methods of its resource leave out.
RESOURCES: Final = {
    "games": ("Game", "Games"),
    "me": ("Me", "My"),
    "players": ("Player", "Players"),
    "rulesets": ("Ruleset", "Rulesets"),
    "bots": ("Bot", "Bots"),
    "leaderboards": ("Leaderboard", "Leaderboards"),
    "apps": ("App", "Apps"),
    "webhooks": ("Webhook", "Webhooks"),
    "server": ("get",),
}
NAMED: Final = {"importGame": "importLog"}
METHODS: Final = ("get", "post", "put", "patch", "delete")
OPTIONS: Final = {
    "Idempotency-Key": "idempotency_key",
    "If-Match": "if_match",
}  # fetch itself does the caching
PLAIN: Final = {
    "string": "string",
    "integer": "number",
    "number": "number",
    "boolean": "boolean",
    "null": "null",
}

Plain = dict[str, Any]


class Document:
    def __init__(self, text: str) -> None:
        self.root: Plain = yaml.safe_load(text)
        self.schemas: Plain = self.root["components"]["schemas"]

    def resolved(self, part: Plain) -> Plain:
        while "$ref" in part:
            found: Any = self.root
            for name in part["$ref"].removeprefix("#/").split("/"):
                found = found[name]
            part = found
        return part

    def operations(self) -> list[Operation]:
        """By resource. Streams have no methods: the client follows them."""
        found = [
            Operation(self, path, method.upper(), item[method])
            for path, item in self.root["paths"].items()
            for method in METHODS
            if method in item and "streams" not in item[method]["tags"]
        ]
        return sorted(
            found, key=lambda operation: (list(RESOURCES).index(operation.resource), operation.name)
        )


@dataclass(frozen=True)
class Operation:
    document: Document
    path: str
    method: str
    said: Plain

    @property
    def resource(self) -> str:
        first = self.path.removeprefix("/api/v1/").split("/")[0]
        return {"imports": "games"}.get(first, first if first in RESOURCES else "server")

    @property
    def name(self) -> str:
        name = self.said["operationId"]
        words = re.findall(r"[A-Z]?[a-z]+", name)
        kept = "".join(word for word in words if word not in RESOURCES[self.resource])
        return NAMED.get(name, kept[0].lower() + kept[1:])

    @property
    def body(self) -> Plain | None:
        """The schema of what is sent."""
        content = self.document.resolved(self.said.get("requestBody", {})).get("content", {})
        return next((media["schema"] for media in content.values()), None)

    @property
    def has_whole_body(self) -> bool:
        """Whether the body is an argument of its own, because it is no object or one of several."""
        return self.body is not None and "properties" not in self.document.resolved(self.body)

    def parameters(self, place: str) -> list[Plain]:
        found = (self.document.resolved(part) for part in self.said.get("parameters", []))
        return [part for part in found if part["in"] == place]

    def options(self) -> list[str]:
        names = (part["name"] for part in self.parameters("header"))
        return [OPTIONS[name] for name in names if name in OPTIONS]

    def facts(self) -> Plain:
        """What the client has to know to send it."""
        query = [part["name"] for part in self.parameters("query")]
        facts: Plain = {"method": self.method, "path": self.path}
        if "idempotency_key" in self.options():
            facts["key"] = True
        if self.body:
            facts["body"] = "whole" if self.has_whole_body else "members"
        if self.body and query:
            facts["query"] = query  # the other options are members of the body
        if "cursor" in query:
            facts["pages"] = True
        return facts

    def answer(self, types: Types) -> str:
        """What it returns: of several media types JSON, which is what the client asks for."""
        found = []
        for status, response in self.said["responses"].items():
            content = self.document.resolved(response).get("content", {})
            if status.startswith("2") and content:
                kind = "application/json" if "application/json" in content else next(iter(content))
                found.append("Blob" if kind.endswith("zip") else types.of(content[kind]["schema"]))
        return " | ".join(dict.fromkeys(found)) or "void"

    def arguments(self, types: Types) -> str:
        named = {part["name"]: part["schema"] for part in self.parameters("path")}
        path = [f"{name}: {types.of(named[name])}" for name in re.findall(r"{(\w+)}", self.path)]
        if self.has_whole_body and self.body:
            path.append(f"body: {types.of(self.body)}")
        fields = [
            *self.parameters("query"),
            *({"name": name, "schema": {"type": "string"}} for name in self.options()),
        ]
        asked = " ".join(f"{part['name']}?: {types.of(part['schema'])};" for part in fields)
        parts = ["Common", *([f"{{ {asked} }}"] if asked else [])]
        if self.body and not self.has_whole_body:
            parts.append(types.of(self.body))
        is_needed = self.body and not self.has_whole_body and self.said["requestBody"].get("required")
        return ", ".join([*path, f"options{'' if is_needed else '?'}: {' & '.join(parts)}"])


class Types:
    """TypeScript for JSON schemas."""

    def of(self, schema: Plain) -> str:
        if "$ref" in schema:
            return str(schema["$ref"].rpartition("/")[2])
        for word, sign in (("oneOf", " | "), ("anyOf", " | "), ("allOf", " & ")):
            if word in schema:
                return self._joined(schema[word], sign)
        if "enum" in schema:
            return " | ".join(map(json.dumps, schema["enum"]))
        kinds = schema.get("type", [])
        return (
            " | ".join(self._of_kind(kind, schema) for kind in ([kinds] if isinstance(kinds, str) else kinds))
            or "unknown"
        )

    def _joined(self, schemas: list[Plain], sign: str) -> str:
        # `string` would swallow the values that are known, so that no editor could suggest them.
        parts = ["(string & {})" if part == {"type": "string"} else self.of(part) for part in schemas]
        return sign.join(f"({part})" if " | " in part and sign != " | " else part for part in parts)

    def _of_kind(self, kind: str, schema: Plain) -> str:
        if kind == "array":
            return f"Array<{self.of(schema.get('items', {}))}>"
        if kind != "object":
            return PLAIN[kind]
        more = schema.get("additionalProperties", True)
        if schema.get("properties"):
            return f"{{ {' '.join(self.members(schema))} }}"
        return (
            "Record<string, never>"
            if more is False
            else f"Record<string, {self.of(more) if isinstance(more, dict) else 'unknown'}>"
        )

    def members(self, schema: Plain) -> Iterator[str]:
        for name, member in schema["properties"].items():
            sign = "" if name in schema.get("required", ()) else "?"
            shown = name if name.isidentifier() else json.dumps(name)
            yield f"{comment(member)}{shown}{sign}: {self.of(member)};"

    def declared(self, name: str, schema: Plain) -> str:
        lead = comment(schema, "\n")
        if schema.get("type") == "object" and schema.get("properties"):
            members = "\n".join(f"  {member}" for member in self.members(schema))
            return f"{lead}export interface {name} {{\n{members}\n}}\n"
        return f"{lead}export type {name} = {self.of(schema)};\n"


def comment(schema: Plain, end: str = " ") -> str:
    """The first paragraph of the description."""
    text = " ".join(schema.get("description", "").split("\n\n")[0].split())
    return f"/** {text.replace('*/', '* /')} */{end}" if text and text != "A JSON body." else ""


def by_resource(operations: list[Operation]) -> Iterator[tuple[str, Iterable[Operation]]]:
    return groupby(operations, key=lambda operation: operation.resource)


def operations_js(document: Document) -> str:
    lines = [NOTE, "// How each operation is sent.", "export const OPERATIONS = {"]
    for resource, operations in by_resource(document.operations()):
        lines.append(f"  {resource}: {{")
        lines += [f"    {one.name}: {json.dumps(one.facts())}," for one in operations]
        lines.append("  },")
    return "\n".join([*lines, "};", ""])


def method(operation: Operation, types: Types) -> Iterator[str]:
    summary, answer = operation.said["summary"], operation.answer(types)
    arguments = operation.arguments(types)
    yield f"  /** {summary}. */\n  {operation.name}({arguments}): Promise<{answer}>;"
    if operation.facts().get("pages") and operation.name.startswith("list"):
        every = operation.name.replace("list", "iterate", 1)
        yield f"  /** {summary}, page by page. */"
        yield f"  {every}({arguments}): AsyncGenerator<{answer}['items'][number]>;"


def api_d_ts(document: Document) -> str:
    types = Types()
    parts = [NOTE, "/** What every method takes. */\nexport interface Common { signal?: AbortSignal }\n"]
    for resource, operations in by_resource(document.operations()):
        methods = "\n".join(line for one in operations for line in method(one, types))
        parts.append(f"export interface {resource.title()}Api {{\n{methods}\n}}\n")
    parts += [types.declared(name, schema) for name, schema in document.schemas.items()]
    return "\n".join(parts)


def main(words: list[str]) -> None:
    document = Document(DOCUMENT.read_text(encoding="utf-8"))
    written = {"operations.js": operations_js(document), "api.d.ts": api_d_ts(document)}
    if words == ["--check"]:
        stale = [
            name for name, text in written.items() if (SOURCES / name).read_text(encoding="utf-8") != text
        ]
        sys.exit(f"Run `make schema` and commit the difference: {', '.join(stale)}" if stale else 0)
    for name, text in written.items():
        (SOURCES / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
