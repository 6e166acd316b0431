"""What is around a page: header, contents, what is on the page, and its neighbours."""

from __future__ import annotations

from html import escape
from pathlib import Path
from string import Template
from typing import Final

from docs.site.contents import Entry, group_of, groups, neighbours
from docs.site.page import Page

_PAGE: Final = Template((Path(__file__).parent / "page.html").read_text(encoding="utf-8"))
_TRY: Final = '<script type="module" src="/docs/try.mjs"></script>\n'


def whole(slug: str, page: Page) -> str:
    """The page as a document of its own."""
    return _PAGE.substitute(
        title=escape(page.title),
        scripts=_TRY if slug.startswith("reference") else "",
        toc=_on_this_page(page),
        html=page.html,
        neighbours=_neighbours(slug),
        contents=_contents(slug),
    )


def _on_this_page(page: Page) -> str:
    if len(page.headings) < 2:  # noqa: PLR2004 – one is at the top anyway
        return ""
    items = "".join(
        f'<li class="level-{one.level}"><a href="#{escape(one.id)}">{escape(one.text)}</a></li>\n'
        for one in page.headings
    )
    return (
        '<nav class="toc" aria-label="On this page">\n<details open>\n<summary>On this page</summary>\n'
        f"<ul>\n{items}</ul>\n</details>\n</nav>\n"
    )


def _neighbours(slug: str) -> str:
    before, after = neighbours(slug)
    links = _neighbour(before, "before", "prev", "Previous") + _neighbour(after, "after", "next", "Next")
    return f'<nav class="neighbours" aria-label="Previous and next">\n{links}</nav>\n' if links else ""


def _neighbour(entry: Entry | None, style: str, relation: str, word: str) -> str:
    if entry is None:
        return ""
    return (
        f'<a class="{style}" rel="{relation}" href="{entry.address}"><span>{word}</span> '
        f"{escape(entry.title)}</a>\n"
    )


def _contents(slug: str) -> str:
    """Only the group of the page is open; on a page of no group, the first one."""
    shown = group_of(slug) or groups()[0]
    html = ""
    for group in groups():
        items = "".join(_item(entry, is_here=entry.slug == slug) for entry in group.entries)
        html += f"<details{' open' if group == shown else ''}>\n<summary>{escape(group.title)}</summary>\n"
        html += f"<ul>\n{items}</ul>\n</details>\n"
    return html


def _item(entry: Entry, *, is_here: bool) -> str:
    current = ' aria-current="page"' if is_here else ""
    return f'<li><a href="{entry.address}"{current}>{escape(entry.title)}</a></li>\n'
