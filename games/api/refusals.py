"""The engine's refusals as problems: each keeps its code, its rule, its sentence and its data."""

from functools import cache
from typing import Any

from games.api.problems import Problem, ProblemType
from rules.catalogue import catalogue
from rules.refusals import REFUSALS, Malformed, Refusal

_UNREADABLE, _ILLEGAL = 422, 409


def problem_of_refusal(refusal: Refusal) -> Problem:
    return Problem(_type_of(type(refusal)), str(refusal), rule=refusal.rule, context=_plain(refusal.data))


@cache
def refusal_types() -> tuple[tuple[ProblemType, str], ...]:
    """Every kind of refusal with the number of its rule."""
    catalogue()  # each game brings its own refusals; now all are loaded
    return tuple((_type_of(cls), cls.rule) for _, cls in sorted(REFUSALS.items()))


def _type_of(cls: type[Refusal]) -> ProblemType:
    """An action that cannot be read is 422; one that may not be done now is 409."""
    status = _UNREADABLE if issubclass(cls, Malformed) else _ILLEGAL
    return ProblemType(cls.code, status, cls.text)


def _plain(data: dict[str, Any]) -> dict[str, Any]:
    return {name: list(value) if isinstance(value, tuple) else value for name, value in data.items()}
