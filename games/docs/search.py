"""Finds sections by words: the same index for the script in the page and for the page without a script."""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass
from html import unescape
from typing import Final

from games.docs.page import Page, heading
from games.docs.site import Entry, entries
from games.http.kept import Once

_MOST: Final = 50  # results on the page without a script
_LONG: Final = 300  # characters of a section in the index
_WORDS: Final = re.compile(r"</?(?:a|b|code|em|span|strong|wbr)\b[^>]*>")  # within a line
_NAME_COUNTS: Final = 5  # times as much as the text


@dataclass(frozen=True, slots=True)
class Section:
    title: str
    page: str
    address: str
    text: str

    def rank(self, words: list[str]) -> int:
        """Zero unless every word occurs."""
        title, text = self.title.lower(), f"{self.page} {self.text}".lower()
        points = [_NAME_COUNTS * (word in title) + (word in text) for word in words]
        return sum(points) if all(points) else 0


@Once
def sections() -> tuple[Section, ...]:
    return tuple(found for entry in entries().values() for found in _sections_of(entry))


def index() -> dict[str, list[dict[str, str]]]:
    return {"items": [asdict(section) for section in sections()]}


def search(query: str) -> list[Section]:
    words = query.lower().split()
    ranked = [(section.rank(words), section) for section in sections()] if words else []
    best = sorted((found for found in ranked if found[0]), key=lambda found: -found[0])
    return [section for _, section in best[:_MOST]]


def _sections_of(entry: Entry) -> list[Section]:
    page = entry.page()
    first, *rest = _parts(page)
    found = [Section(entry.title, entry.title, entry.address, _text(first))]
    return found + [
        Section(each.text, entry.title, f"{entry.address}#{each.id}", _text(part))
        for each, part in zip(page.headings, rest, strict=True)
    ]


def _parts(page: Page) -> list[str]:
    """The HTML before the first heading, and after each of them."""
    parts, html = list[str](), page.html
    for each in page.headings:
        before, _, html = html.partition(heading(each))
        parts.append(before)
    return [*parts, html]


def _text(html: str) -> str:
    blocks = _WORDS.sub("", html)
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", blocks))).strip()[:_LONG]
