import pytest

from rules import Event, KeyedChance, ScriptedChance, replay, ruleset
from rules.actions import KeepTickets
from rules.events import (
    CardsDealt,
    FirstSeatDrawn,
    FirstSeatNamed,
    MarketFilled,
    MarketSwept,
    PileShuffled,
    TurnBegan,
)
from rules.refusals import UnknownOption, WrongOption, WrongSeatCount
from tests.rules.position import cards, given, start

CITIES = ("berlin", "london", "amsterdam")
GAMES = (*CITIES, "world")


def started(game: str, seats: int, **tops: str) -> tuple[Event, ...]:
    chance = ScriptedChance({f"{pile}#1": cards(top) for pile, top in tops.items()})
    return ruleset(game).start(seats=seats, chance=chance)


@pytest.mark.rule("SET-1")
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("game", CITIES)
def test_a_city_game_deals_two_cards_to_each_and_turns_five_up(game, seats):
    state = replay(ruleset(game).start(seats=seats, chance=KeyedChance.from_seed(7)))

    assert [sum(hand.values()) for hand in state.hands] == [2] * seats
    assert len(state.market) == 5
    assert None not in state.market
    assert len(state.piles["transport"]) + len(state.discards["transport"]) == 44 - 2 * seats - 5


@pytest.mark.rule("SET-1")
def test_cards_are_dealt_from_the_top_in_seat_order_before_the_market_is_turned_up():
    events = started("berlin", 2, transport="rrbb gggko".replace(" ", ""))

    dealt = [event for event in events if isinstance(event, CardsDealt)]
    assert dealt == [
        CardsDealt(0, "transport", 2, cards("rr")),
        CardsDealt(1, "transport", 2, cards("bb")),
    ]
    assert MarketFilled((0, 1, 2, 3, 4), cards("gggko")) in events


@pytest.mark.rule("SET-2")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_world_deals_three_train_and_seven_ship_cards_and_turns_three_of_each_up(seats):
    state = replay(ruleset("world").start(seats=seats, chance=KeyedChance.from_seed(3)))

    for hand in state.hands:
        piles = [state.pile_of[card] for card, count in hand.items() for _ in range(count)]
        assert (piles.count("train"), piles.count("ship")) == (3, 7)
    assert [state.pile_of[card or ""] for card in state.market] == ["train"] * 3 + ["ship"] * 3


@pytest.mark.rule("SET-2")
def test_world_shuffles_trains_and_ships_apart():
    shuffled = {event.pile: event for event in started("world", 2) if isinstance(event, PileShuffled)}

    assert shuffled["train"].count == 80
    assert shuffled["ship"].count == 60
    assert {card.split("-")[0] for card in shuffled["train"].order} == {"train", "wild"}
    assert {card.split("-")[0] for card in shuffled["ship"].order} == {"ship"}


@pytest.mark.rule("SET-3", "DRAW-5")
def test_a_first_market_with_three_wilds_is_swept_before_anybody_acts():
    events = started("london", 2, transport="kkkk" + "***gg" + "bbooo")

    at = events.index(MarketSwept(cards("***gg")))
    assert events[at - 1] == MarketFilled((0, 1, 2, 3, 4), cards("***gg"))
    assert events[at + 1] == MarketFilled((0, 1, 2, 3, 4), cards("bbooo"))
    assert replay(events).discards == {"transport": cards("***gg")}


@pytest.mark.rule("SET-3")
def test_a_first_market_with_two_wilds_stays():
    events = started("london", 2, transport="kkkk" + "**ggg")

    assert replay(events).market == cards("**ggg")
    assert not [event for event in events if isinstance(event, MarketSwept)]


@pytest.mark.rule("SET-3")
def test_a_first_market_of_world_is_swept_too():
    trains = "6 train-red " + "3 wild " + "3 train-white"

    state = start("world", shuffles={"train#1": trains}).state

    assert state.market[:3] == cards("3 train-white")
    assert state.discards["train"] == cards("3 wild")
    assert len(state.discards["ship"]) == 3


@pytest.mark.rule("SET-6")
def test_the_first_player_is_drawn_by_lot_unless_the_table_has_named_one():
    chance = ScriptedChance({"first-seat#1": ("2", "0", "1")})
    events = ruleset("london").start(seats=3, chance=chance)

    assert FirstSeatDrawn(("2", "0", "1")) in events
    assert replay(events).first == 2


@pytest.mark.rule("SET-6")
def test_the_table_may_name_who_begins():
    events = ruleset("london").start(seats=3, chance=ScriptedChance(), options={"first": "1"})

    assert FirstSeatNamed(1) in events
    assert not [event for event in events if isinstance(event, FirstSeatDrawn)]


