import pytest

from rules.actions import ClaimRoute, DrawCard, TakeCard
from rules.events import CardDrawn, CardTaken, MarketFilled, MarketSwept, PileShuffled, TurnBegan
from rules.refusals import NoCardsToDraw, PileEmpty, WildAsSecondCard, WrongRefill
from tests.rules.position import cards, given, table

SIX = "3 train-red 3 ship-red"
NO_CARDS = {"train": "", "ship": ""}


@pytest.mark.rule("DRAW-2")
@pytest.mark.parametrize(("refill", "new"), [("train", "train-white"), ("ship", "ship-white")])
def test_whoever_takes_a_card_says_which_deck_the_new_one_comes_from(refill, new):
    position = table("world", market=SIX, piles={"train": "train-white", "ship": "ship-white ship-black"})

    taken = given(position).when(TakeCard(0, "train-red", refill))

    taken.then_only(CardTaken(0, "train-red", 0, 1, refill), MarketFilled((0,), (new,)))


@pytest.mark.rule("DRAW-2")
def test_with_two_decks_one_must_be_named():
    position = table("world", market=SIX)

    given(position).when(TakeCard(0, "ship-red")).refused(WrongRefill, choices=["ship", "train"])
    given(position).when(TakeCard(0, "ship-red", "tickets")).refused(WrongRefill)


@pytest.mark.rule("DRAW-2")
def test_the_market_may_become_all_ships():
    position = table("world", market="train-red 5 ship-red", piles={"ship": "ship-white"})

    taken = given(position).when(TakeCard(0, "train-red", "ship"))

    assert taken.state.market == cards("ship-white 5 ship-red")


@pytest.mark.rule("DRAW-1")
def test_the_two_cards_may_come_from_two_decks():
    position = table("world", piles={"train": "train-red", "ship": "ship-red"})

    turn = given(position).when(DrawCard(0, "ship"), DrawCard(0, "train"))

    turn.then(CardDrawn(0, "ship", "ship-red"), CardDrawn(0, "train", "train-red"), TurnBegan(1))


@pytest.mark.rule("DRAW-3", "DRAW-4")
def test_wilds_follow_the_same_rules_as_in_the_cities():
    position = table("world", market="wild 2 train-red 3 ship-red", piles={"train": "3 train-white"})

    given(position).when(TakeCard(0, "wild", "train")).then(TurnBegan(1))
    given(position).when(DrawCard(0, "ship"), TakeCard(0, "wild", "train")).refused(WildAsSecondCard)


@pytest.mark.rule("DRAW-5")
def test_three_wilds_of_six_sweep_the_market_and_three_of_each_deck_are_turned_up():
    market = "2 wild train-red 3 ship-red"
    piles = {"train": "wild 4 train-white", "ship": "4 ship-black"}
    position = table("world", market=market, piles=piles)

    taken = given(position).when(TakeCard(0, "ship-red", "train"))

    taken.then_only(
        CardTaken(0, "ship-red", 3, 1, "train"),
        MarketFilled((3,), ("wild",)),
        MarketSwept(cards("2 wild train-red wild 2 ship-red")),
        MarketFilled((0, 1, 2, 3, 4, 5), cards("3 train-white 3 ship-black")),
    )
    assert taken.state.discards == {"train": cards("2 wild train-red wild"), "ship": cards("2 ship-red")}


@pytest.mark.rule("DRAW-5")
def test_a_sweep_that_cannot_help_is_not_made_here_either():
    """No tame train is left outside the hands, so three trains would be three wilds again."""
    position = table(
        "world", market="2 wild train-red 3 ship-red", piles={"train": "2 wild", "ship": "9 ship-white"}
    )

    taken = given(position).when(TakeCard(0, "train-red", "train"))

    taken.never(MarketSwept)
    assert taken.state.market.count("wild") == 3


