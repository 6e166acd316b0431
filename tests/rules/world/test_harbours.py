from typing import Any

import pytest

from rules import ruleset
from rules.events import TurnBegan
from rules.position import Position
from rules.refusals import CardsNotHeld
from rules.variants.world.harbours import (
    BuildHarbour,
    HarbourBuilt,
    HarbourTaken,
    NoHarboursLeft,
    NoRouteToHarbour,
    NotAHarbourCity,
    WrongHarbourCards,
)
from tests.rules.position import cards, given, table

RED = "2 train-red-harbour 2 ship-red"
TO_LIMA = {"caracas--lima--1": 0}


def harbour_lines(position: Position, seat: int = 0) -> list[tuple[str, int]]:
    lines = position.ruleset.score(position.state).lines[seat]
    return [(line.what, line.points) for line in lines if line.rule == "HARB-3"]


@pytest.mark.rule("HARB-2", "HARB-1")
def test_the_books_example_a_harbour_in_lima():
    payment = cards("wild ship-yellow 2 train-yellow-harbour")
    position = table("world", hands=["wild ship-yellow 2 train-yellow-harbour"], claims=TO_LIMA)

    built = given(position).when(BuildHarbour(0, "lima", payment))

    built.then_only(HarbourBuilt(0, "lima", payment), TurnBegan(1))
    assert built.state.harbours == {"lima": 0}
    assert built.state.pieces[0] == {"train": 20, "ship": 40, "harbour": 2}
    assert built.state.hands[0] == {}
    assert built.state.discards == {
        "train": cards("wild 2 train-yellow-harbour"),
        "ship": ("ship-yellow",),
    }


@pytest.mark.rule("HARB-1")
def test_only_in_a_harbour_city():
    position = table("world", hands=[RED], claims={"moskva--tehran--1": 0, "cape-town--southern-ocean--1": 0})

    for place in ("tehran", "southern-ocean", "atlantis"):
        given(position).when(BuildHarbour(0, place, cards(RED))).refused(NotAHarbourCity, place=place)


@pytest.mark.rule("HARB-1")
@pytest.mark.parametrize("owner", [0, 1])
def test_one_harbour_a_city(owner):
    position = table("world", hands=[RED], claims=TO_LIMA, harbours={"lima": owner})

    given(position).when(BuildHarbour(0, "lima", cards(RED))).refused(HarbourTaken, owner=owner)


@pytest.mark.rule("HARB-1")
def test_a_route_of_ones_own_must_touch_it():
    position = table("world", hands=[RED], claims={"caracas--lima--1": 1, "caracas--mexico--1": 0})

    given(position).when(BuildHarbour(0, "lima", cards(RED))).refused(NoRouteToHarbour, place="lima")
    given(position).offers(BuildHarbour(0, "caracas", cards(RED)))


@pytest.mark.rule("HARB-1")
@pytest.mark.parametrize("route", ["caracas--lima--1", "lima--sydney--1"])
def test_rail_or_sea_is_all_the_same(route):
    position = table("world", hands=[RED], claims={route: 0})

    given(position).when(BuildHarbour(0, "lima", cards(RED))).then()


@pytest.mark.rule("HARB-1")
def test_three_harbours_a_player():
    position = table("world", hands=[RED], claims=TO_LIMA, pieces=[{"harbour": 0}])

    given(position).when(BuildHarbour(0, "lima", cards(RED))).refused(NoHarboursLeft)


@pytest.mark.rule("HARB-2")
@pytest.mark.parametrize(
    "payment",
    [
        RED,
        "train-red-harbour 2 ship-red wild",
        "2 train-red-harbour 2 wild",
        "2 ship-red 2 wild",
        "train-red-harbour ship-red 2 wild",
        "ship-red 3 wild",
        "4 wild",
    ],
)
def test_two_trains_and_two_ships_of_one_color_with_the_mark_any_of_them_wild(payment):
    position = table("world", hands=[payment], claims=TO_LIMA)

    given(position).offers(BuildHarbour(0, "lima", cards(payment)))


