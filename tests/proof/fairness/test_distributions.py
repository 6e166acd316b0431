"""The numbers behind the tests, against closed forms, published tables and every order of small piles."""

import math
from collections import Counter
from itertools import permutations
from statistics import fmean, pvariance

import pytest

from proof.fairness.counts import CrossTable, Halves, Neighbours
from proof.fairness.distributions import chi_square_tail, holm, normal_tails
from proof.fairness.tests import of_table, solve


@pytest.mark.parametrize("freedom", [2, 4, 10, 60, 400])
@pytest.mark.parametrize("factor", [0.01, 0.5, 0.9, 1, 1.1, 2, 5])
def test_the_tail_of_chi_square_has_its_closed_form_for_even_degrees(freedom, factor):
    half = freedom * factor / 2
    due = sum(math.exp(k * math.log(half) - half - math.lgamma(k + 1)) for k in range(freedom // 2))

    assert chi_square_tail(2 * half, freedom) == pytest.approx(due, rel=1e-9, abs=1e-300)


@pytest.mark.parametrize(
    ("freedom", "p", "value"),
    [  # NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.4
        (1, 0.05, 3.841),
        (1, 0.001, 10.828),
        (5, 0.10, 9.236),
        (7, 0.01, 18.475),
        (33, 0.05, 47.400),
        (99, 0.01, 134.642),
        (100, 0.95, 77.929),
    ],
)
def test_the_tail_of_chi_square_is_that_of_the_published_table(freedom, p, value):
    assert chi_square_tail(value, freedom) == pytest.approx(p, rel=1e-3)


def test_one_degree_of_freedom_is_a_squared_normal_value():
    for z in (0.1, 1.0, 1.959964, 3.0, 6.0):
        assert chi_square_tail(z * z, 1) == pytest.approx(normal_tails(z), rel=1e-9)
    assert normal_tails(1.959964) == pytest.approx(0.05, rel=1e-6)
    assert chi_square_tail(0, 3) == 1
    with pytest.raises(ValueError, match="degrees of freedom"):
        chi_square_tail(1, 0)


def test_holm_corrects_each_probability_and_keeps_their_order():
    """The example of Holm's method with four tests: only the smallest two stay below 0.05."""
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([]) == []
    assert holm([0.6, 0.7]) == [1.0, 1.0]


def orders(cards):
    return list(permutations(cards))


def test_in_every_order_of_a_pile_equal_neighbours_have_the_mean_and_variance_that_are_used():
    for pile in ("aabbc", "aaabb", "aaab", "abcde"):
        found = []
        for order in orders(pile):
            counted = Neighbours()
            counted.add(order)
            found.append(counted)
        assert fmean(one.excess for one in found) == pytest.approx(0)
        assert pvariance(one.excess for one in found) == pytest.approx(found[0].variance)


def test_in_every_order_of_a_pile_the_upper_half_has_the_covariances_that_are_used():
    found = []
    for order in orders("aabbc"):
        halves = Halves()
        halves.add(order)
        found.append(halves)

    for one, other in (("a", "a"), ("a", "b"), ("b", "c")):
        due = fmean(half.excess[one] * half.excess[other] for half in found)
        assert found[0].covariance[one, other] == pytest.approx(due)


@pytest.mark.parametrize("widths", [{"0": 1, "1": 2}, {"0": 2, "1": 1, "2": 3}])
def test_over_all_orders_of_a_pile_the_statistic_of_a_table_is_its_degrees_of_freedom(widths):
    """Independent draws would give another mean: nothing is put back here."""
    values = []
    for order in orders("aabbcc"):
        table = CrossTable(dict(Counter(order)), widths)
        columns, start = {}, 0
        for name, width in widths.items():
            columns[name] = order[start : start + width]
            start += width
        table.add(columns)
        for cell in table.cells:
            table.cells[cell] *= 100
        table.games = 100  # a hundred games that are all alike: a hundred times the statistic of one
        tested = of_table(table)
        assert tested.statistic is not None
        values.append(tested.statistic / 100)

    assert fmean(values) == pytest.approx(tested.freedom)


def test_equations_are_solved_and_those_without_one_solution_are_not():
    assert solve([[0, 2], [3, 1]], [4, 5]) == pytest.approx([1, 2])
    assert solve([[1, 2], [2, 4]], [1, 2]) is None
