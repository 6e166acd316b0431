"""Small pieces of HTML. Every text is escaped, so a name can be anything."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any, Final

STYLE: Final = """
@page { margin: 18mm 16mm }
* { box-sizing: border-box }
body { font: 15px/1.45 Georgia, "DejaVu Serif", serif; color: #1c1c1c; background: #fff }
body { margin: 0 auto; max-width: 52rem; padding: 1.5rem }
h1 { font-size: 1.7rem; margin: 0 0 .3rem }
h2 { font-size: 1.2rem; margin: 1.8rem 0 .5rem; break-after: avoid }
h3 { font-size: 1rem; margin: 1.2rem 0 .3rem; break-after: avoid }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; vertical-align: top; padding: .25rem .6rem .25rem 0 }
th, td { border-bottom: 1px solid #ccc }
th[scope=row] { white-space: nowrap; width: 1% }
.number { text-align: right; white-space: nowrap; width: 1% }
td, dd, li, h2, p { overflow-wrap: anywhere }
tr, figure, dd { break-inside: avoid }
dt, thead { break-after: avoid }
code, pre { font: 12px/1.4 "DejaVu Sans Mono", monospace; overflow-wrap: anywhere; white-space: pre-wrap }
pre { background: #f4f2ec; padding: .6rem; margin: .4rem 0 }
dt { font-weight: bold }
dd { margin: 0 0 .6rem 1rem }
.verdict { border: 2px solid #2c6e3f; padding: .5rem .8rem; font-weight: bold }
.verdict.bad { border-color: #a11; color: #a11 }
.failed { color: #a11; font-weight: bold }
figure { margin: 0 0 1rem }
img { max-width: 100%; border: 1px solid #ccc }
.game + .game { break-before: page }
small { color: #555 }
@media print {
  body { font-size: 10.5pt; max-width: none; padding: 0 }
  code, pre { font-size: 8pt }
  img { max-height: 118mm }
}
"""


class Html(str):
    """Text that is HTML already."""

    __slots__ = ()


def h(value: Any) -> Html:
    return value if isinstance(value, Html) else Html(escape(str(value)))


def tag(name: str, *inside: Any, **attributes: Any) -> Html:
    given = "".join(f' {key.rstrip("_")}="{escape(str(value))}"' for key, value in attributes.items())
    return Html(f"<{name}{given}>{''.join(map(h, inside))}</{name}>")


def joined(parts: Iterable[Any]) -> Html:
    return Html("".join(map(h, parts)))


def table(headings: Sequence[str], rows: Sequence[Sequence[Any]]) -> Html:
    """Numbers stand to the right, with their heading."""
    numbers = [any(isinstance(row[place], int) for row in rows) for place in range(len(headings))]
    styles = [{"class_": "number"} if is_number else {} for is_number in numbers]
    head = [tag("th", name, scope="col", **style) for name, style in zip(headings, styles, strict=True)]
    body = [
        tag("tr", *(tag("td", value, **style) for value, style in zip(row, styles, strict=True)))
        for row in rows
    ]
    return tag("table", tag("thead", tag("tr", *head)), tag("tbody", *body))


def pairs(rows: Iterable[tuple[str, Any]]) -> Html:
    """A table of names and values."""
    body = [tag("tr", tag("th", name, scope="row"), tag("td", value)) for name, value in rows]
    return tag("table", tag("tbody", *body))


def listed(texts: Iterable[Any], nothing: str) -> Html:
    items = [tag("li", text) for text in texts]
    return tag("ul", *items) if items else tag("p", nothing)


def document(title: str, *parts: Any) -> str:
    head = (Html('<meta charset="utf-8">'), tag("title", title), Html(f"<style>{STYLE}</style>"))
    viewport = Html('<meta name="viewport" content="width=device-width">')
    body = tag("body", tag("main", *parts))
    return "<!doctype html>\n" + tag("html", tag("head", *head, viewport), body, lang="en") + "\n"
