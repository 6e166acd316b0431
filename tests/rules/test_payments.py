"""Which cards pay for a route, with the examples of the rulebooks on their own boards."""

from dataclasses import replace
from itertools import product

import pytest

from rules import ruleset
from rules.actions import ClaimRoute
from rules.payments import OneColor, OneFace, one_color
from rules.position import Position
from rules.refusals import MixedColors, UnknownCard, WrongColor, WrongNumberOfCards
from tests.rules.position import cards, given, table


def payments(position: Position, route: str) -> list[tuple[str, ...]]:
    claims = [action for action in given(position).offered(0) if isinstance(action, ClaimRoute)]
    return sorted(claim.cards for claim in claims if claim.route == route)


def mixes(color: str, length: int) -> list[tuple[str, ...]]:
    return sorted((color,) * (length - wilds) + ("wild",) * wilds for wilds in range(length + 1))


@pytest.mark.rule("CLAIM-2")
@pytest.mark.parametrize(
    ("game", "route", "color", "length"),
    [
        ("berlin", "gendarmenmarkt--museumsinsel--1", "black", 2),
        ("london", "big-ben--elephant-castle--1", "yellow", 3),
        ("amsterdam", "dam--oost-indisch-huis--1", "green", 3),
    ],
)
def test_the_books_examples_every_mix_of_the_color_and_wilds_pays(game, route, color, length):
    position = table(game, hands=[f"{length} {color} {length} wild 3 blue"])

    assert payments(position, route) == mixes(color, length)
    for payment in mixes(color, length):
        claimed = given(position).when(ClaimRoute(0, route, payment))
        assert claimed.state.claims == {route: 0}


@pytest.mark.rule("CLAIM-2", "CLAIM-6")
def test_the_books_example_the_sets_for_a_black_tram_of_two_pay_for_a_black_subway_marked_two():
    position = table("berlin", hands=["2 black 2 wild"])

    subway = payments(position, "technikmuseum--juedisches-museum--1")

    assert subway == mixes("black", 2)
    assert subway == payments(position, "gendarmenmarkt--museumsinsel--1")


@pytest.mark.rule("CLAIM-2")
def test_the_order_in_which_cards_are_named_does_not_matter():
    position = table(board="A-B:3:red", hands=["rr*"])

    for order in ("rr*", "r*r", "*rr"):
        given(position).when(ClaimRoute(0, "A-B", cards(order))).then()


@pytest.mark.rule("CLAIM-2")
@pytest.mark.parametrize("payment", ["", "r", "rrr", "r**"])
def test_it_must_be_exactly_as_many_cards_as_spaces(payment):
    position = table(board="A-B:2:red", hands=["rrr**"])

    claim = given(position).when(ClaimRoute(0, "A-B", cards(payment)))

    claim.refused(WrongNumberOfCards, needed=2, given=len(payment))


@pytest.mark.rule("CLAIM-2")
def test_another_color_does_not_pay():
    position = table(board="A-B:2:red", hands=["bb*r"])

    given(position).when(ClaimRoute(0, "A-B", cards("bb"))).refused(WrongColor, needed="red", given="blue")
    given(position).when(ClaimRoute(0, "A-B", cards("b*"))).refused(WrongColor)


@pytest.mark.rule("CLAIM-2")
def test_colors_are_not_mixed():
    position = table(board="A-B:2:red A-C:2:gray", hands=["rb"])

    for route in ("A-B", "A-C"):
        claim = given(position).when(ClaimRoute(0, route, cards("rb")))
        claim.refused(MixedColors, colors=["blue", "red"])


@pytest.mark.rule("CLAIM-2")
def test_a_gray_route_takes_any_one_color():
    position = table(board="A-B:2:gray", hands=["rrb*k"])

    assert payments(position, "A-B") == [
        ("black", "wild"),
        ("blue", "wild"),
        ("red", "red"),
        ("red", "wild"),
    ]


@pytest.mark.rule("CLAIM-2")
def test_wilds_alone_pay_for_any_route():
    position = table(board="A-B:2:red A-C:2:gray", hands=["**"])

    assert payments(position, "A-B") == payments(position, "A-C") == [("wild", "wild")]


@pytest.mark.rule("CLAIM-2")
def test_what_is_no_card_of_this_game_does_not_pay():
    position = table(board="A-B:2:gray", hands=["rr"])

    claim = given(position).when(ClaimRoute(0, "A-B", ("red", "gray")))

    claim.refused(UnknownCard, card="gray")


@pytest.mark.rule("CLAIM-2")
def test_no_payment_is_offered_twice():
    position = table("london", hands=["4 yellow 4 blue 4 wild 2 pink 3 green"])

    offered = given(position).offered(0)

    assert len(offered) == len(set(offered))


@pytest.mark.parametrize("game", ["amsterdam", "berlin", "london"])
def test_the_quick_way_from_a_hand_finds_the_purses_of_the_slow_one(game):
    board = ruleset(game).board
    purses, find = OneColor(board, "transport").purses, OneFace(board, "transport").by_hand(tuple)

    for counts in product(range(3), repeat=len(board.cards)):
        hand = {
            face: count for face, count in zip(reversed(tuple(board.cards)), counts, strict=True) if count
        }
        assert find(hand) == purses(hand)


def test_where_a_color_has_two_faces_the_slow_way_is_taken():
    board = ruleset("london").board
    marked = replace(board.cards["blue"], id="blue-marked", harbour=True)
    two_faced = replace(board, cards={**board.cards, marked.id: marked})

    assert isinstance(one_color(board, "transport"), OneFace)
    assert one_color(two_faced, "transport").by_hand(tuple)({"blue-marked": 1, "wild": 1, "blue": 1}) == [
        ("blue", ("blue", "blue-marked"), 1),
        ("", (), 1),
    ]
