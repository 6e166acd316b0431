"""Small pieces of HTML. Every text is escaped, so a name can be anything."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape
from typing import Any, Final

from proof.printed import printable

NOT_PLAIN: Final = re.compile(r"[^\w ·-]")
STYLE: Final = """
@page { margin: 18mm 16mm 20mm }
* { box-sizing: border-box }
body { font: 15px/1.45 Georgia, "DejaVu Serif", serif; color: #1c1c1c; background: #fff }
body { margin: 0 auto; max-width: 52rem; padding: 1.5rem }
h1 { font-size: 1.7rem; margin: 0 0 .3rem }
h2 { font-size: 1.2rem; margin: 1.8rem 0 .5rem; break-after: avoid }
h3 { font-size: 1rem; margin: 1.2rem 0 .3rem; break-after: avoid }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; vertical-align: top; padding: .25rem .6rem .25rem 0 }
th, td { border-bottom: 1px solid #ccc }
th[scope=row], .short { white-space: nowrap; width: 1% }
th[scope=row], .short { padding-right: 1.2rem }
.number { text-align: right; white-space: nowrap; width: 1% }
td, dd, li, h2, p { overflow-wrap: anywhere }
.sheet th:first-child { width: 7rem }
tr, figure, dd, pre, .sheet { break-inside: avoid }
dt, thead, .lead { break-after: avoid }
code, pre { font: 12px/1.4 "DejaVu Sans Mono", monospace; overflow-wrap: anywhere; white-space: pre-wrap }
pre { background: #f4f2ec; padding: .6rem; margin: .4rem 0 }
dt { font-weight: bold }
dd { margin: 0 0 .6rem 1rem }
.verdict { border: 2px solid #2c6e3f; padding: .5rem .8rem; font-weight: bold }
.verdict.bad { border-color: #a11; color: #a11 }
.failed { color: #a11; font-weight: bold }
figure { margin: 0 0 1rem }
img { max-width: 100%; border: 1px solid #ccc }
.game { break-before: page }
small { color: #555 }
@media print {
  body { font-size: 10.5pt; max-width: none; padding: 0 }
  code, pre { font-size: 8pt }
  .sheet th, .sheet td { padding-top: .08rem; padding-bottom: .08rem }
  img { max-height: 200mm }
}
"""


class Html(str):
    """Text that is HTML already."""

    __slots__ = ()


def h(value: Any) -> Html:
    return value if isinstance(value, Html) else Html("\n".join(map(_text, str(value).split("\n"))))


def _text(line: str) -> str:
    return escape(printable(line))


def tag(name: str, *inside: Any, **attributes: Any) -> Html:
    given = "".join(f' {key.rstrip("_")}="{_text(str(value))}"' for key, value in attributes.items())
    return Html(f"<{name}{given}>{''.join(map(h, inside))}</{name}>")


def joined(parts: Iterable[Any]) -> Html:
    return Html("".join(map(h, parts)))


def table(headings: Sequence[str], rows: Sequence[Sequence[Any]]) -> Html:
    """Numbers stand to the right, with their heading."""
    numbers = [any(isinstance(row[place], int) for row in rows) for place in range(len(headings))]
    styles = [{"class_": "number"} if is_number else {} for is_number in numbers]
    head = [tag("th", name, scope="col", **style) for name, style in zip(headings, styles, strict=True)]
    body = [
        tag("tr", *(tag("td", shown(value), **style) for value, style in zip(row, styles, strict=True)))
        for row in rows
    ]
    return tag("table", tag("thead", tag("tr", *head)), tag("tbody", *body))


def shown(value: Any) -> Any:
    """A number has a minus sign, which is as wide as the digits; a hyphen is not."""
    return str(value).replace("-", "\N{MINUS SIGN}") if isinstance(value, int) else value


def pairs(rows: Iterable[tuple[str, Any]]) -> Html:
    """A table of names and values."""
    body = [tag("tr", tag("th", name, scope="row"), tag("td", value)) for name, value in rows]
    return tag("table", tag("tbody", *body))


def listed(texts: Iterable[Any], nothing: str) -> Html:
    items = [tag("li", text) for text in texts]
    return tag("ul", *items) if items else tag("p", nothing)


def lead(text: str) -> Html:
    """It stays with what it leads to."""
    return tag("p", text, class_="lead")


def foot(text: str) -> str:
    """What stands below each page of print. The text may be anything, so little of it is let in."""
    plain = NOT_PLAIN.sub("", text)
    font = "font: 8pt Georgia, serif; color: #555"
    left = f'@bottom-left {{ content: "{plain}"; {font} }}'
    right = f'@bottom-right {{ content: counter(page) " / " counter(pages); {font} }}'
    return f"@page {{ {left} {right} }}"


def document(title: str, *parts: Any, below: str = "") -> str:
    style = f"<style>{STYLE}{foot(below or title)}</style>"
    head = (Html('<meta charset="utf-8">'), tag("title", title), Html(style))
    viewport = Html('<meta name="viewport" content="width=device-width">')
    body = tag("body", tag("main", *parts))
    return "<!doctype html>\n" + tag("html", tag("head", *head, viewport), body, lang="en") + "\n"
