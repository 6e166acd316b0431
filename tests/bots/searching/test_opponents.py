"""What others seem to be after: their routes make some tickets likelier, and those are guessed more often."""

import random
from collections import Counter

from bots.planning.atlas import atlas
from bots.planning.paths import cheapest
from bots.searching.beliefs import Beliefs
from bots.searching.opponents import likelihoods
from rules import view_for
from tests.bots.tables import opened


def a_ticket_done(rules, state, ticket):
    """The table in play, with the routes of a ticket claimed by seat 1."""
    map_of = atlas(rules.name)
    found = cheapest(map_of, [road.spaces for road in map_of.roads], map_of.tickets[ticket].places)
    assert found is not None
    after = state.copy()
    after.claims = {map_of.roads[road].route.id: 1 for road in found[1]}
    return after


def at_the_start():
    rules, state, _ = opened("london")
    hidden = [ticket for ticket in rules.board.tickets if ticket not in state.offers[0]]
    return rules, state, hidden


def test_where_nobody_has_claimed_anything_all_tickets_are_alike():
    _, state, hidden = at_the_start()

    assert len(set(likelihoods(view_for(state, 0), 1, hidden))) == 1


def test_a_ticket_that_is_done_is_the_likeliest():
    rules, state, hidden = at_the_start()
    done = a_ticket_done(rules, state, hidden[3])

    found = dict(zip(hidden, likelihoods(view_for(done, 0), 1, hidden), strict=True))

    assert found[hidden[3]] == max(found.values()) > min(found.values())


def test_routes_of_others_make_a_ticket_no_likelier():
    rules, state, hidden = at_the_start()
    done = a_ticket_done(rules, state, hidden[3])
    before, after = (likelihoods(view_for(table, 1), 0, hidden) for table in (state, done))

    assert after[3] <= before[3]


def test_likely_tickets_are_guessed_more_often():
    rules, state, hidden = at_the_start()
    done = a_ticket_done(rules, state, hidden[3])
    done.tickets, done.offers, done.phase = ((), (hidden[3], hidden[4])), (state.offers[0], ()), "play"
    beliefs, whim = Beliefs(view_for(done, 0)), random.Random(1)

    guessed = Counter(ticket for _ in range(100) for ticket in beliefs.sample(whim).tickets[1])

    assert guessed[hidden[3]] > 50
    assert sum(guessed.values()) == 200
    assert len(guessed) > 2
