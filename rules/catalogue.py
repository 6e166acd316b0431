"""All games, found by looking into `variants/`: a new folder there is a new game."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from types import ModuleType

from rules import variants
from rules.ruleset import Ruleset


def load_variants() -> list[ModuleType]:
    """Import every game. Importing one registers its actions, events, refusals and moments."""
    folders = [module.name for module in pkgutil.iter_modules(variants.__path__)]
    return [importlib.import_module(f"{variants.__name__}.{name}") for name in folders]


@cache
def catalogue() -> tuple[Ruleset, ...]:
    """Every ruleset in every version, by name."""
    found = [ruleset for module in load_variants() for ruleset in module.RULESETS]
    return tuple(sorted(found, key=lambda ruleset: (ruleset.id, ruleset.version)))


def ruleset(name: str) -> Ruleset:
    """`"london@1"`, or `"london"` for the newest version; KeyError if there is no such game."""
    named = {found.name: found for found in catalogue()} | {r.id: r for r in catalogue()}
    return named[name]
