"""The planner's taste, shown on tables set for the purpose."""

import pytest

from bots.planner import PlannerBot
from bots.planning.advice.tickets import fresh_tickets
from bots.planning.atlas import atlas
from bots.planning.evaluation import Mind, turns_to_come
from bots.planning.observation import seen_in_state
from bots.planning.paths import cheapest, parts
from bots.planning.prices import prices_for, purses_of, turns_by_road, turns_together
from bots.registry import make
from rules import KeyedChance, view_for
from rules.actions import ClaimRoute, DrawTickets, KeepTickets, TakeCard
from rules.paths import CLOSED
from rules.variants.world.fleet import ChooseFleet
from rules.variants.world.harbours import BuildHarbour
from tests.bots.tables import moves, opened


def table(game="london", **fields):
    """A table in the middle of play, seat 0 to decide; what is not said is as dealt."""
    rules, state, _ = opened(game)
    for state, _ in moves([make("greedy")] * 2, game):
        if state.phase == "play":
            break
    state = state.copy()
    state.turn = state.drawn = 0
    for name, value in fields.items():
        setattr(state, name, value)
    return rules, state


def choice(rules, state):
    options = tuple(rules.legal_actions(state, 0))
    return PlannerBot().choose(view_for(state, 0), options, KeyedChance.from_seed(1))


def test_it_claims_the_route_that_completes_its_ticket():
    rules, state = table(
        tickets=(("t03",), ("t20",)),  # Big Ben to Charterhouse
        claims={
            "big-ben--trafalgar-square--1": 0,
            "covent-garden--trafalgar-square--1": 0,
            "covent-garden--st-pauls--1": 0,
        },
        hands=({"black": 1, "orange": 2}, {}),
    )

    assert choice(rules, state) == ClaimRoute(0, "charterhouse--st-pauls--1", ("black",))


def test_it_takes_the_color_its_plan_lacks():
    rules, state = table(
        tickets=(("t03",), ("t20",)),
        claims={
            "big-ben--trafalgar-square--1": 0,
            "covent-garden--trafalgar-square--1": 0,
            "covent-garden--st-pauls--1": 0,
        },
        hands=({}, {}),
        market=("green", "green", "black", "orange", "pink"),
    )

    assert choice(rules, state) == TakeCard(0, "black", None)


def test_it_keeps_the_ticket_its_routes_already_complete():
    rules, state = table(
        tickets=((), ("t20",)),
        claims={"british-museum--piccadilly-circus--1": 0},
        offers=(("t01", "t07"), ()),  # Baker Street to the Tower; British Museum to Piccadilly Circus
        keep=(1, 0),
    )

    kept = choice(rules, state)

    assert isinstance(kept, KeepTickets)
    assert "t07" in kept.tickets


def test_on_its_last_turn_it_takes_the_most_points():
    rules, state = table(
        tickets=(("t01",), ("t20",)), turns_left=0, hands=({"orange": 4, "blue": 1, "green": 2}, {})
    )

    assert choice(rules, state).route == "baker-street--british-museum--1"  # the only 4 it can pay


def test_fresh_tickets_are_worth_more_the_more_the_network_joins():
    mine = (("t07",), ("t20",))  # British Museum to Piccadilly Circus: done
    routes = ("british-museum--piccadilly-circus--1", "buckingham-palace--piccadilly-circus--1")
    more = (*routes, "covent-garden--piccadilly-circus--1", "covent-garden--st-pauls--1")

    few, many = (
        fresh_tickets(Mind(seen_in_state(table(tickets=mine, claims=claims, turns_left=3)[1], 0)))
        for claims in (dict.fromkeys(routes, 0), dict.fromkeys(more, 0))
    )

    assert many > few


def test_with_no_time_left_a_draw_of_tickets_is_a_loss():
    _, state = table(turns_left=0, claims={})

    assert fresh_tickets(Mind(seen_in_state(state, 0))) < 0
    assert not isinstance(choice(*table(turns_left=0, claims={})), DrawTickets)


def test_with_a_ticket_it_cannot_finish_a_draw_of_tickets_is_a_loss():
    routes = (
        "british-museum--piccadilly-circus--1",
        "buckingham-palace--piccadilly-circus--1",
        "covent-garden--piccadilly-circus--1",
        "covent-garden--st-pauls--1",
    )

    def worth(*mine):
        _, state = table(tickets=(mine, ("t20",)), claims=dict.fromkeys(routes, 0), turns_left=3)
        return fresh_tickets(Mind(seen_in_state(state, 0)))

    done, too_long = "t07", "t01"
    assert worth(done) > worth(done, too_long)
    assert worth(done, too_long) < 0


