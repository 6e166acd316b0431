"""What all finished public games of a ruleset say together. The counts are kept, not made for the request."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any, Final

from django.db.models import Sum

from games.http.answers import UNSET
from games.search.answers import (
    BeginningMeasures,
    ClaimMeasures,
    Column,
    KeptMeasures,
    Length,
    Openings,
    PlaceMeasures,
    RouteMeasures,
    RulesetStatistics,
    SeatCount,
    TicketMeasures,
)
from games.search.models import Tally
from games.search.tallies import LENGTHS, Sums
from rules import ruleset

ByKind = Mapping[str, Mapping[str, Sums]]
SUMMED: Final = ("count", "wins", "points", "above")


def statistics_get(name: str, table: str | None) -> RulesetStatistics:
    """`table`: only games of people, of bots, or mixed; None: all."""
    found = _tallies(name, table)
    games = sum(one.count for one in found["games"].values())
    return RulesetStatistics(
        ruleset=name,
        table=table or UNSET,
        games=games,
        length=_length(found, games),
        seats=[_of_seats(found, seats) for seats in sorted(found["games"], key=int)],
        openings=_openings(found),
        tickets=_tickets(found),
        routes=_routes(name, found, games),
    )


def _tallies(ruleset: str, table: str | None) -> ByKind:
    rows = Tally.objects.filter(ruleset=ruleset, **({"table": table} if table else {}))
    sums = rows.values("kind", "subject").annotate(**{f"sum_{name}": Sum(name) for name in SUMMED})
    found: dict[str, dict[str, Sums]] = defaultdict(dict)
    for row in sums:
        found[row["kind"]][row["subject"]] = Sums(*(row[f"sum_{name}"] for name in SUMMED))
    return found


def _length(found: ByKind, games: int) -> Length:
    """In decisions."""
    total = sum(one.points for one in found["games"].values())
    columns = [
        Column(from_=int(lowest), to=int(lowest) + LENGTHS - 1, games=sums.count)
        for lowest, sums in sorted(found["length"].items())
    ]
    return Length(mean=_rate(total, games), histogram=columns)


def _of_seats(found: ByKind, seats: str) -> SeatCount:
    games = found["games"][seats]
    order = [found["order"].get(f"{seats}:{place}", Sums()) for place in range(int(seats))]
    return SeatCount(
        seats=int(seats),
        games=games.count,
        length=_rate(games.points, games.count),
        order=[PlaceMeasures(place=place, **_shown(sums)) for place, sums in enumerate(order, start=1)],
    )


def _openings(found: ByKind) -> Openings:
    routes, beginnings, kept = found["first_route"], found["beginning"], found["starting_tickets"]
    return Openings(
        first_routes=[RouteMeasures(route=route, **_shown(one)) for route, one in _ranked(routes)],
        beginnings=[
            BeginningMeasures(actions=kinds.split(","), **_shown(one)) for kinds, one in _ranked(beginnings)
        ],
        starting_tickets=[KeptMeasures(kept=int(count), **_shown(one)) for count, one in _ranked(kept)],
    )


def _ranked(sums: Mapping[str, Sums]) -> list[tuple[str, Sums]]:
    """The most frequent first."""
    return sorted(sums.items(), key=lambda item: (-item[1].count, item[0]))


def _routes(name: str, found: ByKind, games: int) -> list[ClaimMeasures]:
    """Of every route of the board, also of those that nobody has claimed."""
    if not games:
        return []
    sums = {**dict.fromkeys(ruleset(name).board.routes, Sums()), **found["route"]}
    return [
        ClaimMeasures(route=route, share=_rate(one.count, games), **_shown(one))
        for route, one in _ranked(sums)
    ]


def _tickets(found: ByKind) -> list[TicketMeasures]:
    """Of every ticket that was offered, also of those that nobody has kept."""
    kept = {**dict.fromkeys(found["ticket_offered"], Sums()), **found["ticket_kept"]}
    return [_ticket(found, ticket, sums) for ticket, sums in _ranked(kept)]


def _ticket(found: ByKind, ticket: str, kept: Sums) -> TicketMeasures:
    offered = found["ticket_offered"].get(ticket, Sums()).count
    completed = found["ticket_completed"].get(ticket, Sums()).count
    return TicketMeasures(
        ticket=ticket,
        offered=offered,
        keep_rate=_rate(kept.count, offered),
        completed=completed,
        success=_rate(completed, kept.count),
        **_shown(kept),
    )


def _shown(sums: Sums) -> dict[str, Any]:
    return {
        "count": sums.count,
        "win_rate": _rate(sums.wins, sums.count),
        "points": _rate(sums.points, sums.count),
        "above": _rate(sums.above, sums.count),
    }


def _rate(part: float, whole: int) -> float:
    return round(part / whole, 4) if whole else 0.0
