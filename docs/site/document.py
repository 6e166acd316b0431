"""The OpenAPI document, taken apart for the reference."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import yaml

from docs.site.chapters import ROOT
from docs.site.page import address

FILE: Final = "openapi/schema.yaml"
JSON: Final = "application/json"
_POSTED: Final = "callbacks"  # the tag of what is posted to webhooks
Part = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Operation:
    method: str
    path: str
    part: Part

    @property
    def id(self) -> str:
        return str(self.part["operationId"])

    @property
    def tag(self) -> str:
        return str(self.part["tags"][0])

    @property
    def address(self) -> str:
        return address(f"reference/{self.tag}", self.id)

    @property
    def is_posted(self) -> bool:
        """Sent by the server, not to it."""
        return self.tag == _POSTED

    @property
    def scopes(self) -> list[str] | None:
        """What a token needs; None where no token is needed."""
        ways = self.part["security"]
        if not ways or {} in ways:
            return None
        return [scope for way in ways[:1] for scopes in way.values() for scope in scopes]

    @property
    def takes_token(self) -> bool:
        return bool(self.part["security"])

    @property
    def parameters(self) -> list[Part]:
        return [resolved(each) for each in self.part.get("parameters", [])]

    @property
    def body(self) -> tuple[str, Part] | None:
        """The media type of the body and its content."""
        content = self.part.get("requestBody", {}).get("content", {})
        return next(iter(content.items()), None)

    @property
    def answers(self) -> dict[str, Part]:
        """What is answered if all goes well, by status."""
        found = {status: resolved(each) for status, each in self.part["responses"].items()}
        return {status: each for status, each in found.items() if status[0] in "23"}

    @property
    def codes(self) -> list[str]:
        found = (resolved(each) for status, each in self.part["responses"].items() if status != "default")
        return sorted({name for each in found for name in each.get("x-codes", [])})


@cache
def document() -> Part:
    found: Part = yaml.load((ROOT / FILE).read_bytes(), Loader=yaml.CSafeLoader)
    return found


@cache
def operations() -> tuple[Operation, ...]:
    return tuple(_operations())


def _operations() -> Iterator[Operation]:
    for path, methods in document()["paths"].items():
        yield from (Operation(method, path, part) for method, part in methods.items())
    for name, methods in document()["webhooks"].items():
        yield from (Operation(method, name, part) for method, part in methods.items())


def schemas() -> dict[str, Part]:
    found: dict[str, Part] = document()["components"]["schemas"]
    return found


def problems() -> dict[str, Part]:
    """Status, title and rule of every problem, by its code."""
    found: dict[str, Part] = schemas()["ProblemCode"]["x-problems"]
    return found


def resolved(part: Part) -> Part:
    if "$ref" not in part:
        return part
    _, _, sort, name = part["$ref"].split("/")
    found: Part = document()["components"][sort][name]
    return found


def first_example(content: Part) -> Any:
    """The value of the first example, or None."""
    for each in content.get("examples", {}).values():
        return resolved(each)["value"]
    return None
