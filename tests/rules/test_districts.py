"""London's districts."""

from itertools import pairwise

import pytest

from rules import ruleset
from tests.rules.position import table

BOARD = ruleset("london").board


def district_points(claims: dict[str, int], seats: int = 2) -> list[list[tuple[str, int]]]:
    sheet = ruleset("london").score(table("london", seats=seats, claims=claims).state)
    return [[(line.what, line.points) for line in lines if line.rule == "SCORE-2"] for lines in sheet.lines]


def between(*places: str) -> dict[str, int]:
    """Routes of seat 0 from place to place."""
    return {f"{min(pair)}--{max(pair)}--1": 0 for pair in pairwise(places)}


@pytest.mark.rule("SCORE-2")
def test_the_book_gives_each_district_its_number_in_points():
    assert {district.id: district.points for district in BOARD.districts.values()} == {
        str(number): number for number in range(1, 6)
    }


@pytest.mark.rule("SCORE-2")
def test_a_district_scores_once_all_its_places_are_joined():
    one_short = between("elephant-castle", "globe-theatre")
    all_three = between("elephant-castle", "globe-theatre", "waterloo")

    assert district_points(one_short) == [[], []]
    assert district_points(all_three) == [[("district 3", 3)], []]


@pytest.mark.rule("SCORE-2")
def test_the_way_may_run_through_other_districts():
    around = between("covent-garden", "trafalgar-square", "piccadilly-circus", "british-museum")

    assert "trafalgar-square" in BOARD.districts["2"].places
    assert district_points(around)[0] == [("district 1", 1)]


@pytest.mark.rule("SCORE-2")
def test_places_touched_but_not_joined_to_each_other_do_not_count():
    two_parts = between("big-ben", "trafalgar-square") | between("buckingham-palace", "piccadilly-circus")

    assert all(any(p in route for route in two_parts) for p in BOARD.districts["2"].places)
    assert district_points(two_parts)[0] == []


@pytest.mark.rule("SCORE-2")
def test_several_players_may_score_the_same_district():
    doubles = {"british-museum--covent-garden--1": 0}
    other_way = dict.fromkeys(between("covent-garden", "trafalgar-square", "piccadilly-circus"), 1)
    other_way |= dict.fromkeys(between("piccadilly-circus", "british-museum"), 1)

    assert district_points(doubles | other_way, seats=3) == [[("district 1", 1)], [("district 1", 1)], []]
