"""The table of contents: every page of the site, in order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from typing import Final

from docs.site import chapters, reference, rulebook
from docs.site.chapters import Chapter
from docs.site.document import document
from docs.site.error_codes import with_codes
from docs.site.event_types import with_types
from docs.site.page import Page, address

# Chapters that the code goes on with.
_CONTINUED: Final = {"errors": with_codes, "events": with_types}


@dataclass(frozen=True, slots=True)
class Entry:
    slug: str
    title: str
    page: Callable[[], Page]

    @property
    def address(self) -> str:
        return address(self.slug)


@dataclass(frozen=True, slots=True)
class Group:
    title: str
    entries: tuple[Entry, ...]


def _entries(found: tuple[Chapter, ...]) -> tuple[Entry, ...]:
    return tuple(Entry(chapter.slug, chapter.title, partial(_page, chapter)) for chapter in found)


def _page(chapter: Chapter) -> Page:
    page = chapter.page()
    return _CONTINUED[chapter.slug](page) if chapter.slug in _CONTINUED else page


def _rules() -> tuple[Entry, ...]:
    games = [
        Entry(f"rules/{game.id}", game.title, partial(rulebook.rules_page, game)) for game in rulebook.games()
    ]
    return (Entry("rules", "All rules", rulebook.overview), *games)


def _reference() -> tuple[Entry, ...]:
    tags = [
        Entry(
            f"reference/{tag['name']}",
            tag["name"].capitalize(),
            partial(reference.tag_page, tag["name"], tag["description"]),
        )
        for tag in document()["tags"]
    ]
    schemas = Entry("reference/schemas", "Schemas", reference.schemas_page)
    return (Entry("reference", "All operations", reference.overview), *tags, schemas)


@cache
def groups() -> tuple[Group, ...]:
    return (
        Group("Start", _entries(chapters.START)),
        Group("The API", _entries((*chapters.API, *chapters.CLIENTS))),
        Group("Reference", _reference()),
        Group("Rules", _rules()),
        Group("Audit", _entries(chapters.AUDIT)),
        Group("Run a server", _entries(chapters.OPERATE)),
        Group("Changes", _entries(chapters.CHANGES)),
        Group("Contribute", _entries(chapters.CONTRIBUTE)),
    )


@cache
def entries() -> dict[str, Entry]:
    """By slug, in the order of the side bar; the decisions are not in it."""
    listed = [entry for group in groups() for entry in group.entries]
    return {entry.slug: entry for entry in (*listed, *_entries(chapters.decisions()))}


def neighbours(slug: str) -> tuple[Entry | None, Entry | None]:
    order = list(entries())
    if slug not in order:
        return None, None
    place = order.index(slug)
    before = entries()[order[place - 1]] if place else None
    after = entries()[order[place + 1]] if place + 1 < len(order) else None
    return before, after


def group_of(slug: str) -> Group | None:
    return next((group for group in groups() if slug in {entry.slug for entry in group.entries}), None)
