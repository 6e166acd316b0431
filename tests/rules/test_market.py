import pytest

from rules.actions import ClaimRoute, DrawCard, TakeCard
from rules.events import CardDrawn, CardTaken, MarketFilled, MarketSwept, PileShuffled, TurnBegan
from rules.refusals import NotInMarket
from tests.rules.position import cards, given, table

ALL = (0, 1, 2, 3, 4)
DRAW = DrawCard(0, "transport")


def sweeps(events) -> int:
    return sum(isinstance(event, MarketSwept) for event in events)


@pytest.mark.rule("DRAW-5")
def test_a_third_wild_sweeps_the_whole_market_away():
    position = table(market="r**gg", piles={"transport": "*kkoopb"})

    taken = given(position).when(TakeCard(0, "red"))

    taken.then_only(
        CardTaken(0, "red", 0, 1),
        MarketFilled((0,), cards("*")),
        MarketSwept(cards("***gg")),
        MarketFilled(ALL, cards("kkoop")),
    )
    assert taken.state.discards["transport"] == cards("***gg")


@pytest.mark.rule("DRAW-5")
def test_it_is_swept_between_the_two_draws_and_the_second_card_comes_from_the_new_one():
    position = table(market="r**gg", piles={"transport": "*kkoopb"})

    given(position).when(TakeCard(0, "red"), TakeCard(0, "purple")).then(TurnBegan(1))
    given(position).when(TakeCard(0, "red"), TakeCard(0, "green")).refused(NotInMarket)


@pytest.mark.rule("DRAW-5")
def test_two_wilds_are_not_too_many():
    position = table(market="r*bgg", piles={"transport": "*kkoop"})

    taken = given(position).when(TakeCard(0, "red")).never(MarketSwept)
    assert taken.state.market == cards("**bgg")


@pytest.mark.rule("DRAW-5")
def test_it_is_swept_again_while_the_new_market_shows_three_wilds():
    position = table(market="r**gg", piles={"transport": "*" + "***bb" + "kkoop"})

    taken = given(position).when(TakeCard(0, "red"))

    taken.then(MarketSwept(cards("***gg")), MarketSwept(cards("***bb")), MarketFilled(ALL, cards("kkoop")))
    assert sweeps(taken.events) == 2


@pytest.mark.rule("DRAW-5", "DRAW-6")
def test_the_swept_market_joins_the_shuffle_that_makes_the_new_one():
    """The deck has run out before the sweep, but the market is not quiet yet: the sweep comes first."""
    position = table(market="r**gg", piles={"transport": "*"}, discards={"transport": "kk"})

    taken = given(position, shuffles={"transport#2": "kkgg*"}).when(TakeCard(0, "red"))

    taken.then_only(
        CardTaken(0, "red", 0, 1),
        MarketFilled((0,), cards("*")),
        MarketSwept(cards("***gg")),
        PileShuffled("transport", 2, 7, cards("kkgg***")),
        MarketFilled(ALL, cards("kkgg*")),
    )


@pytest.mark.rule("DRAW-6")
def test_a_deck_that_runs_dry_while_the_market_is_dealt_is_made_anew_in_the_middle():
    position = table(market="r**gg", piles={"transport": "*kk"}, discards={"transport": "oo"})

    taken = given(position, shuffles={"transport#2": "oogg*"}).when(TakeCard(0, "red"))

    taken.then(
        MarketSwept(cards("***gg")),
        MarketFilled((0, 1), cards("kk")),
        PileShuffled("transport", 2, 7, cards("oogg***")),
        MarketFilled((2, 3, 4), cards("oog")),
    )


@pytest.mark.rule("DRAW-6")
def test_a_deck_whose_last_card_fills_the_market_is_made_anew_once_the_market_is_quiet():
    position = table(market="rbgko", piles={"transport": "p"}, discards={"transport": "kk"})

    given(position).when(TakeCard(0, "red")).then_only(
        CardTaken(0, "red", 0, 1),
        MarketFilled((0,), cards("p")),
        PileShuffled("transport", 2, 2, cards("kk")),
    )


@pytest.mark.rule("DRAW-5", "DRAW-6")
def test_a_deck_dealt_to_its_last_card_by_a_redeal_is_made_of_what_was_swept():
    position = table(market="r**gg", piles={"transport": "*kkoop"})

    given(position).when(TakeCard(0, "red")).then_only(
        CardTaken(0, "red", 0, 1),
        MarketFilled((0,), cards("*")),
        MarketSwept(cards("***gg")),
        MarketFilled(ALL, cards("kkoop")),
        PileShuffled("transport", 2, 5, cards("gg***")),
    )


@pytest.mark.rule("DRAW-5")
def test_a_sweep_that_cannot_help_is_not_made():
    """Two tame cards in all: any five would show three wilds again."""
    position = table(market="r**gg", piles={"transport": "*"}, discards={"transport": "**"})

    taken = given(position).when(TakeCard(0, "red")).never(MarketSwept)

    assert taken.state.market == cards("***gg")


@pytest.mark.rule("DRAW-5")
def test_one_more_tame_card_among_the_discards_and_the_sweep_is_made():
    position = table(market="r**gg", piles={"transport": "*"}, discards={"transport": "b"})

    taken = given(position, shuffles={"transport#2": "ggb"}).when(TakeCard(0, "red"))

    assert sweeps(taken.events) == 1
    assert taken.state.market.count("wild") == 2


@pytest.mark.rule("DRAW-5")
def test_a_market_that_could_not_be_mended_is_swept_once_it_can_be():
    position = table(board="A-B:2:blue", hands=["bb"], market="***gg", piles={"transport": ""})

    given(position).when(ClaimRoute(0, "A-B", cards("bb"))).then(MarketSwept(cards("***gg")), TurnBegan(1))


@pytest.mark.rule("DRAW-5")
def test_after_ten_sweeps_in_a_row_the_market_stands_as_it_is():
    ever_wild = {f"transport#{n}": "***" for n in range(2, 20)}
    position = table(market="r**gg", piles={"transport": "*"}, discards={"transport": "b"})

    taken = given(position, shuffles=ever_wild).when(TakeCard(0, "red"))

    assert sweeps(taken.events) == 10
    assert taken.state.market.count("wild") == 3
    assert taken.state.moment(0) == "second_card"


@pytest.mark.rule("DRAW-5")
def test_it_stands_while_nobody_takes_from_it_and_may_be_swept_again_after():
    position = table(market="***bg", piles={"transport": "kkkkkkk"}, sweeps=10)

    given(position).when(DRAW, DRAW).never(MarketSwept)
    assert sweeps(given(position).when(TakeCard(0, "wild")).events) == 0

    position = table(market="***bg", piles={"transport": "*kkkkkkk"}, sweeps=10)
    assert sweeps(given(position).when(TakeCard(0, "blue")).events) == 1


@pytest.mark.rule("DRAW-1")
def test_drawing_unseen_leaves_the_market_alone():
    position = table(market="rbgko", piles={"transport": "pp"})

    drawn = given(position).when(DRAW)

    drawn.then_only(CardDrawn(0, "transport", "purple"))
    assert drawn.state.market == cards("rbgko")
