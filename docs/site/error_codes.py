"""Every code of a problem at its own place, with the operations that answer with it."""

from __future__ import annotations

from collections import defaultdict
from html import escape
from itertools import groupby

from docs.site.document import Part, operations, problems
from docs.site.page import Heading, Page, address, heading, link

_MANY = 12  # operations are counted, not listed


def with_codes(page: Page) -> Page:
    """The chapter, followed by all codes, by status."""
    html, headings, answers = page.html, [*page.headings], _answers()
    by_status = sorted(problems().items(), key=lambda found: (found[1]["status"], found[0]))
    for status, found in groupby(by_status, key=lambda found: found[1]["status"]):
        headings.append(Heading(2, f"status-{status}", f"Status {status}"))
        html += heading(headings[-1])
        for code, problem in found:
            headings.append(Heading(3, code, code))
            html += heading(headings[-1]) + _described(problem) + _answered(answers[code])
    return Page(page.title, html, tuple(headings))


def _described(problem: Part) -> str:
    rule = problem.get("rule")
    numbered = f" Rule {link(address('rules', rule), rule)}." if rule else ""
    return f"<p>{escape(problem['title'])}{numbered}</p>\n"


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
