"""The sentence of a check that fails: which value stands there, and which is due."""

import pytest

from proof.differences import difference


@pytest.mark.parametrize(
    ("found", "due", "sentence"),
    [
        (6, 1, "points: 6 stands where 1 is due"),
        (None, "red", "points: nothing stands where red is due"),
        (["red", "blue"], ["red", "wild"], "points, place 2: blue stands where wild is due"),
        (["red"], ["red", "wild"], 'points: ["red"] stands where ["red","wild"] is due'),
        ({"rail": 2, "sea": 1}, {"rail": 2, "sea": 3}, "points.sea: 1 stands where 3 is due"),
        ({"rail": 2}, {"rail": 2, "sea": 3}, "points.sea: nothing stands where 3 is due"),
        ([{"points": 3}], [{"points": 4}], "points, place 1.points: 3 stands where 4 is due"),
        (float("nan"), 1, "points: a float that no log holds stands where 1 is due"),
    ],
)
def test_the_first_place_that_differs_is_named_with_both_values(found, due, sentence):
    assert difference("points", found, due) == sentence


def test_a_long_value_is_cut_short():
    assert len(difference("order", ["red"] * 500, [])) < 200
