"""The OpenAPI document, as the generator needs it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import yaml

Plain = dict[str, Any]


@dataclass(frozen=True)
class Operation:
    id: str
    method: str
    path: str
    entry: Plain
    document: Document

    @property
    def parameters(self) -> list[Plain]:
        return [self.document.resolved(found) for found in self.entry.get("parameters", ())]

    @property
    def body(self) -> Plain | None:
        """The schema of a JSON body."""
        content = self.entry.get("requestBody", {}).get("content", {})
        found: Plain | None = content.get("application/json", {}).get("schema")
        return found

    @property
    def is_log(self) -> bool:
        return "application/x-ndjson" in self.entry.get("requestBody", {}).get("content", {})

    def answers(self) -> Iterator[tuple[str, str, Plain]]:
        """Status, content type and schema of what it answers when all goes well."""
        for status, found in self.entry["responses"].items():
            answer = self.document.resolved(found)
            if status.startswith("2"):
                for kind, content in answer.get("content", {"": {"schema": {}}}).items():
                    yield status, kind, content["schema"]


class Document:
    def __init__(self, file: Path) -> None:
        self.plain: Plain = yaml.load(file.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
        self.schemas: dict[str, Plain] = self.plain["components"]["schemas"]

    @cached_property
    def operations(self) -> list[Operation]:
        return [
            Operation(entry["operationId"], method.upper(), path, entry, self)
            for path, methods in self.plain["paths"].items()
            for method, entry in methods.items()
            if isinstance(entry, dict) and "operationId" in entry
        ]

    def resolved(self, entry: Plain) -> Plain:
        while "$ref" in entry:
            _, *names = entry["$ref"].split("/")
            entry = self.plain
            for name in names:
                entry = entry[name]
        return entry


def name_in(schema: Plain) -> str:
    """The component a reference leads to; empty if it is not one."""
    return str(schema.get("$ref", "")).rpartition("/")[2]


def unwrapped(schema: Plain) -> Plain:
    """`allOf` around a single reference only adds a description."""
    parts = schema.get("allOf", ())
    return parts[0] if len(parts) == 1 else schema
