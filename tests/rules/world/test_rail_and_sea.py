import pytest

from rules.actions import ClaimRoute
from rules.events import RouteClaimed
from rules.refusals import MixedColors, NotEnoughPieces, WrongColor, WrongNumberOfCards, WrongSortOfCard
from rules.variants.world.payments import SuperfluousCard, TooFewSpacesCovered
from tests.rules.position import cards, given, table
from tests.rules.test_payments import payments

PURPLE_RAIL_3 = "novosibirsk--yakutsk--1"
WHITE_SEA_4 = "dar-es-salaam--mumbai--1"
WHITE_SEA_5 = "honolulu--manila--1"

DOUBLE, SINGLE = "ship-white-double", "ship-white"


@pytest.mark.rule("CLAIM-2", "CLAIM-7")
def test_the_books_example_a_purple_rail_route_of_three():
    position = table("world", hands=["3 train-purple 3 wild 3 ship-purple"])

    assert payments(position, PURPLE_RAIL_3) == sorted(
        cards(text)
        for text in (
            "3 train-purple",
            "2 train-purple wild",
            "train-purple 2 wild",
            "3 wild",
        )
    )
    claimed = given(position).when(ClaimRoute(0, PURPLE_RAIL_3, cards("3 train-purple")))
    claimed.then(RouteClaimed(0, PURPLE_RAIL_3, cards("3 train-purple"), {"train": 3}, 4))


@pytest.mark.rule("CLAIM-7")
def test_the_books_example_a_white_sea_route_of_four():
    position = table("world", hands=[f"4 {SINGLE} 2 {DOUBLE}"])

    assert payments(position, WHITE_SEA_4) == sorted(
        cards(text) for text in (f"2 {DOUBLE}", f"4 {SINGLE}", f"{DOUBLE} 2 {SINGLE}")
    )


@pytest.mark.rule("CLAIM-7")
def test_the_books_example_a_white_sea_route_of_four_with_wilds_mixed_in():
    position = table("world", hands=[f"{SINGLE} {DOUBLE} 4 wild"])

    assert payments(position, WHITE_SEA_4) == sorted(
        cards(text)
        for text in (
            f"{DOUBLE} {SINGLE} wild",
            f"{DOUBLE} 2 wild",
            f"{SINGLE} 3 wild",
            "4 wild",
        )
    )


@pytest.mark.rule("CLAIM-7")
@pytest.mark.parametrize("payment", [f"2 {DOUBLE} {SINGLE}", f"3 {DOUBLE}"])
def test_the_books_example_a_sea_route_of_five_with_the_excess_ship_lost(payment):
    position = table("world", hands=[f"4 {DOUBLE} 2 {SINGLE}"])

    claimed = given(position).offers(ClaimRoute(0, WHITE_SEA_5, cards(payment)))

    after = claimed.when(ClaimRoute(0, WHITE_SEA_5, cards(payment))).state
    assert after.pieces[0]["ship"] == 40 - 5
    assert after.scores[0] == 10


@pytest.mark.rule("CLAIM-7")
@pytest.mark.parametrize("payment", [f"4 {DOUBLE}", f"3 {DOUBLE} {SINGLE}", f"2 {DOUBLE} 2 {SINGLE}"])
def test_no_card_may_be_superfluous(payment):
    position = table("world", hands=[f"4 {DOUBLE} 2 {SINGLE}"])

    given(position).when(ClaimRoute(0, WHITE_SEA_5, cards(payment))).refused(SuperfluousCard)


@pytest.mark.rule("CLAIM-7")
@pytest.mark.parametrize(
    ("payment", "covered"), [("", 0), (f"2 {DOUBLE}", 4), (f"{DOUBLE} 2 wild", 4), ("4 wild", 4)]
)
def test_every_space_must_be_covered_and_a_wild_covers_one(payment, covered):
    position = table("world", hands=[f"4 {DOUBLE} 4 wild"])

    claim = given(position).when(ClaimRoute(0, WHITE_SEA_5, cards(payment)))

    claim.refused(TooFewSpacesCovered, covered=covered, needed=5)


