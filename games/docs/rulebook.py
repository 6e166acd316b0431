"""The rules of each game: what its ruleset, its board and the rulebook say."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from html import escape
from typing import Any, Final

from games.docs.chapters import ROOT, resolve_from
from games.docs.markdown import page_of
from games.docs.page import Heading, Page, address, anchor_of, code, heading, link, table
from games.http.refusals import refusal_types
from games.rulesets.selectors import ruleset_get, ruleset_list
from rules.rulebook import RULES

# What the letters of a rule's number stand for.
_PARTS: Final = {
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
def games() -> tuple[dict[str, Any], ...]:
    """The newest version of each game."""
    found = (ruleset_get(each["id"]) for each in ruleset_list() if each["is_newest"])
    return tuple(each for each in found if each)


def overview() -> Page:
    """All rules of all games."""
    rows = [
        (
            link(_address(game), game["title"]),
            _players(game),
            f"{len(game['places'])} places, {len(game['routes'])} routes, {len(game['tickets'])} tickets",
        )
        for game in games()
    ]
    html = (
        "<p>Each game is a list of numbered rules. Code, tests, refusals and score sheets name them by their "
        "numbers. Games have most rules in common.</p>\n"
    )
    rules, headings = _rules(RULES, _followed)
    return Page("Rules of the games", html + table(("game", "players", "board"), rows) + rules, headings)


def rules_page(game: dict[str, Any]) -> Page:
    rules, headings = _rules(rule["number"] for rule in game["rules"])
    file = f"rules/variants/{game['game']}/NOTES.md"
    notes = page_of((ROOT / file).read_text(encoding="utf-8"), resolve_from(file))
    board = Heading(2, "points-and-tickets", "Points and tickets")
    html = (
        f"<p>For {_players(game)} players. Ruleset {code(game['id'])}.</p>\n{_picture(game)}{rules}"
        f"{heading(board)}{_points(game)}{_tickets(game)}{notes.html}"
    )
    return Page(game["title"], html, (*headings, board, *notes.headings))


def _address(game: dict[str, Any], number: str = "") -> str:
    return address(f"rules/{game['game']}", number)


def _players(game: dict[str, Any]) -> str:
    return f"{game['seats']['fewest']} to {game['seats']['most']}"


def _picture(game: dict[str, Any]) -> str:
    name = escape(game["title"])
    return (
        f'<img width="1200" height="950" src="/api/v1/rulesets/{game["game"]}/board.svg" '
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
    found = [
        link(_address(game, number), game["title"])
        for game in games()
        if number in {rule["number"] for rule in game["rules"]}
    ]
    return f'<p class="soft">In {", ".join(found)}.</p>\n'


def _refusals(number: str) -> str:
    """How a game refuses what is against a rule."""
    found = [
        link(address("errors", kind.code), kind.code, code=True)
        for kind, rule in refusal_types()
        if rule == number
    ]
    return f'<p class="soft">Refused with {", ".join(found)}.</p>\n' if found else ""


def _points(game: dict[str, Any]) -> str:
    rows = [
        (escape(kind["id"]), ", ".join(f"{one['length']}: {one['points']}" for one in kind["points"]))
        for kind in game["kinds"]
    ]
    return table(("route", "points by length"), rows)


def _tickets(game: dict[str, Any]) -> str:
    names = {place["id"]: place["name"] for place in game["places"]}
    rows = [
        (code(ticket["id"]), " – ".join(escape(names[place]) for place in ticket["places"]), _value(ticket))
        for ticket in game["tickets"]
    ]
    return table(("ticket", "places", "points"), rows)


def _value(ticket: dict[str, Any]) -> str:
    if not ticket["is_tour"]:
        return str(ticket["points"])
    return f"{ticket['points']} in this order, {ticket['points_any_order']} in any, else −{ticket['penalty']}"
