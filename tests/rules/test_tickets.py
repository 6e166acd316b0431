import pytest

from rules.actions import DrawCard, DrawTickets, KeepTickets
from rules.events import TicketsDrawn, TicketsKept, TurnBegan
from rules.refusals import NoTicketsLeft, NotNow, TicketsNotOffered, TooFewTicketsKept
from tests.rules.position import given, start, table

DRAW = DrawTickets(0)


@pytest.mark.rule("TICK-1", "TURN-1")
def test_a_city_player_draws_two_tickets_and_keeps_at_least_one():
    position = table("london", piles={"tickets": "t01 t02 t03"})

    drawn = given(position).when(DRAW)

    drawn.then_only(TicketsDrawn(0, 2, 1, ("t01", "t02")))
    assert given(drawn.position).offered(0) == [
        KeepTickets(0, ("t01",)),
        KeepTickets(0, ("t02",)),
        KeepTickets(0, ("t01", "t02")),
    ]
    given(drawn.position).when(KeepTickets(0, ("t02",))).then(TurnBegan(1))


@pytest.mark.rule("TICK-1")
def test_the_table_waits_for_the_choice():
    drawn = given(table("london")).when(DRAW).position

    given(drawn).when(DrawCard(0, "transport")).refused(NotNow, expected="drawn_tickets")
    given(drawn).when(DRAW).refused(NotNow)
    given(drawn).when(KeepTickets(0, ())).refused(TooFewTicketsKept, keep=1, kept=0)


@pytest.mark.rule("TICK-1")
@pytest.mark.parametrize("tickets", [("t03",), ("t01", "t01"), ("t01", "t02", "t03"), ("t09",)])
def test_only_what_was_drawn_can_be_kept(tickets):
    position = table("london", piles={"tickets": "t01 t02 t03"}, held=[["t09"]])

    given(position).when(DRAW, KeepTickets(0, tickets)).refused(TicketsNotOffered)


@pytest.mark.rule("TICK-1")
def test_in_world_four_are_drawn():
    position = table("world", piles={"tickets": "t01 t02 t03 t04 t05"})

    given(position).when(DRAW).then_only(TicketsDrawn(0, 4, 1, ("t01", "t02", "t03", "t04")))


@pytest.mark.rule("TICK-1")
@pytest.mark.parametrize("left", [1, 2, 3])
def test_in_world_fewer_are_drawn_if_fewer_are_left(left):
    tickets = ("t01", "t02", "t03")[:left]
    position = table("world", piles={"tickets": " ".join(tickets)})

    given(position).when(DRAW, KeepTickets(0, ("t01",))).then(TicketsDrawn(0, left, 1, tickets), TurnBegan(1))


@pytest.mark.rule("TICK-2")
def test_refused_tickets_go_under_the_deck_in_the_order_dealt_and_kept_ones_to_the_owner():
    position = table("world", piles={"tickets": "t04 t03 t02 t01 t05 t06"}, held=[["t10"]])

    kept = given(position).when(DRAW, KeepTickets(0, ("t01", "t03")))

    kept.then(TicketsKept(0, 2, ("t03", "t01"), ("t04", "t02")))
    assert kept.state.piles["tickets"] == ("t05", "t06", "t04", "t02")
    assert kept.state.tickets[0] == ("t10", "t03", "t01")


@pytest.mark.rule("TICK-2")
def test_no_action_ever_gives_a_kept_ticket_back():
    position = table("london", piles={"tickets": "t01 t02"}, held=[["t09"]])
    drawn = given(position).when(DRAW).position

    given(drawn).when(KeepTickets(0, ("t09", "t01"))).refused(TicketsNotOffered, tickets=("t09",))
    kept = given(drawn).when(KeepTickets(0, ("t01",)))
    assert "t09" in kept.state.tickets[0]


@pytest.mark.rule("TICK-3")
def test_the_last_ticket_may_be_drawn_and_must_be_kept():
    position = table("london", piles={"tickets": "t07"})

    drawn = given(position).when(DRAW)

    assert given(drawn.position).offered(0) == [KeepTickets(0, ("t07",))]
    given(drawn.position).when(KeepTickets(0, ())).refused(TooFewTicketsKept)
    kept = given(drawn.position).when(KeepTickets(0, ("t07",))).then(TurnBegan(1))
    assert kept.state.piles["tickets"] == ()


@pytest.mark.rule("TICK-3")
@pytest.mark.parametrize("game", ["london", "world"])
def test_with_no_tickets_left_none_can_be_drawn(game):
    given(table(game, piles={"tickets": ""})).when(DRAW).refused(NoTicketsLeft)


@pytest.mark.rule("TICK-1", "TICK-2")
def test_tickets_are_kept_only_by_whoever_has_drawn_some():
    given(table("london", held=[["t01"]])).when(KeepTickets(0, ("t01",))).refused(NotNow, expected="turn")


@pytest.mark.rule("TICK-5")
@pytest.mark.parametrize("game", ["berlin", "london", "amsterdam", "world"])
def test_whoever_has_many_tickets_may_draw_more(game):
    tickets = [*start(game).board.tickets]
    position = table(game, held=[tickets[:-4]], piles={"tickets": " ".join(tickets[-4:])})

    drawn = given(position).when(DRAW)
    offered = drawn.state.offers[0]

    assert drawn.state.tickets[0] == tuple(tickets[:-4])
    given(drawn.position).when(KeepTickets(0, offered)).then(TurnBegan(1))
