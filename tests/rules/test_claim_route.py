import pytest

from rules import ruleset
from rules.actions import ClaimRoute, DrawCard
from rules.events import RouteClaimed, TurnBegan
from rules.refusals import CardsNotHeld, NotEnoughPieces, NotYourTurn, RouteTaken, UnknownRoute
from tests.rules.position import cards, given, table

LINE = "A-B:2:red B-C:3:gray D-E:2:blue"


@pytest.mark.rule("CLAIM-1", "CLAIM-4")
def test_a_claimed_route_scores_at_once_and_its_cards_are_discarded():
    position = table(board=LINE, hands=["rrrb"])

    claimed = given(position).when(ClaimRoute(0, "A-B", cards("rr")))

    claimed.then_only(RouteClaimed(0, "A-B", cards("rr"), {"tram": 2}, 2), TurnBegan(1))
    after = claimed.state
    assert after.claims == {"A-B": 0}
    assert after.scores == (2, 0)
    assert after.hands[0] == {"red": 1, "blue": 1}
    assert after.discards["transport"] == cards("rr")


@pytest.mark.rule("CLAIM-4")
@pytest.mark.parametrize(
    ("game", "table_of_points"),
    [
        ("berlin", {1: 1, 2: 2, 3: 4, 4: 7}),
        ("london", {1: 1, 2: 2, 3: 4, 4: 7}),
        ("amsterdam", {1: 1, 2: 2, 3: 4, 4: 7}),
        ("world", {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15, 7: 18, 8: 21}),
    ],
)
def test_points_go_by_length_and_by_the_games_own_table(game, table_of_points):
    color = ruleset(game).board.colors[0]
    face = f"train-{color}" if game == "world" else color
    for length, points in table_of_points.items():
        position = table(game, board=f"A-B:{length}:{color}", hands=[f"{length} {face}"])
        claimed = given(position).when(ClaimRoute(0, "A-B", cards(f"{length} {face}")))
        assert claimed.state.scores[0] == points


@pytest.mark.rule("CLAIM-1")
def test_a_route_need_not_be_joined_to_ones_own():
    position = table(board=LINE, hands=["bb"], claims={"A-B": 0})

    given(position).when(ClaimRoute(0, "D-E", cards("bb"))).then(TurnBegan(1))


@pytest.mark.rule("CLAIM-1", "TURN-1")
def test_one_route_a_turn():
    position = table(board=LINE, hands=["rrbb"])

    both = given(position).when(ClaimRoute(0, "A-B", cards("rr")), ClaimRoute(0, "D-E", cards("bb")))

    both.refused(NotYourTurn, seat=0, to_act=[1])


@pytest.mark.rule("CLAIM-1")
@pytest.mark.parametrize("owner", [0, 1])
def test_a_claimed_route_cannot_be_claimed_again(owner):
    position = table(board=LINE, hands=["rr"], claims={"A-B": owner})

    given(position).when(ClaimRoute(0, "A-B", cards("rr"))).refused(RouteTaken, route="A-B", owner=owner)


@pytest.mark.rule("CLAIM-1")
def test_a_route_that_is_not_on_the_board_cannot_be_claimed():
    given(table(board=LINE)).when(ClaimRoute(0, "A-Z", cards("rr"))).refused(UnknownRoute, route="A-Z")


@pytest.mark.rule("CLAIM-2")
def test_nobody_pays_with_cards_they_do_not_hold():
    position = table(board=LINE, hands=["r", "rr"])

    given(position).when(ClaimRoute(0, "A-B", cards("rr"))).refused(CardsNotHeld, missing=("red",))
    given(position).when(ClaimRoute(0, "A-B", cards("r*"))).refused(CardsNotHeld, missing=("wild",))


@pytest.mark.rule("CLAIM-3")
def test_each_space_takes_a_piece():
    position = table(board=LINE, hands=["bbb"], pieces=[{"tram": 3, "subway-car": 5}])

    claimed = given(position).when(ClaimRoute(0, "B-C", cards("bbb")))

    assert claimed.state.pieces[0] == {"tram": 0, "subway-car": 5}


@pytest.mark.rule("CLAIM-3")
def test_without_a_piece_for_each_space_a_route_cannot_be_claimed_though_others_have_plenty():
    position = table(board=LINE, hands=["bbb"], pieces=[{"tram": 2}])

    claim = given(position).when(ClaimRoute(0, "B-C", cards("bbb")))

    claim.refused(NotEnoughPieces, piece="tram", needed=3, left=2)


@pytest.mark.rule("CLAIM-4")
def test_discarded_cards_come_back_with_the_next_shuffle():
    position = table(board=LINE, hands=["rr"], piles={"transport": ""}, market="bbggk")
    claimed = given(position).when(ClaimRoute(0, "A-B", cards("rr")))

    drawn = given(claimed.position).when(DrawCard(1, "transport"))

    assert drawn.state.hands[1] == {"red": 1}
