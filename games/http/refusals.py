"""The engine's refusals as problems: each keeps its code, its rule, its sentence and its data."""

from functools import cache
from typing import Any

from games.http.problems import Problem, ProblemType
from games.refusals import TABLE_REFUSALS, TableRefusal
from rules.catalogue import catalogue
from rules.refusals import REFUSALS, Malformed, Refusal

_UNREADABLE, _ILLEGAL = 422, 409


def problem_of_refusal(refusal: Refusal) -> Problem:
    kind, data = _type_of(type(refusal)), _plain(refusal.data)
    return Problem(kind, str(refusal), rule=refusal.rule or None, context=data or None)


@cache
def refusal_types() -> tuple[tuple[ProblemType, str | None], ...]:
    """Every kind of refusal with the number of its rule, if it is one of the game and not of the table."""
    catalogue()  # each game brings its own refusals; now all are loaded
    kinds = REFUSALS | {code: cls for code, cls in TABLE_REFUSALS.items() if cls is not TableRefusal}
    return tuple((_type_of(cls), cls.rule or None) for _, cls in sorted(kinds.items()))


def _type_of(cls: type[Refusal]) -> ProblemType:
    """An action that cannot be read is 422; one that may not be done now is 409; a table has its own."""
    status = _UNREADABLE if issubclass(cls, Malformed) else getattr(cls, "status", _ILLEGAL)
    return ProblemType(cls.code, status, cls.text)


def _plain(data: dict[str, Any]) -> dict[str, Any]:
    return {name: list(value) if isinstance(value, tuple) else value for name, value in data.items()}
