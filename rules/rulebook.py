"""The numbered rules, a sentence each. Code, tests, refusals and docs name them by number."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from importlib.resources import files
from typing import Any, Final, ParamSpec, Protocol, TypeVar, cast

P = ParamSpec("P")
R_co = TypeVar("R_co", covariant=True)


class Rule(Protocol[P, R_co]):
    """A function that says which rules it carries out and, if it is an upkeep, in which phases."""

    rules: tuple[str, ...]
    phases: tuple[str, ...]

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R_co: ...


def follows(
    *numbers: str, phases: tuple[str, ...] = ("setup", "play")
) -> Callable[[Callable[P, R_co]], Rule[P, R_co]]:
    def mark(function: Callable[P, R_co]) -> Rule[P, R_co]:
        rule = cast("Any", function)
        rule.rules, rule.phases = numbers, phases
        return cast("Rule[P, R_co]", rule)

    return mark


RULES: Final[Mapping[str, str]] = json.loads(
    (files(__package__) / "rulebook.json").read_text(encoding="utf-8")
)
