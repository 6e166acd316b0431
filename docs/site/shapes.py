"""Schemas in words: what a value is, and what its members are."""

from __future__ import annotations

import json
from html import escape

from docs.site.document import Part, schemas
from docs.site.markdown import prose
from docs.site.page import Heading, Page, address, code, heading, link, table

PAGE = "reference/schemas"


def type_of(schema: Part) -> str:
    """What a value is, as HTML."""
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[1]
        return link(address(PAGE, name), name)
    for word, joined in (("oneOf", " or "), ("anyOf", " or "), ("allOf", " and ")):
        if word in schema:
            return joined.join(type_of(each) for each in schema[word])
    if "enum" in schema:
        return " or ".join(code(str(each)) for each in schema["enum"])
    if schema.get("type") == "array":
        return f"array of {type_of(schema['items'])}"
    if "const" in schema:
        return code(str(schema["const"]))
    kind = schema.get("type", "any value")
    name = " or ".join(kind) if isinstance(kind, list) else kind
    return escape(f"{name} ({schema['format']})" if "format" in schema else name)


def members(schema: Part) -> str:
    """A table of the members of an object, or what else it is."""
    found, needed = schema.get("properties", {}), schema.get("required", [])
    rows = [
        (
            code(name),
            type_of(each) + ("" if name in needed else ' <span class="soft">optional</span>'),
            _said(each),
        )
        for name, each in found.items()
    ]
    return table(("member", "type", "meaning"), rows) if rows else ""


def _said(schema: Part) -> str:
    text = schema.get("description", "")
    bounds = [f"{words} {schema[name]}" for name, words in _BOUNDS.items() if name in schema]
    if "default" in schema:
        bounds.append(f"default {json.dumps(schema['default'])}")
    return _inline(text) + (f' <span class="soft">({escape(", ".join(bounds))})</span>' if bounds else "")


_BOUNDS = {"minimum": "at least", "maximum": "at most", "maxLength": "longest", "maxItems": "most"}


def _inline(text: str) -> str:
    return prose(text).removeprefix("<p>").removesuffix("</p>\n")


def parameters(found: list[Part]) -> str:
    rows = [
        (
            code(each["name"]),
            each["in"],
            type_of(each["schema"]) + ("" if each.get("required") else ' <span class="soft">optional</span>'),
            _said({**each["schema"], "description": each.get("description", "")}),
        )
        for each in found
    ]
    return table(("parameter", "in", "type", "meaning"), rows) if rows else ""


def schemas_page() -> Page:
    html, headings = "<p>Every type of the API by its name in the OpenAPI document.</p>\n", []
    for name, schema in schemas().items():
        headings.append(Heading(2, name, name))
        html += heading(headings[-1]) + _described(schema)
    return Page("Schemas", html, tuple(headings))


def _described(schema: Part) -> str:
    said = prose(schema.get("description", ""))
    own = [part for part in schema.get("allOf", []) if "properties" in part]
    html = said + members(schema) + "".join(members(part) for part in own)
    if "properties" not in schema:
        shown = {**schema, "allOf": [part for part in schema["allOf"] if "$ref" in part]} if own else schema
        html += f"<p>{type_of(shown)}</p>\n"
    return html
