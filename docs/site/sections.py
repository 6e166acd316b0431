"""Every section of every page: what the search in the page looks through, and the list from A to Z."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import asdict, dataclass
from html import escape, unescape
from itertools import groupby
from typing import Final

from docs.site.contents import Entry, group_of
from docs.site.page import Heading, Page, address, anchor_of, code, heading, link

A_TO_Z: Final = "a-z"
_LONG: Final = 600  # characters of a section that are searched
_WORDS: Final = re.compile(r"</?(?:a|b|code|em|span|strong|wbr)\b[^>]*>")  # within a line
# What most readers look for comes first: chapters and operations, not the types of single values, nor what
# is only for those who work on Signalbox itself.
_WEIGHTS: Final = {
    "Start": 3.0,
    "The API": 3.0,
    "Audit": 2.0,
    "Run a server": 1.5,
    "Reference": 1.5,
    "Rules": 1.0,
    "Changes": 0.3,
    "Contribute": 0.3,
}
_OF_TYPES: Final = 0.3
_OF_DECISIONS: Final = 0.2
_SECTION: Final = 2  # the level of its heading
_BEGINNING: Final = 1.5  # of a page, which is about all of it
_DEEP: Final = 0.5  # an error, an event, a rule


@dataclass(frozen=True, slots=True)
class Section:
    title: str
    name: str  # by which programs know it, as an operation or a code; or nothing
    page: str
    address: str
    text: str
    weight: float


def sections_of(entry: Entry, page: Page) -> list[Section]:
    first, *rest = _parts(page)
    weight = _weight(entry)
    top = Section(page.title, entry.title, entry.title, entry.address, _text(first), _BEGINNING * weight)
    return [top] + [
        Section(
            each.text,
            _name(each),
            entry.title,
            f"{entry.address}#{each.id}",
            _text(part),
            weight * (_DEEP if each.level > _SECTION else 1),
        )
        for each, part in zip(page.headings, rest, strict=True)
    ]


def index(sections: list[Section]) -> list[dict[str, object]]:
    return [asdict(section) for section in sections]


def a_to_z(sections: list[Section]) -> Page:
    """For readers without scripts, and for those who want to see what there is."""
    html, headings = "<p>Every page, section, operation, error, event and rule.</p>\n", list[Heading]()
    for letter, found in groupby(sorted(_places(sections).items(), key=_order), key=_letter):
        headings.append(Heading(2, f"letter-{letter.lower()}", letter))
        items = "".join(f"<li>{_listed(title, places)}</li>\n" for title, places in found)
        html += f"{heading(headings[-1])}<ul>\n{items}</ul>\n"
    return Page("A to Z", html, tuple(headings))


Places = tuple[str, list[Section]]


def _places(sections: list[Section]) -> dict[str, list[Section]]:
    found: dict[str, list[Section]] = defaultdict(list)
    for section in sections:
        found[section.title].append(section)
    return found


def _order(found: Places) -> tuple[str, str]:
    return _letter(found), found[0].lower()


def _letter(found: Places) -> str:
    first = re.search(r"[A-Za-z]", found[0])
    return first[0].upper() if first else "#"


def _listed(title: str, places: list[Section]) -> str:
    first, *more = places
    if more:
        return f"{escape(title)}: {', '.join(link(one.address, one.page) for one in places)}"
    name = f" {code(first.name)}" if first.name not in ("", title) else ""
    page = f' <span class="soft">{escape(first.page)}</span>' if first.page != title else ""
    return link(first.address, title) + name + page


def _weight(entry: Entry) -> float:
    if entry.address == address("reference/schemas"):
        return _OF_TYPES
    group = group_of(entry.slug)
    return _WEIGHTS[group.title] if group else _OF_DECISIONS


def _name(found: Heading) -> str:
    return "" if found.id == anchor_of(found.text) else found.id


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
