"""One report over several games, such as those of a tournament, as a page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from proof.reports.facts import seat_name
from proof.reports.html import Html, document, joined, shown, table, tag
from proof.reports.page import game_of, verdict_of
from proof.times import second_of
from rules.plural import counted

Report = Mapping[str, Any]


def page_of_many(reports: Sequence[Report]) -> str:
    title = f"Report on {counted(len(reports), 'game')}"
    unsound = [report for report in reports if not report["sound"]]
    verdict = (
        f"{counted(len(unsound), 'log')} of {len(reports)} do NOT hold."
        if unsound
        else "Everything that can be checked holds, in every game."
    )
    parts = [
        tag("h1", title),
        verdict_of(verdict, sound=not unsound),
        _overview(reports),
        _standings(reports),
    ]
    for report in reports:
        heading = tag("h2", f"{report.get('title', 'A game')} {report.get('game', '')}")
        parts.append(tag("section", heading, game_of(report, {}), class_="game"))
    return document(title, *parts)


def _overview(reports: Sequence[Report]) -> Html:
    rows = [(number, *_in_short(report)) for number, report in enumerate(reports, start=1)]
    return joined([tag("h2", "All games"), table(("", "game", "points", "log"), rows)])


def _in_short(report: Report) -> tuple[Html, Html, Html]:
    ended = f"{second_of(report['ended_at'])} UTC" if "ended_at" in report else "not over"
    first = f"{report.get('title', 'unknown')}, {ended}"
    points = [f"{seat_name(seat)}: {shown(seat.get('score', '–'))}" for seat in report["seats"]]
    return (
        joined([first, Html("<br>"), tag("code", report.get("game", ""), class_="short")]),
        joined(tag("div", one) for one in points),
        _holds(report),
    )


def _holds(report: Report) -> Html:
    words, style = ("holds", "short") if report["sound"] else ("does NOT hold", "short failed")
    return tag("span", words, class_=style)


def standings(reports: Sequence[Report]) -> list[dict[str, Any]]:
    """Games, wins and points of everybody who played, the most wins first. Unfinished games do not count."""
    rows: dict[tuple[str, str], dict[str, Any]] = {}
    for report in reports:
        for seat in report["seats"]:
            if "score" in seat and seat.get("name"):
                row = rows.setdefault(
                    (seat["kind"], seat["name"]),
                    {"name": seat["name"], "kind": seat["kind"], "games": 0, "won": 0, "points": 0},
                )
                row["games"] += 1
                row["won"] += seat["won"]
                row["points"] += seat["score"]
    return sorted(rows.values(), key=lambda row: (-row["won"], -row["points"], row["name"]))


def _standings(reports: Sequence[Report]) -> Html:
    rows = [
        (f"the bot {row['name']}" if row["kind"] == "bot" else row["name"], *_numbers(row))
        for row in standings(reports)
    ]
    return joined([tag("h2", "Standings"), table(("player", "games", "won", "points"), rows)])


def _numbers(row: Mapping[str, Any]) -> tuple[int, int, int]:
    return row["games"], row["won"], row["points"]
