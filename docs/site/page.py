"""A page of the documentation, and the small pieces of HTML that pages are made of."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

HOME: Final = "/docs"
EXAMPLE: Final = "http://localhost:8000"  # the address of the server in the files
ORIGIN: Final = f'<span class="origin">{EXAMPLE}</span>'  # a script of the page puts its own server there


@dataclass(frozen=True, slots=True)
class Heading:
    level: int
    id: str
    text: str


@dataclass(frozen=True, slots=True)
class Page:
    title: str
    html: str
    headings: tuple[Heading, ...]  # "on this page", and the entries of the search


def address(slug: str, anchor: str = "") -> str:
    return (f"{HOME}/{slug}" if slug else HOME) + (f"#{anchor}" if anchor else "")


def anchor_of(text: str) -> str:
    """As GitHub makes it of a heading, so that the links work there too."""
    return re.sub(r"[^\w -]", "", text.lower()).replace(" ", "-")


def heading(found: Heading) -> str:
    tag, name, text = f"h{found.level}", escape(found.id), found.text
    return f'<{tag} id="{name}"><a class="anchor" href="#{name}">{escape(text)}</a></{tag}>\n'


def link(to: str, text: str, *, code: bool = False) -> str:
    shown = f"<code>{escape(text)}</code>" if code else escape(text)
    return f'<a href="{escape(to)}">{shown}</a>'


def code(text: str) -> str:
    return f"<code>{escape(text)}</code>"


def table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    """`rows` are HTML, `head` is text."""
    top = "".join(f'<th scope="col">{escape(name)}</th>' for name in head)
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>\n" for row in rows)
    return scrolling(f"<table>\n<thead><tr>{top}</tr></thead>\n<tbody>\n{body}</tbody>\n</table>", head[0])


def scrolling(wide: str, name: str) -> str:
    """What may be wider than a phone scrolls by itself, with the keyboard too."""
    return (
        f'<div class="wide" role="region" aria-label="{escape(name or "Table")}" tabindex="0">{wide}</div>\n'
    )
