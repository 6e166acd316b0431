"""All games: every folder in `variants/`, and in the folders that SIGNALBOX_BOARDS names.

A folder that is no game is left out and reported. It never keeps the others from being played.
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from rules import variants
from rules.chance import KeyedChance
from rules.problems import BadBoard, Problem, summary
from rules.rulebook import RULES
from rules.ruleset import Ruleset

BOARDS: Final = "SIGNALBOX_BOARDS"  # further folders of games, divided as in PATH
PACKAGE: Final = Path(variants.__path__[0])


class Loaded(NamedTuple):
    rulesets: tuple[Ruleset, ...]
    faults: Mapping[Path, tuple[Problem, ...]]  # by folder
    named: Mapping[str, Ruleset]


def catalogue() -> tuple[Ruleset, ...]:
    """Every ruleset in every version, by name."""
    return load().rulesets


def faults() -> Mapping[Path, tuple[Problem, ...]]:
    """The folders that are no games, and why."""
    return load().faults


def ruleset(name: str) -> Ruleset:
    """`"london@1"`, or `"london"` for the newest version; KeyError if there is no such game."""
    return load().named[name]


@cache
def load() -> Loaded:
    """Importing a game registers its actions, events, refusals and moments."""
    found: list[Ruleset] = []
    faults: dict[Path, tuple[Problem, ...]] = {}
    for folder in game_folders():
        try:
            found += _rulesets(folder)
        except BadBoard as bad:
            faults[folder] = bad.problems
    found.sort(key=lambda ruleset: (ruleset.id, ruleset.version))
    named = {ruleset.name: ruleset for ruleset in found} | {ruleset.id: ruleset for ruleset in found}
    return Loaded(tuple(found), faults, named)


def roots() -> list[Path]:
    """The folders that hold games, that of this package first."""
    named = [part for part in os.environ.get(BOARDS, "").split(os.pathsep) if part]
    return list(dict.fromkeys([PACKAGE, *(Path(part).absolute() for part in named)]))


def game_folders() -> list[Path]:
    return [folder for root in roots() for folder in _games_in(root)]


def _games_in(root: Path) -> list[Path]:
    """A root that is not there has one game, which cannot be loaded: itself."""
    if str(root) not in variants.__path__:
        variants.__path__.append(str(root))
    return sorted(path for path in root.iterdir() if _is_game(path)) if root.is_dir() else [root]


def _is_game(path: Path) -> bool:
    return any((path / name).is_file() for name in ("__init__.py", "board.json"))


def _rulesets(folder: Path) -> tuple[Ruleset, ...]:
    """What the folder brings, if all of it can be played; raises BadBoard."""
    if not folder.is_dir():
        raise BadBoard([Problem(BOARDS, "", f"there is no folder {folder}")])
    file = f"{folder.name}/__init__.py"
    try:
        module = importlib.import_module(f"{variants.__name__}.{folder.name}")
    except BadBoard:
        raise
    except (Exception, SystemExit) as error:  # noqa: BLE001 (whatever somebody's module raises)
        raise BadBoard([Problem(file, "", summary(error))]) from None
    if folder not in map(Path, module.__path__):
        raise BadBoard([Problem(folder.name, "", f"{module.__path__[0]} is a game of this name")])
    found = getattr(module, "RULESETS", None)
    if problems := [Problem(file, where, what) for where, what in _strange(folder.name, found)]:
        raise BadBoard(problems)
    return tuple(found or ())


def _strange(name: str, found: Any) -> Iterator[tuple[str, str]]:
    if not isinstance(found, tuple) or not found or any(not isinstance(one, Ruleset) for one in found):
        yield "", "RULESETS is not a tuple of rulesets"
        return
    versions = [one.version for one in found]
    for one in found:
        if one.id != name:
            yield one.name, f"id is {one.id!r}, but the folder is called {name!r}"
        if type(one.version) is not int or one.version < 0 or versions.count(one.version) > 1:
            yield one.name, f"version is {one.version!r}, not a number of its own from 0 on"
        if unknown := sorted(set(one.rules) - RULES.keys()):
            yield one.name, f"the rulebook has no {', '.join(unknown)}"
        for problem in starting_problems(one):
            yield one.name, problem


def starting_problems(game: Ruleset) -> Iterator[str]:
    """What keeps the fewest and the most players from sitting down."""
    homes = {pile for part in game.upkeep for pile in getattr(part, "homes", ())}
    if empty := sorted(homes - game.board.piles.keys()):
        yield f"the market shows cards of the pile {', '.join(empty)}, which nobody fills: no card names it"
        return
    for seats in sorted({game.seats[0], game.seats[-1]}):
        try:
            state = game.begin(seats=seats, chance=KeyedChance.from_seed(0))[1].state
        except Exception as error:  # noqa: BLE001 (whatever somebody's rules raise)
            yield f"{seats} players cannot start: {summary(error)}"
            continue
        if len({len(offer) for offer in state.offers}) > 1 or not all(state.offers):
            yield f"too few tickets for {seats} players: {len(game.board.tickets)}"
        if len({sum(hand.values()) for hand in state.hands}) > 1 or None in state.market:
            yield f"too few cards for {seats} players to deal hands and market"
