import pytest

from rules.actions import ClaimRoute, DrawCard, TakeCard
from rules.events import CardTaken, MarketFilled, TurnBegan
from rules.refusals import NotInMarket, WildAsSecondCard, WrongRefill
from tests.rules.position import cards, given, table


@pytest.mark.rule("DRAW-2")
def test_a_card_taken_from_the_market_is_replaced_at_once_in_its_place():
    position = table(market="rbgko", piles={"transport": "pr"})

    taken = given(position).when(TakeCard(0, "green"))

    taken.then_only(CardTaken(0, "green", 2, 1), MarketFilled((2,), cards("p")))
    assert taken.state.market == cards("rbpko")
    assert taken.state.hands[0] == {"green": 1}


@pytest.mark.rule("DRAW-2", "DRAW-1")
def test_the_new_card_may_be_taken_as_the_second():
    position = table(market="rbgko", piles={"transport": "pr"})

    given(position).when(TakeCard(0, "green"), TakeCard(0, "purple")).then(TurnBegan(1))


@pytest.mark.rule("DRAW-3")
def test_a_wild_taken_first_is_the_only_card_of_the_turn():
    position = table(market="*bgko", piles={"transport": "pr"})

    taken = given(position).when(TakeCard(0, "wild"))

    taken.then_only(CardTaken(0, "wild", 0, 2), MarketFilled((0,), cards("p")), TurnBegan(1))


@pytest.mark.rule("DRAW-4")
def test_a_wild_may_not_be_taken_as_second_card():
    position = table(market="*bgko", piles={"transport": "pr"})

    given(position).when(DrawCard(0, "transport"), TakeCard(0, "wild")).refused(WildAsSecondCard)
    given(position).when(TakeCard(0, "blue"), TakeCard(0, "wild")).refused(WildAsSecondCard)


@pytest.mark.rule("DRAW-4")
def test_a_wild_that_has_just_filled_the_gap_may_not_be_taken_either():
    position = table(market="rbgko", piles={"transport": "*r"})

    given(position).when(TakeCard(0, "green"), TakeCard(0, "wild")).refused(WildAsSecondCard)


@pytest.mark.rule("DRAW-1")
def test_only_a_card_that_lies_in_the_market_can_be_taken():
    position = table(market="rbgko")

    given(position).when(TakeCard(0, "purple")).refused(NotInMarket, card="purple")
    given(position).when(TakeCard(0, "no such card")).refused(NotInMarket)


@pytest.mark.rule("DRAW-1")
def test_each_sort_of_card_in_the_market_is_offered_once():
    position = table(market="rrgg*", piles={"transport": "k"})

    takes = [action for action in given(position).offered(0) if isinstance(action, TakeCard)]

    assert sorted(take.card for take in takes) == ["green", "red", "wild"]


@pytest.mark.rule("DRAW-7")
def test_with_deck_and_discards_empty_market_cards_can_still_be_taken_and_are_not_replaced():
    position = table(market="rbgko", piles={"transport": ""})

    turn = given(position).when(TakeCard(0, "red"), TakeCard(0, "blue"))

    turn.never(MarketFilled).then(TurnBegan(1))
    assert turn.state.market == (None, None, *cards("gko"))


@pytest.mark.rule("DRAW-7")
def test_a_gap_is_filled_as_soon_as_there_are_cards_again():
    position = table(board="A-B:1:red", hands=["r"], market="bbgg", piles={"transport": ""})

    claimed = given(position).when(ClaimRoute(0, "A-B", cards("r")))

    claimed.then(MarketFilled((4,), cards("r")))


@pytest.mark.rule("DRAW-2")
def test_where_there_is_one_deck_it_need_not_be_named_and_no_other_can_be():
    position = table(market="rbgko", piles={"transport": "pr"})

    given(position).when(TakeCard(0, "red", "transport")).then(MarketFilled((0,), cards("p")))
    given(position).when(TakeCard(0, "red", "ship")).refused(WrongRefill, choices=["transport"])