def test_with_turns_left_for_its_plan_only_a_draw_of_tickets_is_a_loss():
    _, state = table(tickets=(("t07",), ("t20",)), turns_left=0, claims={}, hands=({"wild": 4}, {}))

    assert fresh_tickets(Mind(seen_in_state(state, 0))) < 0


def test_a_card_in_hand_counts_for_one_planned_road_only():
    rules, state = table(hands=({"black": 1}, {}))
    seen = seen_in_state(state, 0)
    black = [road for road in atlas(rules.name).roads if road.color == "black" and road.spaces == 1]

    alone = sum(turns_by_road(seen)[road.number] for road in black)

    assert len(black) == 2
    assert turns_together(black, purses_of(seen)) == alone + 0.5


def test_of_two_planned_routes_in_one_color_it_claims_one_instead_of_saving_up_for_both():
    rules, state = table(
        "world",
        tickets=(("t47",), ("t20",)),  # Rio de Janeiro to Perth; both gaps are purple
        claims={"buenos-aires--rio-de-janeiro--1": 0, "cape-town--southern-ocean--1": 0},
        hands=({"ship-purple-double": 4}, {}),
    )

    assert choice(rules, state).route in ("perth--southern-ocean--2", "buenos-aires--cape-town--1")


def test_with_nothing_to_finish_it_claims_what_it_has_saved_up_for_instead_of_hoarding():
    rules, state = table(
        "world", tickets=((), ("t20",)), claims={}, hands=({"ship-white-double": 4, "ship-red": 3}, {})
    )

    assert isinstance(choice(rules, state), ClaimRoute)


def test_a_cheapest_network_goes_over_own_routes_and_around_closed_ones():
    rules, state = table(claims={"big-ben--waterloo--1": 0, "globe-theatre--waterloo--1": 1}, hands=({}, {}))
    seen = seen_in_state(state, 0)
    map_of, prices = atlas(rules.name), prices_for(seen, 2.0, turns_by_road(seen))
    big_ben, globe = map_of.place["big-ben"], map_of.place["globe-theatre"]

    way = cheapest(map_of, prices, (big_ben, globe))

    assert way is not None
    cost, roads = way

    assert prices[map_of.road["big-ben--waterloo--1"].number] == 0
    assert prices[map_of.road["globe-theatre--waterloo--1"].number] == CLOSED
    joined = parts(map_of, [*roads, map_of.road["big-ben--waterloo--1"].number])
    assert joined[big_ben] == joined[globe]
    assert cost == pytest.approx(sum(prices[road] for road in roads))


def test_with_two_players_the_other_of_a_claimed_double_is_closed_to_the_plan():
    rules, state = table(claims={"globe-theatre--st-pauls--1": 1})
    seen = seen_in_state(state, 0)
    prices = prices_for(seen, 2.0, turns_by_road(seen))

    assert prices[atlas(rules.name).road["globe-theatre--st-pauls--2"].number] == CLOSED


def test_in_the_last_round_the_turns_to_come_are_known():
    own = [turns_to_come(seen_in_state(table(turns_left=left)[1], 0)) for left in (0, 1, 2, 3)]

    assert own == [1, 1, 2, 2]


def test_fewer_pieces_with_anybody_mean_fewer_turns_to_come():
    many, few = (
        turns_to_come(seen_in_state(table(pieces=({"bus": 17}, {"bus": count}))[1], 0)) for count in (17, 5)
    )

    assert few < many


def test_in_world_it_takes_the_trains_its_plan_needs():
    rules, state, chance = opened("world")
    for seat in (0, 1):
        view, options = view_for(state, seat), tuple(rules.legal_actions(state, seat))
        action = PlannerBot().choose(view, options, KeyedChance.from_seed(1))
        state = rules.step(state, action, chance)[1]
    fleets = []
    for tickets in (("t15", "t10"), ("t14", "t18")):  # across America; across the Pacific
        asked = state.copy()
        asked.tickets = (tickets, state.tickets[1])
        fleets.append(choice(rules, asked))

    by_land, by_sea = fleets
    assert isinstance(by_land, ChooseFleet)
    assert by_land.trains > by_sea.trains


def test_in_world_it_builds_a_harbour_where_a_completed_ticket_ends():
    rules, state = table(
        "world",
        tickets=(("t02",), ("t20",)),  # Marseille to Al-Qahira
        claims={"athina--marseille--1": 0, "al-qahira--athina--1": 0, "edinburgh--hamburg--1": 0},
        hands=({"train-red-harbour": 2, "ship-red": 2}, {}),
    )

    action = choice(rules, state)

    assert isinstance(action, BuildHarbour)
    assert action.place in ("marseille", "al-qahira")
