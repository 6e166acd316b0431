"""Tours: several cities to join, worth more when one run meets them in the printed order."""

from __future__ import annotations

from collections.abc import Iterator

from rules.network import Network
from rules.position import Position
from rules.rulebook import follows
from rules.scoring import Lines, ScoreLine


@follows("TOUR-1")
def tours(position: Position, seat: int, _: Lines) -> Iterator[ScoreLine]:
    network = position.network(seat)
    for ticket_id in position.state.tickets[seat]:
        tour = position.board.tickets[ticket_id]
        if not tour.is_tour:
            continue
        if not network.joins(tour.places):
            yield ScoreLine("TOUR-1", ticket_id, -tour.loss)
        elif run := run_in_order(network, tour.places):
            yield ScoreLine("TOUR-1", ticket_id, tour.points, run, completed=True)
        else:
            points = tour.points_any_order or 0
            yield ScoreLine("TOUR-1", ticket_id, points, tour.places, completed=True)


def run_in_order(network: Network, places: tuple[str, ...]) -> tuple[str, ...] | None:
    """The routes of one run that meets the places in this order, no route twice.

    Leg by leg, each leg without circles (a circle only wastes routes). Sets of used routes that
    led nowhere are remembered, and a leg is tried only while all later ones are still joined.
    """
    dead: set[tuple[int, frozenset[str]]] = set()

    def onward(leg: int, used: frozenset[str]) -> tuple[str, ...] | None:
        if leg == len(places) - 1:
            return ()
        if (leg, used) in dead or not _still_joined(network, places[leg:], used):
            return None
        for way in _ways(network, places[leg], places[leg + 1], used, frozenset()):
            rest = onward(leg + 1, used | frozenset(way))
            if rest is not None:
                return way + rest
        dead.add((leg, used))
        return None

    return onward(0, frozenset())


def _ways(
    network: Network, here: str, goal: str, used: frozenset[str], seen: frozenset[str]
) -> Iterator[tuple[str, ...]]:
    """Every way without circles over routes not used yet."""
    if here == goal:
        yield ()
        return
    for route, other in network.links[here]:
        if route not in used and other not in seen:
            for rest in _ways(network, other, goal, used, seen | {here}):
                yield (route, *rest)


def _still_joined(network: Network, places: tuple[str, ...], used: frozenset[str]) -> bool:
    reached, edge = {places[0]}, [places[0]]
    while edge:
        for route, other in network.links[edge.pop()]:
            if route not in used and other not in reached:
                reached.add(other)
                edge.append(other)
    return reached.issuperset(places)
