"""The rules of each game: what its ruleset, its board and the rulebook say."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from html import escape
from typing import Final

from docs.site.chapters import ROOT, resolve_from
from docs.site.document import problems
from docs.site.markdown import page_of
from docs.site.page import Heading, Page, address, anchor_of, code, heading, link, table
from rules.board import Board, Ticket
from rules.catalogue import catalogue, ruleset
from rules.rulebook import RULES
from rules.ruleset import Ruleset

# What the letters of a rule's number stand for.
_PARTS: Final = {
    "BOX": "The box",
    "SET": "Set-up",
    "TURN": "Turns",
    "DRAW": "Drawing cards",
    "CLAIM": "Claiming routes",
    "TICK": "Tickets",
    "HARB": "Harbours",
    "EXCH": "Exchanging pieces",
    "TOUR": "Tours",
    "WRAP": "The map",
    "END": "The end",
    "SCORE": "Scoring",
}


@cache
def games() -> tuple[Ruleset, ...]:
    """The newest version of each game."""
    return tuple(each for each in catalogue() if ruleset(each.id) is each)


def overview() -> Page:
    """All rules of all games."""
    rows = [
        (
            link(_address(game), game.title),
            _players(game),
            _board(game.board),
        )
        for game in games()
    ]
    html = (
        "<p>Each game is a list of numbered rules. Code, tests, refusals and score sheets name them by their "
        "numbers. Games have most rules in common. What follows “Ruling:” is ours, where the printed "
        "rulebooks are silent.</p>\n"
    )
    rules, headings = _rules(RULES, _followed)
    return Page("Rules of the games", html + table(("game", "players", "board"), rows) + rules, headings)


def rules_page(game: Ruleset) -> Page:
    rules, headings = _rules(game.rules)
    file = f"rules/variants/{game.id}/NOTES.md"
    notes = page_of((ROOT / file).read_text(encoding="utf-8"), resolve_from(file))
    board = Heading(2, "points-and-tickets", "Points and tickets")
    html = (
        f"<p>For {_players(game)} players. Ruleset {code(game.name)}.</p>\n{_picture(game)}{rules}"
        f"{heading(board)}{_points(game)}{_tickets(game)}{notes.html}"
    )
    return Page(game.title, html, (*headings, board, *notes.headings))


def _board(found: Board) -> str:
    return f"{len(found.places)} places, {len(found.routes)} routes, {len(found.tickets)} tickets"


def _address(game: Ruleset, number: str = "") -> str:
    return address(f"rules/{game.id}", number)


def _players(game: Ruleset) -> str:
    return f"{game.seats[0]} to {game.seats[-1]}"


def _picture(game: Ruleset) -> str:
    name = escape(game.title)
    return (
        f'<img width="1200" height="950" src="/api/v1/rulesets/{game.id}/board.svg" '
        f'alt="The board of {name}: its places, and its routes with their colors and lengths">\n'
    )


def _rules(
    numbers: Iterable[str], also: Callable[[str], str] = lambda _: ""
) -> tuple[str, tuple[Heading, ...]]:
    """Each rule at its number, by the parts of the rulebook."""
    html, headings, chosen = "", list[Heading](), set(numbers)
    for letters, name in _PARTS.items():
        found = [number for number in RULES if number in chosen and number.split("-")[0] == letters]
        if found:
            headings.append(Heading(2, anchor_of(name), name))
            html += heading(headings[-1])
        for number in found:
            headings.append(Heading(3, number, number))
            html += (
                f"{heading(headings[-1])}<p>{escape(RULES[number])}</p>\n{also(number)}{_refusals(number)}"
            )
    return html, tuple(headings)


def _followed(number: str) -> str:
    """Which games follow a rule."""
    found = [link(_address(game, number), game.title) for game in games() if number in game.rules]
    return f'<p class="soft">In {", ".join(found)}.</p>\n'


def _refusals(number: str) -> str:
    """How a game refuses what is against a rule."""
    found = [
        link(address("errors", name), name, code=True)
        for name, problem in problems().items()
        if problem.get("rule") == number
    ]
    return f'<p class="soft">Refused with {", ".join(found)}.</p>\n' if found else ""


def _points(game: Ruleset) -> str:
    rows = [
        (escape(kind.id), ", ".join(f"{length}: {points}" for length, points in kind.points.items()))
        for kind in game.board.kinds.values()
    ]
    return table(("route", "points by length"), rows)


def _tickets(game: Ruleset) -> str:
    names = {place.id: escape(place.name) for place in game.board.places.values()}
    rows = [
        (code(ticket.id), " – ".join(names[place] for place in ticket.places), _value(ticket))
        for ticket in game.board.tickets.values()
    ]
    return table(("ticket", "places", "points"), rows)


def _value(ticket: Ticket) -> str:
    if not ticket.is_tour:
        return str(ticket.points)
    return f"{ticket.points} in this order, {ticket.points_any_order} in any, else −{ticket.loss}"
