import pytest

from rules.actions import DrawCard
from rules.events import TurnBegan
from rules.refusals import NotNow
from rules.variants.world.exchange import ExchangePieces, PiecesExchanged, WrongExchange
from tests.rules.position import given, table

BOX = ({"train": 5, "ship": 10, "harbour": 0},) * 2


@pytest.mark.rule("EXCH-1", "TURN-1", "SET-7")
def test_a_whole_turn_swaps_pieces_at_a_point_each_below_nothing_if_need_be():
    swapped = given(table("world")).when(ExchangePieces(0, "train", 3))

    swapped.then_only(PiecesExchanged(0, "train", "ship", 3, -3), TurnBegan(1))
    assert swapped.state.pieces[0] == {"train": 17, "ship": 43, "harbour": 3}
    assert swapped.state.box[0] == {"train": 8, "ship": 7, "harbour": 0}
    assert swapped.state.scores == (-3, 0)


@pytest.mark.rule("EXCH-1")
def test_ships_are_swapped_for_trains_as_well():
    swapped = given(table("world")).when(ExchangePieces(0, "ship", 5))

    assert swapped.state.pieces[0] == {"train": 25, "ship": 35, "harbour": 3}


@pytest.mark.rule("EXCH-1")
def test_the_box_limits_it():
    position = table("world", box=BOX)

    given(position).when(ExchangePieces(0, "ship", 6)).refused(WrongExchange, most=5)
    given(position).when(ExchangePieces(0, "train", 11)).refused(WrongExchange, most=10)


@pytest.mark.rule("EXCH-1")
def test_so_do_the_pieces_not_yet_placed():
    position = table("world", pieces=[{"train": 2}])

    given(position).when(ExchangePieces(0, "train", 3)).refused(WrongExchange, most=2)


@pytest.mark.rule("EXCH-1")
@pytest.mark.parametrize(("give", "count"), [("train", 0), ("ship", -1), ("harbour", 1), ("tram", 1)])
def test_at_least_one_and_nothing_but_trains_and_ships(give, count):
    given(table("world")).when(ExchangePieces(0, give, count)).refused(WrongExchange)


@pytest.mark.rule("EXCH-1")
def test_what_was_put_back_can_be_taken_again_in_a_later_turn():
    all_ships = table("world", pieces=[{"train": 20, "ship": 40}], box=BOX)

    first = given(all_ships).when(ExchangePieces(0, "train", 10), ExchangePieces(1, "train", 1))
    back = given(first.position).when(ExchangePieces(0, "ship", 15))

    assert back.state.pieces[0] == {"train": 25, "ship": 35, "harbour": 3}
    assert back.state.scores[0] == -25


@pytest.mark.rule("EXCH-1")
def test_every_number_that_can_be_swapped_is_offered():
    position = table("world", box=BOX)

    swaps = [action for action in given(position).offered(0) if isinstance(action, ExchangePieces)]

    assert swaps == [
        *(ExchangePieces(0, "train", count) for count in range(1, 11)),
        *(ExchangePieces(0, "ship", count) for count in range(1, 6)),
    ]


@pytest.mark.rule("TURN-1")
def test_not_in_the_middle_of_a_turn():
    turn = given(table("world")).when(DrawCard(0, "train"), ExchangePieces(0, "train", 1))

    turn.refused(NotNow, expected="second_card")


@pytest.mark.rule("EXCH-1")
def test_the_score_sheet_remembers_what_it_cost():
    swapped = given(table("world")).when(ExchangePieces(0, "train", 3), ExchangePieces(1, "ship", 2))

    sheet = swapped.position.ruleset.score(swapped.state)

    lines = [(seat, line.points) for seat in (0, 1) for line in sheet.lines[seat] if line.rule == "EXCH-1"]
    assert lines == [(0, -3), (1, -2)]
