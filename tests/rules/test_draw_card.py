import pytest

from rules.actions import ClaimRoute, DrawCard, DrawTickets, TakeCard
from rules.events import CardDrawn, MarketFilled, PileShuffled, TurnBegan
from rules.refusals import NotNow, NotYourTurn, PileEmpty, UnknownPile
from tests.rules.position import cards, given, table

DRAW = DrawCard(0, "transport")


@pytest.mark.rule("DRAW-1", "TURN-1")
def test_a_turn_of_drawing_is_two_cards_one_after_the_other():
    position = table(piles={"transport": "rbg"})

    turn = given(position).when(DRAW, DRAW)

    turn.then_only(
        CardDrawn(0, "transport", "red"),
        CardDrawn(0, "transport", "blue"),
        TurnBegan(1),
    )
    assert turn.state.hands[0] == {"red": 1, "blue": 1}
    assert turn.state.piles["transport"] == cards("g")


@pytest.mark.rule("DRAW-1")
def test_the_second_card_may_come_from_the_market_or_unseen_whatever_the_first_was():
    position = table(market="rrbbg", piles={"transport": "kkkk"})

    given(position).when(DRAW, TakeCard(0, "red")).then(TurnBegan(1))
    given(position).when(TakeCard(0, "red"), DRAW).then(TurnBegan(1))


@pytest.mark.rule("TURN-1")
def test_after_a_first_card_only_a_second_one_can_follow():
    position = table(board="A-B:1:red", hands=["r"])
    one_drawn = given(position).when(DRAW).position

    given(one_drawn).when(ClaimRoute(0, "A-B", cards("r"))).refused(NotNow, expected="second_card")
    given(one_drawn).when(DrawTickets(0)).refused(NotNow)
    given(one_drawn).when(DrawCard(1, "transport")).refused(NotYourTurn, seat=1, to_act=[0])


@pytest.mark.rule("DRAW-4")
def test_a_wild_drawn_unseen_counts_as_one_ordinary_card():
    position = table(piles={"transport": "**"})

    drawn = given(position).when(DRAW)
    assert drawn.state.moment(0) == "second_card"

    both = given(drawn.position).when(DRAW).then(TurnBegan(1))
    assert both.state.hands[0] == {"wild": 2}


@pytest.mark.rule("DRAW-6")
def test_a_deck_that_runs_out_is_made_anew_from_its_discards_before_the_next_decision():
    position = table(piles={"transport": "r"}, discards={"transport": "bbg"})

    first = given(position, shuffles={"transport#2": "gbb"}).when(DRAW)
    first.then_only(
        CardDrawn(0, "transport", "red"),
        PileShuffled("transport", 2, 3, cards("gbb")),
    )
    assert (first.state.moment(0), first.state.discards["transport"]) == ("second_card", ())

    given(first.position).when(DRAW).then(CardDrawn(0, "transport", "green"), TurnBegan(1))


@pytest.mark.rule("DRAW-6")
def test_cards_discarded_after_that_wait_for_the_next_time():
    position = table(
        board="A-B:2:blue", hands=["", "bb"], piles={"transport": "kr"}, discards={"transport": "gg"}
    )

    claimed = given(position).when(DRAW, DRAW, ClaimRoute(1, "A-B", cards("bb")))

    claimed.then(PileShuffled("transport", 2, 2, cards("gg")), TurnBegan(1), TurnBegan(0))
    assert claimed.state.piles["transport"] == cards("gg")
    assert claimed.state.discards["transport"] == cards("bb")


@pytest.mark.rule("DRAW-6", "DRAW-7")
def test_with_no_discards_it_is_made_anew_as_soon_as_there_are_some():
    position = table(board="A-B:2:blue", hands=["bb"], piles={"transport": "r"}, market="rbgko", turn=1)

    drawn = given(position).when(DrawCard(1, "transport"), TakeCard(1, "black"))
    drawn.never(PileShuffled).never(MarketFilled)

    claimed = given(drawn.position).when(ClaimRoute(0, "A-B", cards("bb")))
    claimed.then(
        PileShuffled("transport", 2, 2, cards("bb")),
        MarketFilled((3,), cards("b")),
        TurnBegan(1),
    )
    assert claimed.state.piles["transport"] == cards("b")


@pytest.mark.rule("DRAW-6", "DRAW-7")
def test_with_deck_and_discards_empty_nothing_can_be_drawn_unseen():
    position = table(market="rrbbg", piles={"transport": ""})

    given(position).when(DRAW).refused(PileEmpty, pile="transport")


@pytest.mark.rule("DRAW-7")
def test_a_turn_ends_after_one_card_when_no_second_can_be_drawn():
    position = table(market="", piles={"transport": "r"})

    given(position).when(DRAW).then_only(CardDrawn(0, "transport", "red"), TurnBegan(1))


@pytest.mark.rule("DRAW-7", "DRAW-4")
def test_a_turn_ends_after_one_card_when_only_wilds_are_left_to_take():
    position = table(market="**", piles={"transport": "r"})

    given(position).when(DRAW).never(MarketFilled)
    position = table(market="**r", piles={"transport": ""})
    given(position).when(TakeCard(0, "red")).then(TurnBegan(1))


@pytest.mark.rule("DRAW-1")
def test_a_pile_that_is_not_there_cannot_be_drawn_from():
    given(table()).when(DrawCard(0, "ship")).refused(UnknownPile, pile="ship", piles=["transport"])
    given(table()).when(DrawCard(0, "tickets")).refused(UnknownPile)


@pytest.mark.rule("DRAW-9")
def test_a_hand_has_no_limit():
    position = table(hands=["6 red 6 blue 6 green 6 black 6 purple"], piles={"transport": "ooo"})

    drawn = given(position).when(DRAW, DRAW)

    assert sum(drawn.state.hands[0].values()) == 32
