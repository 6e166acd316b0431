"""How unlikely a value is: tails of the chi-square and of the normal distribution, and Holm's correction."""

from __future__ import annotations

from collections.abc import Sequence
from math import erfc, exp, lgamma, log, sqrt
from typing import Final

_PRECISION: Final = 1e-15
_MOST_STEPS: Final = 100_000
_TINY: Final = 1e-300


def chi_square_tail(value: float, freedom: int) -> float:
    """The probability of this value or a greater one: the upper incomplete gamma function, regularized."""
    if freedom < 1:
        raise ValueError("there is no chi-square distribution without degrees of freedom")
    half, x = freedom / 2, value / 2
    if x <= 0:
        return 1.0
    scale = exp(half * log(x) - x - lgamma(half))
    return 1.0 - scale * _series(half, x) if x < half + 1 else scale * _fraction(half, x)


def _series(a: float, x: float) -> float:
    """Of the lower function, which converges quickly below its mean."""
    term = total = 1 / a
    for step in range(1, _MOST_STEPS):
        term *= x / (a + step)
        total += term
        if term < total * _PRECISION:
            break
    return total


def _fraction(a: float, x: float) -> float:
    """The continued fraction of the upper function, evaluated forwards (Lentz)."""
    b = x + 1 - a
    c, d = 1 / _TINY, 1 / b
    result = d
    for step in range(1, _MOST_STEPS):
        factor = -step * (step - a)
        b += 2
        d = 1 / (_off_zero(factor * d + b))
        c = _off_zero(b + factor / c)
        result *= c * d
        if abs(c * d - 1) < _PRECISION:
            break
    return result


def _off_zero(value: float) -> float:
    return value if abs(value) > _TINY else _TINY


def normal_tails(z: float) -> float:
    """The probability of a value at least this far from the mean, on either side."""
    return erfc(abs(z) / sqrt(2))


def holm(probabilities: Sequence[float]) -> list[float]:
    """Each probability, corrected for the number of tests, however they depend on each other.

    If nothing is wrong, the chance that any of the results is below a level is at most that level.
    """
    order = sorted(range(len(probabilities)), key=probabilities.__getitem__)
    corrected, least = [1.0] * len(order), 0.0
    for done, place in enumerate(order):
        least = max(least, min(1.0, probabilities[place] * (len(order) - done)))
        corrected[place] = least
    return corrected