@pytest.mark.rule("HARB-2")
@pytest.mark.parametrize(
    "payment",
    [
        "2 train-red 2 ship-red",  # no mark on these trains
        "2 train-red-harbour 2 ship-red-double",  # nor on a double
        "2 train-red-harbour 2 ship-white",  # two colors
        "train-red-harbour train-white-harbour 2 wild",
        "3 train-red-harbour ship-red",  # three of one sort
        "3 train-red-harbour wild",
        "3 ship-red wild",
        "2 train-red-harbour ship-red",  # three in all
        "2 train-red-harbour 2 ship-red wild",  # five in all
        "5 wild",
        "",
    ],
)
def test_nothing_else_pays(payment):
    position = table("world", hands=[payment], claims=TO_LIMA)

    given(position).when(BuildHarbour(0, "lima", cards(payment))).refused(WrongHarbourCards)


@pytest.mark.rule("HARB-2")
def test_the_cards_must_be_held():
    position = table("world", hands=["2 train-red-harbour ship-red"], claims=TO_LIMA)

    built = given(position).when(BuildHarbour(0, "lima", cards(RED)))

    built.refused(CardsNotHeld, missing=("ship-red",))


@pytest.mark.rule("HARB-3")
def test_the_books_example_buenos_aires_and_dar_es_salaam_are_worth_thirty_each():
    """Everything is joined, so all four tickets of the example are done."""
    board = ruleset("world").board
    manila, sydney, hamburg, tour = "t43", "t20", "t08", "tour2"
    assert board.tickets[manila].places == ("buenos-aires", "manila")
    assert board.tickets[sydney].places == ("buenos-aires", "sydney")
    assert board.tickets[hamburg].places == ("hamburg", "dar-es-salaam")
    assert board.tickets[tour].places == ("lagos", "luanda", "dar-es-salaam", "djibouti")
    position = table(
        "world",
        claims=dict.fromkeys(board.routes, 0),
        harbours={"buenos-aires": 0, "dar-es-salaam": 0},
        held=[[manila, sydney, hamburg, tour]],
        pieces=[{"harbour": 1}],
    )

    assert harbour_lines(position) == [
        ("harbour buenos-aires", 30),
        ("harbour dar-es-salaam", 30),
        ("1 harbour not built", -4),
    ]


MAP: dict[str, Any] = {
    "board": "A-B:1:gray B-C:1:gray C-D:1:gray X-Y:1:gray",
    "tickets": "A-B:1 A-C:1 A-D:1 B-D:1 A-X:1",
}
JOINED = {"A-B": 0, "B-C": 0, "C-D": 0}


@pytest.mark.rule("HARB-3")
@pytest.mark.parametrize(
    ("held", "points"),
    [
        ([], 0),
        (["A-B"], 20),
        (["A-B", "A-C"], 30),
        (["A-B", "A-C", "A-D"], 40),
        (["A-B", "A-X"], 20),  # a failed ticket does not count
        (["B-D"], 0),  # the city must stand on the ticket
    ],
)
def test_a_harbour_is_worth_more_the_more_completed_tickets_lead_to_it(held, points):
    position = table("world", **MAP, claims=JOINED, harbours={"A": 0}, held=[held], pieces=[{"harbour": 0}])

    assert harbour_lines(position) == [("harbour A", points)]


@pytest.mark.rule("HARB-3")
def test_more_than_three_tickets_are_worth_no_more_than_three():
    board, tickets = "A-B:1:gray B-C:1:gray C-D:1:gray D-E:1:gray", "A-B:1 A-C:1 A-D:1 A-E:1"
    claims = dict.fromkeys(("A-B", "B-C", "C-D", "D-E"), 0)
    held = [tickets.replace(":1", "").split()]
    position = table("world", board=board, tickets=tickets, claims=claims, harbours={"A": 0}, held=held)

    assert harbour_lines(position)[0] == ("harbour A", 40)


@pytest.mark.rule("HARB-3")
def test_one_ticket_counts_for_every_harbour_on_it():
    harbours = {"A": 0, "B": 0}
    position = table(
        "world", **MAP, claims=JOINED, harbours=harbours, held=[["A-B"]], pieces=[{"harbour": 1}]
    )

    assert harbour_lines(position)[:2] == [("harbour A", 20), ("harbour B", 20)]


@pytest.mark.rule("HARB-3")
def test_only_the_owners_tickets_count():
    position = table("world", **MAP, claims=JOINED, harbours={"A": 1}, held=[["A-B"]])

    assert harbour_lines(position, seat=1)[0] == ("harbour A", 0)


@pytest.mark.rule("HARB-3", "SCORE-4")
def test_each_harbour_not_built_costs_four():
    assert harbour_lines(table("world")) == [("3 harbours not built", -12)]
    assert harbour_lines(table("world", pieces=[{"harbour": 0}])) == []
