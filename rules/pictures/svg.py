"""SVG as text. Every value is escaped, so a name can be anything."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from xml.sax.saxutils import escape, quoteattr

Value = str | float | int | None
Look = dict[str, Value]  # attributes that go together

FONT = "Verdana, 'DejaVu Sans', sans-serif"
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def text_of(value: str) -> str:
    """The text without characters that XML forbids, escaped."""
    return escape(_NOT_XML.sub("", value))


def tag(name: str, *children: str, **attributes: Value) -> str:
    """`tag("text", text_of(name), font_size=12)`; an attribute that is None is left out."""
    given = "".join(_given(key, value) for key, value in attributes.items() if value is not None)
    inside = "".join(children)
    return f"<{name}{given}>{inside}</{name}>" if inside else f"<{name}{given}/>"


@lru_cache(maxsize=16384)  # from one picture of a board to the next, nearly all are the same
def _given(key: str, value: Value) -> str:
    return f" {key.rstrip('_').replace('_', '-')}={quoteattr(_NOT_XML.sub('', plain(value)))}"


def plain(value: Value) -> str:
    """Rounded to a tenth of a pixel, so that pictures are identical on every machine."""
    if not isinstance(value, float):
        return str(value)
    return f"{round(value, 1) + 0.0:g}"


def points(corners: Iterable[tuple[float, float]]) -> str:
    return " ".join(f"{plain(float(x))},{plain(float(y))}" for x, y in corners)


def words(value: str, x: float, y: float, size: float, **more: Value) -> str:
    return tag("text", text_of(value), x=float(x), y=float(y), font_size=float(size), **more)


def centred(value: str, x: float, y: float, size: float, **more: Value) -> str:
    """Around a point: capitals and digits are 0.72 of the size high."""
    return words(value, x, y + size * 0.36, size, text_anchor="middle", **more)


def picture(width: int, height: int, title: str, description: str, *parts: str) -> bytes:
    """A whole document, with a title and a description for readers who cannot see it."""
    frame = tag("rect", width=width, height=height, fill="#fbf8f0")
    named = (tag("title", text_of(title), id="title"), tag("desc", text_of(description), id="desc"))
    return tag(
        "svg",
        *named,
        frame,
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width} {height}",
        width=width,
        height=height,
        role="img",
        aria_labelledby="title desc",
        font_family=FONT,
        fill="#1c1c1c",
    ).encode()
