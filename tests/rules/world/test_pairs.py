"""Rail spaces with the pair symbol."""

import pytest

from rules import ruleset
from rules.actions import ClaimRoute
from rules.events import RouteClaimed
from rules.refusals import WrongNumberOfCards, WrongSortOfCard
from rules.variants.world.payments import TooManyColorsInPairs
from tests.rules.position import cards, given, table
from tests.rules.test_payments import payments

TWO_PAIRS = "lahore--tehran--1"


@pytest.mark.rule("CLAIM-8")
def test_each_space_with_the_symbol_takes_two_cards_and_one_train():
    position = table("world", hands=["4 train-red"])

    claimed = given(position).when(ClaimRoute(0, TWO_PAIRS, cards("4 train-red")))

    claimed.then(RouteClaimed(0, TWO_PAIRS, cards("4 train-red"), {"train": 2}, 2))


@pytest.mark.rule("CLAIM-8")
def test_each_pair_may_have_a_color_of_its_own():
    position = table("world", hands=["2 train-red 2 train-white"])

    given(position).offers(ClaimRoute(0, TWO_PAIRS, cards("2 train-red 2 train-white")))


@pytest.mark.rule("CLAIM-8")
@pytest.mark.parametrize(
    "payment",
    [
        "train-red train-white 2 wild",
        "2 train-red 2 wild",
        "3 train-red wild",
        "4 wild",
        "train-red 3 wild",
        "2 train-red train-white wild",
    ],
)
def test_wilds_stand_for_any_card_of_a_pair(payment):
    position = table("world", hands=[payment])

    given(position).offers(ClaimRoute(0, TWO_PAIRS, cards(payment)))


@pytest.mark.rule("CLAIM-8")
@pytest.mark.parametrize(
    "payment",
    [
        "train-red train-white train-green train-black",
        "3 train-red train-white",
        "2 train-red train-white train-green",
    ],
)
def test_two_cards_of_different_colors_are_no_pair(payment):
    position = table("world", hands=[payment])

    given(position).when(ClaimRoute(0, TWO_PAIRS, cards(payment))).refused(TooManyColorsInPairs, pairs=2)


@pytest.mark.rule("CLAIM-8")
@pytest.mark.parametrize("payment", ["2 train-red", "3 train-red", "5 train-red"])
def test_the_number_of_cards_is_exact(payment):
    position = table("world", hands=["6 train-red"])

    claim = given(position).when(ClaimRoute(0, TWO_PAIRS, cards(payment)))

    claim.refused(WrongNumberOfCards, needed=4)


@pytest.mark.rule("CLAIM-8", "CLAIM-7")
def test_ships_make_no_pairs():
    position = table("world", hands=["2 train-red 2 ship-red"])

    given(position).when(ClaimRoute(0, TWO_PAIRS, cards("2 train-red 2 ship-red"))).refused(WrongSortOfCard)


@pytest.mark.rule("CLAIM-8")
def test_marked_and_unmarked_cards_of_one_color_make_a_pair():
    position = table("world", hands=["train-red train-red-harbour"])

    given(position).offers(
        ClaimRoute(0, "casablanca--marseille--1", cards("train-red train-red-harbour")),
    )


@pytest.mark.rule("CLAIM-8")
def test_other_spaces_of_such_a_route_take_its_own_color():
    """One plain red space, one pair."""
    board = "A-B:2:red:rail:pairs=1"
    position = table("world", board=board, hands=["train-red 2 train-white train-black wild"])

    given(position).offers(ClaimRoute(0, "A-B", cards("train-red 2 train-white")))
    given(position).when(ClaimRoute(0, "A-B", cards("train-black 2 train-white"))).refused(
        TooManyColorsInPairs
    )
    accepted = given(position).when(ClaimRoute(0, "A-B", cards("2 train-white wild")))
    assert accepted.state.claims == {"A-B": 0}


@pytest.mark.rule("CLAIM-8")
def test_on_a_gray_route_the_other_spaces_share_one_color():
    board = "A-B:3:gray:rail:pairs=1"
    hand = "2 train-red 2 train-white 2 train-black"
    position = table("world", board=board, hands=[hand])

    given(position).offers(ClaimRoute(0, "A-B", cards("2 train-red 2 train-white")))
    mixed = cards("train-red train-white 2 train-black")
    given(position).when(ClaimRoute(0, "A-B", mixed)).refused(TooManyColorsInPairs)


@pytest.mark.rule("CLAIM-8")
def test_of_payments_that_differ_only_in_needless_wilds_the_plainest_is_offered():
    position = table("world", hands=["2 train-red wild 2 train-white"])

    assert payments(position, "casablanca--marseille--1") == [
        cards("2 train-red"),
        cards("2 train-white"),
    ]
    given(position).when(ClaimRoute(0, "casablanca--marseille--1", cards("train-red wild"))).then()


@pytest.mark.rule("CLAIM-8")
def test_the_printed_board_has_five_such_routes_all_gray_and_all_of_pairs():
    routes = [route for route in ruleset("world").board.routes.values() if route.pair_spaces]

    assert len(routes) == 5
    assert all(route.color == "gray" and route.pair_spaces == route.length for route in routes)
