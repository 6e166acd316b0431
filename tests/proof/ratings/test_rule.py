"""What a game does to ratings, by the rule alone."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as some

from proof.ratings.placings import Placing
from proof.ratings.rule import BOTS, NEW, PEOPLE, Strength, changes, compared, groups

STRENGTHS = some.builds(Strength, some.floats(-50, 100), some.floats(0.5, 20))
MODEL = pytest.importorskip("openskill.models", reason="openskill is a tool of development").PlackettLuce()


class Sitting(NamedTuple):
    who: str | None
    kind: str = PEOPLE
    finished: bool = True


def compared_seats(*seats: Sitting) -> list[list[str | None]]:
    return [[one.who for one in group] for group in groups(seats)]


@given(some.lists(some.tuples(STRENGTHS, some.integers(1, 5)), min_size=2, max_size=5))
def test_strengths_change_as_another_program_for_the_same_model_says(played):
    strengths, ranks = [one for one, _ in played], [rank for _, rank in played]
    teams = [[MODEL.create_rating([one.mean, one.deviation])] for one in strengths]
    due = MODEL.rate(teams, ranks=[float(rank) for rank in ranks])

    for one, (other,) in zip(compared(strengths, ranks), due, strict=True):
        assert one == pytest.approx((other.mu, other.sigma), abs=2e-6)


def test_every_number_has_six_digits_so_that_any_language_comes_to_the_same():
    first, second = compared([NEW, NEW], [1, 2])

    assert (first, second) == ((27.635389, 8.065901), (22.364611, 8.065901))
    assert (first.rating, second.rating) == (3.437686, -1.833092)


def test_equals_who_begin_alike_end_alike():
    first, second, third = compared([NEW, NEW, NEW], [1, 1, 3])

    assert first == second
    assert first.mean > third.mean


def test_people_are_compared_with_people_and_bots_with_bots():
    seats = [Sitting("ada"), Sitting("greedy", BOTS), Sitting("bob"), Sitting("robot", BOTS)]

    assert compared_seats(*seats) == [["ada", "bob"], ["greedy", "robot"]]


def test_whoever_has_two_seats_is_compared_with_nobody_and_the_others_are():
    greedy, others = Sitting("greedy", BOTS), [Sitting("random", BOTS), Sitting("planner", BOTS)]

    assert compared_seats(greedy, *others, greedy) == [["random", "planner"]]
    assert compared_seats(greedy, others[0], greedy) == []


def test_nobody_is_compared_with_somebody_who_is_not_known():
    assert compared_seats(Sitting(None), Sitting("ada"), Sitting(None)) == []


def test_where_a_stand_in_has_decided_nobody_is_compared():
    bots = [Sitting("greedy", BOTS), Sitting("random", BOTS)]

    assert compared_seats(Sitting("ada"), Sitting("bob", finished=False), *bots) == []


def test_the_places_of_all_seats_count_even_if_some_are_not_compared():
    def placed(seat: int, who: str, rank: int) -> Placing:
        kind = BOTS if who == "greedy" else PEOPLE
        return Placing(seat, who, kind, rank, finished=True, score=0, won=rank == 1)

    found = changes([placed(0, "bob", 3), placed(1, "greedy", 1), placed(2, "ada", 2)], lambda _: NEW)

    assert found.keys() == {0, 2}
    assert [found[2].after, found[0].after] == compared([NEW, NEW], [1, 2])
