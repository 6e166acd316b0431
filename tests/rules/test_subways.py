"""Berlin's subways: a route of one space that takes several cards."""

import pytest

from rules import ruleset
from rules.actions import ClaimRoute
from rules.events import RouteClaimed
from rules.refusals import DoubleClosed, NotEnoughPieces, WrongColor, WrongNumberOfCards
from tests.rules.position import cards, given, table


@pytest.mark.rule("CLAIM-6")
def test_a_subway_takes_the_cards_of_its_number_and_one_car():
    position = table(board="A-B:3:red:subway", hands=["rrr"])

    claimed = given(position).when(ClaimRoute(0, "A-B", cards("rrr")))

    claimed.then(RouteClaimed(0, "A-B", cards("rrr"), {"subway-car": 1}, 5))
    assert claimed.state.pieces[0] == {"tram": 11, "subway-car": 4}


@pytest.mark.rule("CLAIM-6", "CLAIM-4")
def test_subways_score_by_a_table_of_their_own():
    for number, points in {1: 2, 2: 3, 3: 5, 4: 8}.items():
        position = table(board=f"A-B:{number}:red:subway", hands=[f"{number} red"])
        claimed = given(position).when(ClaimRoute(0, "A-B", cards(f"{number} red")))
        assert claimed.state.scores[0] == points


@pytest.mark.rule("CLAIM-6")
def test_its_cards_follow_the_rules_of_color():
    position = table(board="A-B:2:red:subway A-C:2:gray:subway", hands=["bbr*"])

    given(position).offers(
        ClaimRoute(0, "A-B", cards("r*")),
        ClaimRoute(0, "A-C", cards("bb")),
        ClaimRoute(0, "A-C", cards("b*")),
    )
    given(position).when(ClaimRoute(0, "A-B", cards("bb"))).refused(WrongColor)
    given(position).when(ClaimRoute(0, "A-B", cards("r"))).refused(WrongNumberOfCards)


@pytest.mark.rule("CLAIM-6", "CLAIM-3")
def test_trams_do_not_go_underground_and_subway_cars_not_on_the_street():
    board = "A-B:1:red:subway A-C:1:red"
    no_cars = table(board=board, hands=["r"], pieces=[{"tram": 11, "subway-car": 0}])
    no_trams = table(board=board, hands=["r"], pieces=[{"tram": 0, "subway-car": 5}])

    given(no_cars).when(ClaimRoute(0, "A-B", cards("r"))).refused(NotEnoughPieces, piece="subway-car")
    given(no_trams).when(ClaimRoute(0, "A-C", cards("r"))).refused(NotEnoughPieces, piece="tram")
    given(no_cars).offers(ClaimRoute(0, "A-C", cards("r")))
    given(no_trams).offers(ClaimRoute(0, "A-B", cards("r")))


@pytest.mark.rule("CLAIM-6", "CLAIM-5")
def test_a_tram_and_a_subway_between_the_same_places_are_no_double():
    position = table(board="A-B:2:red A-B:2:blue:subway", hands=["bb"], claims={"A-B.1": 0})

    claimed = given(position).when(ClaimRoute(0, "A-B.2", cards("bb")))

    assert claimed.state.claims == {"A-B.1": 0, "A-B.2": 0}


@pytest.mark.rule("CLAIM-5")
def test_two_subways_between_the_same_places_are_a_double():
    board = "A-B:2:red:subway A-B:2:blue:subway"
    position = table(board=board, hands=["bb"], claims={"A-B.1": 1})

    given(position).when(ClaimRoute(0, "A-B.2", cards("bb"))).refused(DoubleClosed)


@pytest.mark.rule("CLAIM-6")
def test_on_the_real_board_every_subway_takes_one_car():
    board = ruleset("berlin").board

    subways = [route for route in board.routes.values() if route.kind == "subway"]

    assert len(subways) == 17
    assert {board.pieces_for(route) for route in subways} == {("subway-car", 1)}
