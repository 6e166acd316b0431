"""The reference: every operation of the OpenAPI document, a page for each tag."""

from __future__ import annotations

import json
from html import escape
from typing import Any

from docs.site.code_blocks import block, tabs
from docs.site.document import Operation, Part, document, operations, resolved
from docs.site.markdown import prose
from docs.site.page import Heading, Page, address, code, heading, link, table
from docs.site.requests import requests_of
from docs.site.shapes import members, parameters, schemas_page, type_of
from docs.site.trial import token_form, trial

__all__ = ["overview", "schemas_page", "tag_page"]


def overview() -> Page:
    """All operations at a glance."""
    html, headings = prose(document()["info"]["description"]), []
    for tag in document()["tags"]:
        headings.append(Heading(2, tag["name"], tag["name"].capitalize()))
        found = [operation for operation in operations() if operation.tag == tag["name"]]
        rows = [
            (_signature(operation), link(operation.address, operation.part["summary"])) for operation in found
        ]
        html += heading(headings[-1]) + prose(tag["description"]) + table(("request", "summary"), rows)
    return Page("Reference", html, tuple(headings))


def tag_page(name: str, text: str) -> Page:
    html, headings = prose(text) + token_form(), []
    for number, operation in enumerate(each for each in operations() if each.tag == name):
        headings.append(Heading(2, operation.id, operation.part["summary"]))
        html += heading(headings[-1]) + _described(operation, number)
    return Page(f"Reference: {name}", html, tuple(headings))


def _signature(operation: Operation) -> str:
    path = "your URL" if operation.is_posted else escape(operation.path).replace("/", "/<wbr>")
    method = operation.method
    return f'<span class="method {method}">{method.upper()}</span><span class="path">{path}</span>'


def _described(operation: Operation, number: int) -> str:
    html = f'<p>{_signature(operation)} <span class="soft">{code(operation.id)}</span></p>\n'
    html += prose(operation.part["description"]) + _needs(operation) + parameters(operation.parameters)
    if operation.body:
        html += _body(*operation.body, sent=operation.is_posted)
    if not operation.is_posted:
        html += tabs(number, requests_of(operation)) + trial(operation)
    return (
        html
        + "".join(_answer(status, each) for status, each in operation.answers.items())
        + _errors(operation)
    )


def _needs(operation: Operation) -> str:
    if operation.is_posted:
        return ""
    if not operation.takes_token:
        return "<p>Needs no token.</p>\n"
    if operation.scopes is None:
        return "<p>Needs no token; with one you see what your account may.</p>\n"
    named = " and ".join(link(address("tokens", scope), scope, code=True) for scope in operation.scopes)
    return f"<p>Needs a token with the scope {named}.</p>\n" if named else "<p>Needs any token.</p>\n"


def _body(media_type: str, content: Part, *, sent: bool) -> str:
    schema = content["schema"]
    html = f"<h3>{'Message' if sent else 'Body'}</h3>\n<p>{type_of(schema)}, as {code(media_type)}.</p>\n"
    return html + members(resolved(schema)) + _examples(content, first=sent)


def _answer(status: str, found: Part) -> str:
    html = f"<h3>{escape(status)}</h3>\n{prose(found['description'])}"
    for media_type, content in found.get("content", {}).items():
        html += f"<p>{type_of(content['schema'])}, as {code(media_type)}.</p>\n"
        html += _examples(content, first=True)
    return html


def _examples(content: Part, *, first: bool) -> str:
    """The first example of a body is in the requests already."""
    html = ""
    for place, (name, found) in enumerate(content.get("examples", {}).items()):
        each = resolved(found)
        shown = _shown(each["value"])
        if place == 0 and first:
            html += shown
        elif place:
            title, note = escape(each.get("summary", name)), prose(each.get("description", ""))
            html += f'<details class="fold"><summary>{title}</summary>{note}{shown}</details>\n'
    return html


def _shown(value: Any) -> str:
    if isinstance(value, str):
        return block("text", value)
    return block("json", json.dumps(value, ensure_ascii=False, indent=2) + "\n")


def _errors(operation: Operation) -> str:
    codes = ", ".join(link(address("errors", name), name, code=True) for name in operation.codes)
    return f"<p>Errors: {codes}.</p>\n" if codes else ""