@pytest.mark.rule("DRAW-6")
def test_each_deck_is_made_anew_from_its_own_discards_wilds_with_the_trains():
    discards = {"train": "wild train-red", "ship": "2 ship-red"}
    piles = {"train": "train-white", "ship": "ship-white"}
    position = table("world", piles=piles, discards=discards, market=SIX)

    train = given(position, shuffles={"train#2": "wild"}).when(DrawCard(0, "train"))
    train.then_only(
        CardDrawn(0, "train", "train-white"), PileShuffled("train", 2, 2, cards("wild train-red"))
    )

    ship = given(position).when(DrawCard(0, "ship"))
    ship.then_only(CardDrawn(0, "ship", "ship-white"), PileShuffled("ship", 2, 2, cards("2 ship-red")))
    assert ship.state.discards["train"] == cards("wild train-red")


@pytest.mark.rule("DRAW-8")
def test_with_both_decks_and_both_discards_empty_no_card_can_be_drawn_not_even_from_the_market():
    position = table("world", piles=NO_CARDS, market=SIX)

    given(position).when(TakeCard(0, "train-red")).refused(NoCardsToDraw)
    given(position).when(DrawCard(0, "ship")).refused(PileEmpty, pile="ship")


@pytest.mark.rule("DRAW-8")
def test_if_they_run_out_after_the_first_card_the_second_may_still_come_from_the_market():
    position = table("world", piles={"train": "train-white", "ship": ""}, market=SIX)

    turn = given(position).when(DrawCard(0, "train"), TakeCard(0, "ship-red"))

    turn.never(MarketFilled).then(TurnBegan(1))
    assert turn.state.market == (*cards("3 train-red"), None, *cards("2 ship-red"))


@pytest.mark.rule("DRAW-8")
@pytest.mark.parametrize(
    ("empty", "left", "new"), [("train", "ship", "ship-white"), ("ship", "train", "train-white")]
)
def test_if_only_one_deck_is_empty_refills_come_from_the_other_without_a_word(empty, left, new):
    position = table("world", piles={empty: "", left: f"2 {new}"}, market=SIX)

    for card in ("train-red", "ship-red"):
        taken = given(position).offers(TakeCard(0, card)).when(TakeCard(0, card))
        assert new in taken.state.market
    given(position).when(TakeCard(0, "train-red", empty)).refused(WrongRefill, choices=[left])
    given(position).when(TakeCard(0, "train-red", left)).then()


@pytest.mark.rule("DRAW-8")
def test_if_only_one_deck_is_empty_redeals_come_from_the_other():
    """Two ships are left once the market is swept; a fourth train lies where the third should."""
    market = "2 wild train-red 3 ship-red"
    position = table("world", market=market, piles={"train": "wild 6 train-white", "ship": ""})

    taken = given(position).when(TakeCard(0, "ship-red"))

    taken.then(MarketSwept(cards("2 wild train-red wild 2 ship-red")))
    assert None not in taken.state.market
    assert sorted(taken.state.market) == sorted(cards("4 train-white 2 ship-red"))  # type: ignore[type-var]


@pytest.mark.rule("DRAW-8")
def test_cards_that_come_back_fill_the_gaps():
    position = table(
        "world",
        board="A-B:1:gray:sea",
        hands=["ship-white"],
        piles=NO_CARDS,
        market="3 train-red 2 ship-red",
    )

    given(position).when(ClaimRoute(0, "A-B", cards("ship-white"))).then(MarketFilled((5,), ("ship-white",)))


@pytest.mark.rule("DRAW-2", "DRAW-8")
def test_gaps_left_open_are_filled_from_the_decks_of_their_slots():
    """Slot 2 is of the trains, slot 5 of the ships; nobody is asked again."""
    position = table(
        "world", board="A-B:2:gray:sea", hands=["wild ship-white"], piles=NO_CARDS, market="2 train-red"
    )
    position.state.market = (*cards("2 train-red"), None, *cards("2 ship-red"), None)

    claimed = given(position).when(ClaimRoute(0, "A-B", cards("ship-white wild")))

    claimed.then(TurnBegan(1))
    assert claimed.state.market == cards("2 train-red wild 2 ship-red ship-white")
