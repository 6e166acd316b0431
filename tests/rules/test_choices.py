"""The first tickets: chosen by all at the same time, in secret."""

import pytest

from rules.actions import DrawCard, KeepTickets
from rules.events import StartingTicketsKept, TicketsChosen, TurnBegan
from rules.refusals import AlreadyChosen, NotNow, TicketsNotOffered, TooFewTicketsKept
from tests.rules.position import given, start

DEAL = {"tickets#1": "t01 t02 t03 t04"}


@pytest.mark.rule("SET-4")
def test_two_tickets_are_dealt_to_each_and_one_or_both_are_kept():
    position = start("london", shuffles=DEAL)

    assert position.state.offers == (("t01", "t02"), ("t03", "t04"))
    assert given(position).offered(1) == [
        KeepTickets(1, ("t03",)),
        KeepTickets(1, ("t04",)),
        KeepTickets(1, ("t03", "t04")),
    ]


@pytest.mark.rule("SET-4")
def test_in_world_five_are_dealt_and_at_least_three_kept():
    position = start("world", shuffles={"tickets#1": "t01 t02 t03 t04 t05"})

    sizes = [len(action.tickets) for action in given(position).offered(0)]  # type: ignore[attr-defined]
    assert sizes == [3] * 10 + [4] * 5 + [5]
    given(position).when(KeepTickets(0, ("t01", "t02"))).refused(TooFewTicketsKept, keep=3, kept=2)


@pytest.mark.rule("SET-4")
def test_everybody_may_choose_first_and_nobody_plays_before_the_last_has_chosen():
    position = start("london", seats=3)
    last_first = [KeepTickets(seat, position.state.offers[seat][:1]) for seat in (2, 0)]

    assert position.state.to_act == (0, 1, 2)
    after = given(position).when(*last_first)

    assert after.state.to_act == (1,)
    assert after.state.phase == "setup"
    given(after.position).when(DrawCard(1, "transport")).refused(NotNow, expected="starting_tickets")


@pytest.mark.rule("SET-4")
def test_a_choice_cannot_be_made_twice():
    position = start("london", shuffles=DEAL)

    chosen = given(position).when(KeepTickets(0, ("t01",)))

    chosen.then_only(TicketsChosen(0, ("t01",)))
    given(chosen.position).when(KeepTickets(0, ("t02",))).refused(AlreadyChosen, seat=0)


@pytest.mark.rule("SET-4", "TICK-2")
def test_refused_tickets_go_under_the_deck_in_seat_order_whoever_answered_first():
    position = start("london", shuffles=DEAL)
    choices = [KeepTickets(0, ("t02",)), KeepTickets(1, ("t03",))]

    one_way = given(position).when(*choices)
    other_way = given(position).when(*reversed(choices))

    assert one_way.state.piles["tickets"][-2:] == ("t01", "t04")
    assert other_way.state == one_way.state
    one_way.then(
        StartingTicketsKept(0, 1, ("t02",), ("t01",)),
        StartingTicketsKept(1, 1, ("t03",), ("t04",)),
        TurnBegan(0),
    )


@pytest.mark.rule("SET-4")
def test_one_players_refusals_stay_in_the_order_they_were_dealt():
    position = start("world", shuffles={"tickets#1": "t05 t04 t03 t02 t01"}, fleet="beginners")
    others = position.state.offers[1]

    kept = given(position).when(KeepTickets(0, ("t01", "t02", "t04")), KeepTickets(1, others))

    assert kept.state.piles["tickets"][-2:] == ("t05", "t03")
    assert kept.state.tickets[0] == ("t04", "t02", "t01")


@pytest.mark.rule("SET-4")
@pytest.mark.parametrize("tickets", [("t03",), ("t01", "t01"), ("t01", "nowhere")])
def test_only_tickets_that_were_dealt_to_a_seat_can_be_kept_and_each_but_once(tickets):
    position = start("london", shuffles=DEAL)

    given(position).when(KeepTickets(0, tickets)).refused(TicketsNotOffered)


@pytest.mark.rule("SET-4")
def test_keeping_none_is_refused():
    given(start("london")).when(KeepTickets(0, ())).refused(TooFewTicketsKept, keep=1, kept=0)
