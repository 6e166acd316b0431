"""Markdown as it stands in the files, as HTML for the site."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from html import escape
from typing import Any, Final

from markdown_it import MarkdownIt
from markdown_it.token import Token

from docs.site.code_blocks import tabs
from docs.site.page import EXAMPLE, ORIGIN, Heading, Page, anchor_of, heading, scrolling

Resolve = Callable[[str], str | None]
_SHOWN: Final = (2, 3)  # the levels of headings "on this page"
_CODE: Final = re.compile(r"<code>[^<]*</code>")


@cache
def _parser() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False}).enable("table")


def page_of(text: str, resolve: Resolve) -> Page:
    """`resolve` turns the target of a link into an address, or into None if the site does not have it."""
    writer = Writer(resolve)
    html = writer.write(_parser().parse(text))
    return Page(writer.title, html, tuple(writer.headings))


def prose(text: str, resolve: Resolve = lambda target: target) -> str:
    """Some paragraphs without headings."""
    return Writer(resolve).write(_parser().parse(text))


class Writer:
    def __init__(self, resolve: Resolve) -> None:
        self.title, self.headings = "", list[Heading]()
        self._resolve, self._tabs, self._rows = resolve, 0, set[str]()

    def write(self, tokens: Sequence[Token]) -> str:
        html, rest = "", list(tokens)
        while rest:
            token = rest.pop(0)
            if token.type == "fence":
                html += self._code(token, rest)
            elif token.type == "heading_open":
                html += self._heading(int(token.tag[1]), rest.pop(0))
                rest.pop(0)
            elif token.type == "table_open":
                html += self._table(token, rest)
            elif token.type == "inline":
                html += self._inline(token)
            else:
                html += self._plain(token)
        return html

    def _plain(self, token: Token) -> str:
        rendered: str = _parser().renderer.render([token], _parser().options, {})
        return rendered

    def _heading(self, level: int, inline: Token) -> str:
        text = _text_of(inline)
        if level == 1:
            self.title = text
            return ""
        found = Heading(level, anchor_of(text), text)
        if level in _SHOWN:
            self.headings.append(found)
        return heading(found)

    def _code(self, first: Token, rest: list[Token]) -> str:
        """Neighbours in different languages show one thing in several ways."""
        blocks = [(first.info, first.content)]
        while rest and rest[0].type == "fence" and rest[0].info not in dict(blocks):
            following = rest.pop(0)
            blocks.append((following.info, following.content))
        self._tabs += 1
        return tabs(self._tabs, blocks)

    def _table(self, first: Token, rest: list[Token]) -> str:
        end = next(place for place, token in enumerate(rest) if token.type == "table_close")
        inside, html = rest[:end], ""
        del rest[: end + 1]
        for place, token in enumerate(inside):
            if token.type == "tr_open":
                html += self._row(inside[place + 2 : place + 3])
            elif token.type == "inline":
                html += self._inline(token)
            else:
                html += self._plain(token)
        head = next((_text_of(token) for token in inside if token.type == "inline" and _text_of(token)), "")
        return scrolling(f"{self._plain(first)}{html}</table>", head)

    def _row(self, cell: list[Token]) -> str:
        """A row that explains one word in code can be linked to by that word."""
        words = [found for token in cell for found in token.children or []]
        if len(words) != 1 or words[0].type != "code_inline" or words[0].content in self._rows:
            return "<tr>\n"
        self._rows.add(words[0].content)
        return f'<tr id="{escape(words[0].content)}">\n'

    def _inline(self, token: Token) -> str:
        children = [self._linked(child) for child in token.children or []]
        token.children = _without_dead_links(children)
        return _CODE.sub(_with_origin, self._plain(token))

    def _linked(self, token: Token) -> Token:
        if token.type == "link_open":
            token.meta = {"to": self._resolve(str(token.attrs["href"]))}
            token.attrs = {"href": token.meta["to"] or ""}
        if token.type == "image":
            token.attrs["src"] = self._resolve(str(token.attrs["src"])) or ""
        return token


def _with_origin(code: re.Match[str]) -> str:
    """The bare address stays: it is what `make run` says of itself."""
    return code[0].replace(f"{EXAMPLE}/", f"{ORIGIN}/")


def _without_dead_links(tokens: list[Token]) -> list[Token]:
    """A file that is no page of the site stays as its text."""
    found, dead = list[Token](), 0
    for token in tokens:
        if token.type == "link_open" and token.meta["to"] is None:
            dead += 1
        elif token.type == "link_close" and dead:
            dead -= 1
        else:
            found.append(token)
    return found


def _text_of(inline: Token) -> str:
    words: list[Any] = [child.content or " " * (child.type == "softbreak") for child in inline.children or []]
    return re.sub(r"\s+", " ", "".join(words)).strip()
