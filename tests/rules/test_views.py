"""Who sees what."""

import pytest

from rules import KeyedChance, apply, plain_view, replay, ruleset, view_for
from rules.actions import DrawTickets, KeepTickets
from rules.variants.world.fleet import ChooseFleet
from rules.views import CLOSED
from tests.rules.position import cards, given, start, table


@pytest.mark.rule("TICK-4")
def test_a_seat_sees_its_own_cards_and_tickets_and_only_the_number_of_others():
    state = table(hands=["rr*", "bk"], held=[["t01"], ["t02", "t03"]]).state

    mine, theirs = view_for(state, 0).seats

    assert (mine.hand, mine.tickets) == (("red", "red", "wild"), ("t01",))
    assert (theirs.hand, theirs.tickets) == (None, None)
    assert (theirs.cards, theirs.tickets_held) == ({"transport": 2}, 2)


@pytest.mark.rule("TICK-4")
def test_a_spectator_sees_nobodys_cards_and_tickets():
    state = table(hands=["rr*", "bk"], held=[["t01"], ["t02", "t03"]]).state

    for seat in view_for(state, None).seats:
        assert (seat.hand, seat.tickets, seat.offer, seat.keep) == (None, None, None, None)
    assert [seat.tickets_held for seat in view_for(state, None).seats] == [1, 2]


def test_a_field_that_is_declared_private_is_shown_to_its_own_seat_alone():
    state = table(hands=["rr*", "bk"], held=[["t01"], ["t02", "t03"]]).state
    state.offers, state.keep = (("t04",), ("t05", "t06")), (1, 1)

    mine, theirs = (plain_view(seat) for seat in view_for(state, 0).seats)

    assert mine.keys() - theirs.keys() == CLOSED.keys() == {"hand", "tickets", "offer", "keep"}


def test_the_backs_of_two_decks_can_be_told_apart():
    state = table("world", hands=["2 train-red wild ship-red"]).state

    assert view_for(state, 1).seats[0].cards == {"train": 3, "ship": 1}


def test_of_the_decks_only_the_number_is_seen_and_of_the_discards_no_order():
    one = table(piles={"transport": "rrb"}, discards={"transport": "gkg"}).state
    other = table(piles={"transport": "k*o"}, discards={"transport": "ggk"}).state

    view = view_for(one, 0)

    assert view.piles == {"transport": 3, "tickets": 18}
    assert view.discards == {"black": 1, "green": 2}
    assert view == view_for(other, 0)


def test_the_table_itself_is_open_to_all():
    state = table(
        "amsterdam",
        market="rbgko",
        claims={"dam--jordaan--1": 1},
        goods=(0, 2),
        goods_left=14,
        scores=(3, 9),
        turns_left=2,
    ).state

    for viewer in (0, 1, None):
        view = view_for(state, viewer)
        assert view.market == cards("rbgko")
        assert view.claims == {"dam--jordaan--1": 1}
        assert [seat.goods for seat in view.seats] == [0, 2]
        assert [seat.score for seat in view.seats] == [3, 9]
        assert (view.goods_left, view.turns_left, view.turn, view.to_act) == (14, 2, 0, (0,))


def test_a_seat_is_told_what_it_is_asked_to_decide():
    state = table().state

    assert view_for(state, 0).moment == "turn"
    assert view_for(state, 1).moment is None
    assert view_for(state, None).moment is None


@pytest.mark.rule("TICK-4")
def test_tickets_on_offer_are_seen_only_by_whom_they_are_offered_to():
    drawn = given(table("london", piles={"tickets": "t01 t02 t03"})).when(DrawTickets(0)).state

    own, other = view_for(drawn, 0), view_for(drawn, 1)

    assert (own.seats[0].offer, own.seats[0].keep) == (("t01", "t02"), 1)
    assert (other.seats[0].offer, other.seats[0].keep) == (None, None)
    assert other.piles["tickets"] == 1


