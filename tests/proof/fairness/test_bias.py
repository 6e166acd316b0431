"""Fair chance is not accused, and a biased one is found. All seeds are fixed, and so are all results.

Every sample is of 1000 games of London with two seats, dealt and not played on.
"""

import random
from itertools import pairwise

import pytest

from proof.fairness.counts import Halves
from proof.fairness.report import LEVEL, report_of, written
from proof.fairness.tally import Tally
from proof.fairness.tests import of_halves
from rules import KeyedChance, plain_event, ruleset

GAMES = 1000


class Naive:
    """The classic mistake: every card is swapped with any other, also with those that are done."""

    def __init__(self, number):
        self.whim = random.Random(number)

    def shuffle(self, label, items):
        cards = sorted(items)
        for place in range(len(cards)):
            other = self.whim.randrange(len(cards))
            cards[place], cards[other] = cards[other], cards[place]
        return tuple(cards)


class Favouring:
    """Fair, except that in every eighth game the first seat gets a wild card from further down."""

    def __init__(self, number):
        self.fair, self.helps = KeyedChance.from_seed(number), number % 8 == 0

    def shuffle(self, label, items):
        cards = list(self.fair.shuffle(label, items))
        if label == "transport#1" and self.helps:
            place = cards.index("wild")
            cards[0], cards[place] = cards[place], cards[0]
        return tuple(cards)


class Loaded:
    """Fair, except that seat 0 begins in six games of ten."""

    def __init__(self, number):
        self.fair, self.helps = KeyedChance.from_seed(number), number % 5 == 0

    def shuffle(self, label, items):
        cards = self.fair.shuffle(label, items)
        return tuple(sorted(cards)) if label.startswith("first-seat") and self.helps else cards


class Repeating:
    """Each seed is used for two games in a row."""

    def __init__(self, number):
        self.shuffle = KeyedChance.from_seed(number // 2).shuffle


def log(chance, number):
    """A game that was dealt, as its log has it."""
    at = f"2026-01-{1 + number % 28:02d}T{number % 24:02d}:00:00.000000Z"
    yield {"type": "game_created", "public": {"ruleset": "london@1", "seats": 2}, "at": at}
    for event in ruleset("london").start(seats=2, chance=chance):
        plain = plain_event(event)
        yield {"type": plain["type"], "v": 1, "public": plain, "at": at, "by": "bot"}


def sample(chance, by=()):
    tally = Tally(by)
    for number in range(GAMES):
        tally.add(list(log(chance(number), number)))
    return tally


def suspicious(report):
    return {
        (row["what"], row["of"], row["test"]) for row in report["results"] if row.get("corrected", 1) < LEVEL
    }


def test_fair_chance_is_not_accused_over_all_games_nor_in_slices():
    report = report_of(sample(KeyedChance.from_seed, by=("seats", "hour")))

    assert suspicious(report) == set()
    assert report["games"] == GAMES
    assert report["tests"] > 100
    assert {row["what"] for row in report["results"]} == {
        *("places", "neighbours", "top card", "deal", "market", "first seat")
    }
    assert written(report)[-1] == "None is surprising: all corrected probabilities are at least 0.01."


def test_a_naive_shuffle_is_found_in_1000_games():
    found = suspicious(report_of(sample(Naive)))

    assert {("places", "transport#1", "chi-square"), ("places", "tickets#1", "chi-square")} <= found


def test_a_wild_card_for_the_first_seat_in_every_eighth_game_is_found_in_1000_games():
    found = suspicious(report_of(sample(Favouring)))

    assert ("deal", "transport, 2 seats", "chi-square") in found
    assert not any("tickets" in of for _, of, _ in found)


def test_a_first_seat_that_begins_in_six_games_of_ten_is_found_in_1000_games():
    assert suspicious(report_of(sample(Loaded))) >= {("first seat", "2 seats", "chi-square")}


def test_seeds_that_are_used_twice_are_found_in_1000_games_though_each_game_looks_fair():
    found = suspicious(report_of(sample(Repeating)))

    assert {("top card", "transport#1", "serial"), ("first seat", "2 seats", "serial")} <= found
    assert ("first seat", "2 seats", "runs") in found


def test_a_renewed_pile_with_its_wild_cards_on_top_is_found_and_a_fair_one_is_not():
    fair, biased = Halves(), Halves()
    for number in range(100):
        pile = ["wild"] * (2 + number % 3) + ["red", "blue"] * (5 + number % 4)
        fair.add(KeyedChance.from_seed(number).shuffle("transport#2", pile))
        biased.add(sorted(pile, reverse=True))

    assert (of_halves(fair).p or 0) > 0.01
    assert (of_halves(biased).p or 1) < 1e-6


def test_counts_of_several_data_sets_are_added():
    whole, first, second = Tally(["company"]), Tally(["company"]), Tally(["company"])
    for number in range(60):
        entries = list(log(KeyedChance.from_seed(number), number))
        whole.add(entries)
        (first if number < 30 else second).add(entries)

    first.merge(second)

    assert report_of(first) == report_of(whole)
    assert {row["slice"] for row in report_of(whole)["results"]} == {"all games", "company bots"}


@pytest.mark.parametrize("games", [1, 5])
def test_where_there_are_too_few_games_nothing_is_said(games):
    tally = Tally()
    for number in range(games):
        tally.add(list(log(KeyedChance.from_seed(number), number)))

    report = report_of(tally)

    assert (report["tests"], report["suspicious"]) == (0, 0)
    assert "games are too few" in written(report)[0]


def test_a_report_is_in_one_order():
    rows = report_of(sample(KeyedChance.from_seed))["results"]

    keys = [(row["slice"], row["ruleset"], row["what"], row["of"]) for row in rows]
    assert all(one <= other for one, other in pairwise(keys))
