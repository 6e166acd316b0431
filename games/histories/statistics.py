"""What all finished public games of a ruleset say together. The counts are kept, not made for the request."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any, Final

from django.db.models import Sum

from games.histories.base_rates import KINDS as OF_CONDUCT
from games.histories.tallies import LENGTHS, Sums
from games.models import Tally
from rules import ruleset

Plain = dict[str, Any]
ByKind = Mapping[str, Mapping[str, Sums]]
SUMMED: Final = ("count", "wins", "points", "above")


def statistics_get(name: str, table: str | None) -> Plain:
    """`table`: only games of people, of bots, or mixed; None: all."""
    found = _tallies(name, table)
    games = sum(one.count for one in found["games"].values())
    return {
        "ruleset": name,
        **({"table": table} if table else {}),
        "games": games,
        "length": _length(found, games),
        "seats": [_of_seats(found, seats) for seats in sorted(found["games"], key=int)],
        "openings": {
            "first_routes": _listed(found["first_route"], "route"),
            "beginnings": _listed(found["beginning"], "actions", split=True),
            "starting_tickets": _listed(found["starting_tickets"], "kept", number=True),
        },
        "tickets": _tickets(found),
        "routes": _routes(name, found, games),
    }


def _tallies(ruleset: str, table: str | None) -> ByKind:
    rows = Tally.objects.filter(ruleset=ruleset, **({"table": table} if table else {}))
    rows = rows.exclude(kind__in=OF_CONDUCT)
    sums = rows.values("kind", "subject").annotate(**{f"sum_{name}": Sum(name) for name in SUMMED})
    found: dict[str, dict[str, Sums]] = defaultdict(dict)
    for row in sums:
        found[row["kind"]][row["subject"]] = Sums(*(row[f"sum_{name}"] for name in SUMMED))
    return found


def _length(found: ByKind, games: int) -> Plain:
    """In decisions."""
    total = sum(one.points for one in found["games"].values())
    return {
        "mean": _rate(total, games),
        "histogram": [
            {"from": int(lowest), "to": int(lowest) + LENGTHS - 1, "games": sums.count}
            for lowest, sums in sorted(found["length"].items())
        ],
    }


def _of_seats(found: ByKind, seats: str) -> Plain:
    order = [found["order"].get(f"{seats}:{place}", Sums()) for place in range(int(seats))]
    return {
        "seats": int(seats),
        "games": found["games"][seats].count,
        "length": _rate(found["games"][seats].points, found["games"][seats].count),
        "order": [{"place": place, **_shown(sums)} for place, sums in enumerate(order, start=1)],
    }


def _listed(sums: Mapping[str, Sums], name: str, *, split: bool = False, number: bool = False) -> list[Plain]:
    """The most frequent first."""
    ranked = sorted(sums.items(), key=lambda item: (-item[1].count, item[0]))
    return [
        {name: subject.split(",") if split else int(subject) if number else subject, **_shown(one)}
        for subject, one in ranked
    ]


def _routes(name: str, found: ByKind, games: int) -> list[Plain]:
    """Of every route of the board, also of those that nobody has claimed."""
    if not games:
        return []
    sums = {**dict.fromkeys(ruleset(name).board.routes, Sums()), **found["route"]}
    return [{**row, "share": _rate(row["count"], games)} for row in _listed(sums, "route")]


def _tickets(found: ByKind) -> list[Plain]:
    """Of every ticket that was offered, also of those that nobody has kept."""
    offered, completed = found["ticket_offered"], found["ticket_completed"]
    rows = []
    for row in _listed({**dict.fromkeys(offered, Sums()), **found["ticket_kept"]}, "ticket"):
        times = offered.get(row["ticket"], Sums()).count
        done = completed.get(row["ticket"], Sums()).count
        more = {"offered": times, "completed": done, "success": _rate(done, row["count"])}
        rows.append({**row, **more, "keep_rate": _rate(row["count"], times)})
    return rows


def _shown(sums: Sums) -> Plain:
    return {
        "count": sums.count,
        "win_rate": _rate(sums.wins, sums.count),
        "points": _rate(sums.points, sums.count),
        "above": _rate(sums.above, sums.count),
    }


def _rate(part: float, whole: int) -> float:
    return round(part / whole, 4) if whole else 0.0
