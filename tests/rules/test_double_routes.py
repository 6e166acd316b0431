import pytest

from rules import ruleset
from rules.actions import ClaimRoute
from rules.refusals import DoubleClosed
from tests.rules.position import cards, given, table

DOUBLE = "A-B:2:red A-B:2:blue"


@pytest.mark.rule("CLAIM-5")
def test_with_two_players_the_second_of_a_double_is_closed_once_the_first_is_claimed():
    position = table(board=DOUBLE, hands=["bb", "rr"], claims={"A-B.1": 1})

    claim = given(position).when(ClaimRoute(0, "A-B.2", cards("bb")))

    claim.refused(DoubleClosed, route="A-B.2", twin="A-B.1", owner=1)


@pytest.mark.rule("CLAIM-5")
@pytest.mark.parametrize(("first", "second", "pay"), [("A-B.1", "A-B.2", "bb"), ("A-B.2", "A-B.1", "rr")])
def test_either_of_a_double_may_be_the_first(first, second, pay):
    open_table = table(board=DOUBLE, hands=["rrbb"])
    given(open_table).offers(ClaimRoute(0, second, cards(pay)))

    closed = table(board=DOUBLE, hands=["rrbb"], claims={first: 1})
    given(closed).when(ClaimRoute(0, second, cards(pay))).refused(DoubleClosed)


@pytest.mark.rule("CLAIM-5")
@pytest.mark.parametrize("game", ["berlin", "london", "amsterdam"])
@pytest.mark.parametrize("seats", [3, 4])
def test_in_a_city_with_three_or_four_players_another_may_claim_the_second(game, seats):
    position = table(game, seats=seats, board="A-B:2:gray A-B:2:gray", hands=["kk"], claims={"A-B.1": 1})

    claimed = given(position).when(ClaimRoute(0, "A-B.2", cards("kk")))

    assert claimed.state.claims == {"A-B.1": 1, "A-B.2": 0}


@pytest.mark.rule("CLAIM-5")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_nobody_may_own_both(seats):
    position = table(board=DOUBLE, seats=seats, hands=["bb"], claims={"A-B.1": 0})

    given(position).when(ClaimRoute(0, "A-B.2", cards("bb"))).refused(DoubleClosed, owner=0)


@pytest.mark.rule("CLAIM-5")
@pytest.mark.parametrize(("seats", "is_open"), [(2, False), (3, False), (4, True), (5, True)])
def test_in_world_doubles_are_open_from_four_players(seats, is_open):
    board = "A-B:2:gray:sea A-B:2:gray:sea"
    position = table("world", board=board, seats=seats, hands=["2 ship-red"], claims={"A-B.1": 1})
    claim = ClaimRoute(0, "A-B.2", cards("2 ship-red"))

    if is_open:
        given(position).offers(claim).when(claim).then()
    else:
        given(position).when(claim).refused(DoubleClosed)


@pytest.mark.rule("CLAIM-5")
def test_two_routes_that_share_one_end_are_no_double():
    position = table(board="A-B:2:red A-C:2:blue", hands=["bb"], claims={"A-B": 1})

    given(position).when(ClaimRoute(0, "A-C", cards("bb"))).then()


@pytest.mark.rule("CLAIM-5")
@pytest.mark.parametrize(("game", "doubles"), [("london", 9), ("world", 34)])
def test_the_printed_boards_have_as_many_doubles_as_were_counted_on_them(game, doubles):
    assert len(ruleset(game).board.twins) == 2 * doubles