@pytest.mark.rule("CLAIM-7")
def test_a_wild_is_superfluous_where_a_double_covers_its_space():
    position = table("world", hands=[f"3 {DOUBLE} wild"])

    given(position).when(ClaimRoute(0, WHITE_SEA_5, cards(f"3 {DOUBLE} wild"))).refused(SuperfluousCard)


@pytest.mark.rule("CLAIM-7")
def test_trains_do_not_pay_at_sea_nor_ships_on_rails():
    board = "A-B:2:gray:sea A-C:2:gray:rail"
    position = table("world", board=board, hands=["2 train-red 2 ship-red"])

    at_sea = given(position).when(ClaimRoute(0, "A-B", cards("2 train-red")))
    at_sea.refused(WrongSortOfCard, card="train-red")
    on_rails = given(position).when(ClaimRoute(0, "A-C", cards("2 ship-red")))
    on_rails.refused(WrongSortOfCard, card="ship-red")


@pytest.mark.rule("CLAIM-7")
def test_a_double_ship_is_no_train_card_for_two():
    position = table("world", board="A-B:2:gray:rail", hands=["ship-red-double"])

    given(position).when(ClaimRoute(0, "A-B", cards("ship-red-double"))).refused(WrongNumberOfCards)


@pytest.mark.rule("CLAIM-2")
def test_colors_hold_at_sea_too():
    board = "A-B:2:white:sea A-C:2:gray:sea"
    position = table("world", board=board, hands=["ship-red ship-white 2 ship-black"])

    given(position).when(ClaimRoute(0, "A-B", cards("2 ship-black"))).refused(WrongColor, needed="white")
    given(position).when(ClaimRoute(0, "A-C", cards("ship-red ship-white"))).refused(MixedColors)
    given(position).offers(ClaimRoute(0, "A-C", cards("2 ship-black")))


@pytest.mark.rule("CLAIM-2", "HARB-2")
def test_a_card_with_the_harbour_mark_pays_for_a_route_like_any_other():
    position = table("world", board="A-B:2:red:rail", hands=["train-red train-red-harbour"])

    given(position).offers(ClaimRoute(0, "A-B", cards("train-red train-red-harbour")))


@pytest.mark.rule("CLAIM-3")
def test_rails_take_trains_and_the_sea_takes_ships():
    board = "A-B:2:gray:sea A-C:2:gray:rail"
    hand = "2 train-red 2 ship-red"
    no_ships = table("world", board=board, hands=[hand], pieces=[{"ship": 1}])
    no_trains = table("world", board=board, hands=[hand], pieces=[{"train": 1}])

    sea, rail = ClaimRoute(0, "A-B", cards("2 ship-red")), ClaimRoute(0, "A-C", cards("2 train-red"))
    given(no_ships).offers(rail).when(sea).refused(NotEnoughPieces, piece="ship", needed=2, left=1)
    given(no_trains).offers(sea).when(rail).refused(NotEnoughPieces, piece="train", needed=2, left=1)


@pytest.mark.rule("CLAIM-4", "DRAW-6")
def test_played_cards_go_to_the_discards_of_their_own_deck_wilds_to_the_trains():
    position = table("world", board="A-B:3:gray:sea", hands=["ship-red-double wild"])

    claimed = given(position).when(ClaimRoute(0, "A-B", cards("ship-red-double wild")))

    assert claimed.state.discards == {"train": ("wild",), "ship": ("ship-red-double",)}


@pytest.mark.rule("CLAIM-5", "CLAIM-7")
def test_a_rail_and_a_sea_route_between_the_same_places_are_no_double():
    board = "A-B:2:gray:sea A-B:2:gray:rail"
    position = table("world", board=board, hands=["2 train-red"], claims={"A-B.1": 0})

    given(position).when(ClaimRoute(0, "A-B.2", cards("2 train-red"))).then()
