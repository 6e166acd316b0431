"""Turns refusals into problems, each with its code, rule, sentence and data."""

from functools import cache
from typing import Any, Final

from rest_framework.exceptions import ErrorDetail

from games.http.problem_body import ProblemLinks
from games.http.problems import PROBLEM_TYPES, Problem, ProblemType
from games.refusals import SERVER_REFUSALS, ServerRefusal
from rules.refusals import REFUSALS, Malformed, Refusal, UnknownOption, WrongOption, WrongSeatCount
from rules.table.base import TABLE_REFUSALS
from rules.table.life import ClockTooFar

_NOT_NOW, _NEVER = 409, 422
_RULES: Final = "/docs/rules"
# Refusals about fields of a request. The API reports them as `invalid`, like any other wrong field.
OF_FIELDS: Final = (Malformed, UnknownOption, WrongOption, WrongSeatCount)
NEVER: Final = (ClockTooFar,)


def problem_of_refusal(refusal: Refusal) -> Problem:
    kind, data = _type_of(type(refusal)), _plain(refusal.data)
    if not refusal.rule:
        return Problem(kind, str(refusal), context=data or None)
    links = ProblemLinks(rule=rule_link(refusal))
    return Problem(kind, str(refusal), rule=refusal.rule, context=data or None, links=links)


def rule_link(refusal: Refusal) -> str:
    """Where the rule is written: among those of its game or, if no game is known, among all."""
    page = f"{_RULES}/{refusal.game}" if refusal.game else _RULES
    return f"{page}#{refusal.rule}"


def field_error(refusal: Refusal) -> ErrorDetail:
    """The refusal of one field, for a `ValidationError`."""
    return ErrorDetail(str(refusal), refusal.code)


@cache
def refusal_types() -> tuple[tuple[ProblemType, str | None], ...]:
    """Every kind of refusal that is not a general problem, with the rule it comes from, if any."""
    of_rules = [cls for cls in REFUSALS.values() if cls not in OF_FIELDS]
    refusals = [*of_rules, *TABLE_REFUSALS.values(), *SERVER_REFUSALS.values()]
    refusals.sort(key=lambda cls: cls.code)
    kinds = ((_type_of(cls), cls.rule or None) for cls in refusals)
    return tuple((kind, rule) for kind, rule in kinds if kind not in PROBLEM_TYPES)


def _type_of(cls: type[Refusal]) -> ProblemType:
    """The rules know nothing of HTTP: what they do not allow now is 409, what they never allow 422."""
    if issubclass(cls, ServerRefusal):
        return ProblemType.of(cls)
    return ProblemType(cls.code, _NEVER if issubclass(cls, NEVER) else _NOT_NOW, cls.title)


def _plain(data: dict[str, Any]) -> dict[str, Any]:
    return {name: list(value) if isinstance(value, tuple) else value for name, value in data.items()}
