"""Every code of a problem at its own place, with the operations that answer with it."""

from __future__ import annotations

from collections import defaultdict
from html import escape
from itertools import groupby

from games.docs.document import operations
from games.docs.page import Heading, Page, address, heading, link
from games.http.problems import PROBLEM_TYPES, ProblemType
from games.http.refusals import refusal_types

_MANY = 12  # operations are counted, not listed


def with_codes(page: Page) -> Page:
    """The chapter, followed by all codes, by status."""
    html, headings, answers = page.html, [*page.headings], _answers()
    known = [(kind, None) for kind in PROBLEM_TYPES] + list(refusal_types())
    by_status = sorted(known, key=lambda found: (found[0].status, found[0].code))
    for status, kinds in groupby(by_status, key=lambda found: found[0].status):
        headings.append(Heading(2, f"status-{status}", f"Status {status}"))
        html += heading(headings[-1])
        for kind, rule in kinds:
            headings.append(Heading(3, kind.code, kind.code))
            html += heading(headings[-1]) + _described(kind, rule) + _answered(answers[kind.code])
    return Page(page.title, html, tuple(headings))


def _described(kind: ProblemType, rule: str | None) -> str:
    numbered = f" Rule {link(address('rules', rule), rule)}." if rule else ""
    return f"<p>{escape(kind.title)}{numbered}</p>\n"


def _answers() -> dict[str, list[tuple[str, str]]]:
    found: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for operation in operations():
        for name in operation.codes:
            found[name].append((operation.id, operation.address))
    return found


def _answered(places: list[tuple[str, str]]) -> str:
    if not places:
        return ""
    if len(places) > _MANY:
        return f'<p class="soft">{len(places)} operations can answer with it.</p>\n'
    shown = ", ".join(link(place, name, code=True) for name, place in sorted(places))
    return f'<p class="soft">From {shown}.</p>\n'