@pytest.mark.rule("SET-6")
@pytest.mark.parametrize("first", ["3", "youngest"])
def test_a_table_agrees_only_on_choices_of_an_option_and_names_only_seats_it_has(first):
    with pytest.raises(WrongOption):
        ruleset("london").start(seats=3, chance=ScriptedChance(), options={"first": first})


@pytest.mark.rule("SET-6")
@pytest.mark.parametrize("options", [{"fleet": "chosen"}, {"weather": "fair"}])
def test_a_table_agrees_only_on_options_of_its_own_game(options):
    with pytest.raises(UnknownOption):
        ruleset("london").start(seats=3, chance=ScriptedChance(), options=options)


def test_options_of_test_tables_are_for_test_tables_and_absent_from_others():
    london = ruleset("london")

    assert london.agreed({}, 2, test=True) == {"first": "random"}
    assert london.agreed({"end": "early"}, 2, test=True)["end"] == "early"
    with pytest.raises(UnknownOption):
        london.agreed({"end": "early"}, 2)
    with pytest.raises(WrongOption):
        london.agreed({"end": "never"}, 2, test=True)


@pytest.mark.rule("SET-6")
def test_the_first_player_begins_once_all_tickets_are_chosen():
    position = start("berlin", seats=3, first="1")
    keep = [KeepTickets(seat, position.state.offers[seat]) for seat in range(3)]

    given(position).when(*keep).then(TurnBegan(1))


@pytest.mark.rule("SET-7")
@pytest.mark.parametrize("game", [*CITIES, "world"])
def test_everybody_starts_with_no_points(game):
    assert start(game, seats=4).state.scores == (0, 0, 0, 0)


@pytest.mark.rule("SET-1", "SET-2")
@pytest.mark.parametrize(("game", "most"), [*((city, 4) for city in CITIES), ("world", 5)])
def test_a_game_wants_at_least_two_players_and_at_most_as_many_as_its_box_serves(game, most):
    for seats in (0, 1, most + 1, -2):
        with pytest.raises(WrongSeatCount):
            ruleset(game).start(seats=seats, chance=ScriptedChance())
    assert start(game, seats=most).state.seats == most


@pytest.mark.rule("BOX-1", "BOX-2")
@pytest.mark.parametrize(
    ("game", "pieces", "tickets", "goods"),
    [
        ("berlin", {"tram": 11, "subway-car": 5}, 22, 0),
        ("london", {"bus": 17}, 20, 0),
        ("amsterdam", {"cart": 16}, 24, 16),
    ],
)
def test_the_box_of_a_city_game_holds_what_its_book_says(game, pieces, tickets, goods):
    state, board = start(game).state, ruleset(game).board

    assert list(state.pieces) == [pieces, pieces]
    assert state.goods_left == goods
    assert len(board.tickets) == tickets
    assert board.piles["transport"] == {"wild": 8} | dict.fromkeys(board.colors, 6)
    assert len(board.colors) == 6


@pytest.mark.rule("BOX-1", "BOX-2")
def test_the_box_of_world_holds_what_its_book_says():
    board = ruleset("world").board

    assert {piece.id: piece.count for piece in board.pieces.values()} == {
        "train": 25,
        "ship": 50,
        "harbour": 3,
    }
    assert len(board.tickets) == 65
    assert sum(ticket.is_tour for ticket in board.tickets.values()) == 8
    assert board.cards["wild"].count == 14
    assert len(board.colors) == 6
    for color in board.colors:
        faces = [card for card in board.cards.values() if card.color == color]
        assert sum(card.count for card in faces if card.pile == "train") == 11
        assert sum(card.count for card in faces if card.spaces == 2) == 6
        marked = [(card.pile, card.spaces, card.count) for card in faces if card.harbour]
        assert sorted(marked) == [("ship", 1, 4), ("train", 1, 4)]
        assert sum(card.count for card in faces if card.pile == "ship") == 10


@pytest.mark.rule("BOX-3")
def test_a_route_scores_by_a_table_of_its_kind():
    points = {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15, 7: 18, 8: 21}
    city = {length: points[length] for length in range(1, 5)}
    kinds = {(game, kind.id): kind.points for game in GAMES for kind in ruleset(game).board.kinds.values()}

    assert kinds == {
        ("berlin", "tram"): city,
        ("berlin", "subway"): {1: 2, 2: 3, 3: 5, 4: 8},
        ("london", "bus"): city,
        ("amsterdam", "cart"): city,
        ("world", "rail"): points,
        ("world", "sea"): points,
    }
