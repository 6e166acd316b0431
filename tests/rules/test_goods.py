"""Amsterdam's goods cards: taken with a route, counted at the end."""

import pytest

from rules import ruleset
from rules.actions import ClaimRoute
from rules.events import GoodsTaken, RouteClaimed, TurnBegan
from tests.rules.position import cards, given, table

CANALS = "A-B:2:red:goods B-C:1:red:goods A-C:2:red"


@pytest.mark.rule("CLAIM-9")
@pytest.mark.parametrize(("route", "pay"), [("A-B", "rr"), ("B-C", "r")])
def test_a_route_with_cart_symbols_brings_one_goods_card_whatever_its_length(route, pay):
    position = table("amsterdam", board=CANALS, hands=["rr"])

    claimed = given(position).when(ClaimRoute(0, route, cards(pay)))

    claimed.then(GoodsTaken(0), TurnBegan(1))
    assert claimed.state.goods == (1, 0)
    assert claimed.state.goods_left == 15


@pytest.mark.rule("CLAIM-9")
def test_a_route_without_the_symbol_brings_none():
    position = table("amsterdam", board=CANALS, hands=["rr"])

    given(position).when(ClaimRoute(0, "A-C", cards("rr"))).never(GoodsTaken)


@pytest.mark.rule("CLAIM-9")
def test_goods_are_taken_while_they_last():
    last = table("amsterdam", board=CANALS, hands=["rr"], goods_left=1)
    none = table("amsterdam", board=CANALS, hands=["rr"], goods_left=0)
    claim = ClaimRoute(0, "A-B", cards("rr"))

    assert given(last).when(claim).state.goods_left == 0
    given(none).when(claim).never(GoodsTaken).then(RouteClaimed(0, "A-B", cards("rr"), {"cart": 2}, 2))


def goods_points(*goods: int) -> list[int]:
    position = table("amsterdam", seats=len(goods), goods=goods)
    sheet = ruleset("amsterdam").score(position.state)
    return [sum(line.points for line in lines if line.rule == "SCORE-3") for lines in sheet.lines]


@pytest.mark.rule("SCORE-3")
@pytest.mark.parametrize(
    ("goods", "points"),
    [
        ((4, 3, 2, 1), [8, 6, 4, 2]),
        ((1, 2, 3, 4), [2, 4, 6, 8]),
        ((3, 2, 1), [8, 5, 2]),
        ((2, 5), [4, 8]),
    ],
)
def test_goods_rank_the_players(goods, points):
    assert goods_points(*goods) == points


@pytest.mark.rule("SCORE-3")
@pytest.mark.parametrize(
    ("goods", "points"),
    [
        ((3, 3, 2, 1), [8, 8, 4, 2]),  # two firsts: the next is third
        ((3, 2, 2, 1), [8, 6, 6, 2]),
        ((3, 3, 3, 1), [8, 8, 8, 2]),
        ((2, 2, 2, 2), [8, 8, 8, 8]),
        ((4, 4, 1), [8, 8, 2]),
        ((3, 1, 1), [8, 5, 5]),
        ((1, 1), [8, 8]),
    ],
)
def test_tied_players_all_get_the_points_of_their_place_and_the_places_they_fill_are_skipped(goods, points):
    assert goods_points(*goods) == points


@pytest.mark.rule("SCORE-3")
@pytest.mark.parametrize(
    ("goods", "points"), [((2, 0), [8, 0]), ((0, 0, 0), [0, 0, 0]), ((0, 1, 0, 0), [0, 8, 0, 0])]
)
def test_without_goods_there_are_no_points_for_them(goods, points):
    assert goods_points(*goods) == points


@pytest.mark.rule("CLAIM-9")
def test_both_of_a_double_may_bring_goods():
    board = "A-B:1:red:goods A-B:1:gray:goods"
    position = table("amsterdam", board=board, seats=3, hands=["r"], claims={"A-B.1": 1}, goods=(0, 1, 0))

    claimed = given(position).when(ClaimRoute(0, "A-B.2", cards("r")))

    assert claimed.state.goods == (1, 1, 0)


@pytest.mark.rule("CLAIM-9")
def test_on_our_board_the_goods_cannot_run_out():
    """The marks are reconstructed. A board with more of them needs another sentence on its page."""
    board = ruleset("amsterdam").board

    assert sum(route.goods for route in board.routes.values()) == 11 < board.goods == 16