@pytest.mark.rule("SET-4")
def test_how_many_first_tickets_a_seat_keeps_is_not_seen_before_all_have_chosen():
    position = start("london")
    offer = position.state.offers[0]
    one = given(position).when(KeepTickets(0, offer[:1]))
    two = given(position).when(KeepTickets(0, offer))

    for viewer in (1, None):
        assert view_for(one.state, viewer) == view_for(two.state, viewer)
        assert view_for(one.state, viewer).seats[0].has_chosen
    others = KeepTickets(1, position.state.offers[1])
    after = [given(chosen.position).when(others).state for chosen in (one, two)]
    assert [view_for(state, 1).seats[0].tickets_held for state in after] == [1, 2]


@pytest.mark.rule("SET-5")
def test_a_fleet_is_not_seen_before_all_have_chosen():
    position = start("world")
    keep = [KeepTickets(seat, position.state.offers[seat]) for seat in range(2)]
    chosen = given(position).when(*keep)
    few = given(chosen.position).when(ChooseFleet(0, 10, 50))
    many = given(chosen.position).when(ChooseFleet(0, 25, 35))

    assert view_for(few.state, 1) == view_for(many.state, 1)
    revealed = given(few.position).when(ChooseFleet(1, 20, 40)).state
    assert view_for(revealed, 1).seats[0].pieces == {"train": 10, "ship": 50, "harbour": 3}
    assert view_for(revealed, 1).seats[0].box == {"train": 15, "ship": 0, "harbour": 0}


@pytest.mark.rule("TICK-4")
def test_while_the_scores_are_drawn_up_tickets_are_still_secret_and_after_the_end_all_is_open():
    hands, held = ["rr", "bk"], [["A-B"], []]
    position = table(board="A-B:2:red", tickets="A-B:4", hands=hands, held=held, phase="scoring")
    scoring = position.state
    assert view_for(scoring, 1).seats[0].tickets is None
    over = scoring
    for event in position.ruleset.settle(scoring):
        over = apply(over, event)

    for viewer in (0, 1, None):
        first, second = view_for(over, viewer).seats
        assert (first.hand, second.hand) == (("red", "red"), ("black", "blue"))
        assert first.tickets == ("A-B",)
        assert first.sheet
        assert [line["points"] for line in first.sheet] == [0, -4]
        assert view_for(over, viewer).winners == (1,)


def test_a_plain_view_leaves_out_what_the_viewer_does_not_know():
    state = table(hands=["rr", "bk"], held=[["t01"], ["t02"]]).state

    plain = plain_view(view_for(state, 0))

    assert plain["seats"][0]["hand"] == ["red", "red"]
    assert "hand" not in plain["seats"][1]
    assert "tickets" not in plain["seats"][1]
    assert "t02" not in str(plain)


@pytest.mark.parametrize("game", ["berlin", "london", "amsterdam", "world"])
def test_a_view_depends_on_nothing_that_another_seat_holds_in_secret(game):
    """Two deals that differ only in what seat 1 was dealt look the same to seat 0 and to spectators."""
    state = replay(ruleset(game).start(seats=2, chance=KeyedChance.from_seed(1)))
    twin = state.copy()
    card = next(iter(state.hands[1]))
    pile = state.pile_of[card]
    swapped = next(c for c in state.piles[pile] if c != card)
    hand = dict(state.hands[1])
    hand[card] -= 1
    hand[swapped] = hand.get(swapped, 0) + 1
    twin.hands = (state.hands[0], {face: count for face, count in hand.items() if count})
    twin.offers = (state.offers[0], tuple(reversed(state.piles["tickets"]))[: len(state.offers[1])])

    assert twin != state
    assert view_for(twin, 0) == view_for(state, 0)
    assert view_for(twin, None) == view_for(state, None)
    assert view_for(twin, 1) != view_for(state, 1)
