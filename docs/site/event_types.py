"""Every type of event at its own place."""

from __future__ import annotations

import inspect
from html import escape
from typing import Final

from docs.site.markdown import prose
from docs.site.page import Heading, Page, code, heading, table
from rules.declare import Registry, Shape
from rules.events import EVENTS
from rules.table.base import TABLE_EVENTS

_SORTS: Final = (
    ("At the table", "at-the-table", TABLE_EVENTS),
    ("In the game", "in-the-game", EVENTS),
)


def with_types(page: Page) -> Page:
    """The chapter, followed by all types."""
    html, headings = page.html, [*page.headings]
    for title, anchor, registry in _SORTS:
        headings.append(Heading(2, anchor, title))
        html += heading(headings[-1])
        for shape in _sorted(registry):
            headings.append(Heading(3, shape.name, shape.name))
            html += heading(headings[-1]) + _described(shape)
    return Page(page.title, html, tuple(headings))


def _sorted(registry: Registry) -> list[Shape]:
    return [registry.by_name[name] for name in sorted(registry.by_name)]


def _described(shape: Shape) -> str:
    text = inspect.getdoc(shape.cls) or ""
    said = "" if text.startswith(shape.cls.__name__ + "(") else prose(text)
    rows = [(code(name), escape(kind.name), _readers(shape, name)) for name, kind in shape.kinds.items()]
    members = table(("member", "type", "who can read it"), rows) if rows else "<p>It has no members.</p>\n"
    return f'{said}<p class="soft">Version {shape.cls.v}.</p>\n{members}'


def _readers(shape: Shape, name: str) -> str:
    if name in shape.private:
        return "its seat; everybody after the end"
    return "everybody after the end" if name in shape.secret else "everybody"
