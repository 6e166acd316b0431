"""Everything that is wrong or doubtful about a game's folder, at once."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from rules.catalogue import catalogue, faults
from rules.chance import KeyedChance
from rules.loader import FILE, Reading, read_board
from rules.problems import Problem, summary
from rules.ruleset import Ruleset
from rules.workshop.doubts import doubts

TOO_LONG: Final = 5_000  # actions; a game of players with no plan takes a tenth of it
NOTES: Final = "NOTES.md"


def inspect(folder: Path) -> list[Problem]:
    """Errors first. Without errors, every number of players has played a game to its end."""
    reading = read_board(folder)
    problems = list(reading.problems)
    problems += [problem for problem in faults().get(folder, ()) if problem not in problems]
    if not problems:
        problems += [problem for game in _games(folder) for problem in _trials(folder, game)]
    problems += _doubts(folder, reading)
    if not (folder / NOTES).is_file():
        what = "there is no such file; it says where the board comes from"
        problems.append(Problem(f"{folder.name}/{NOTES}", "", what, is_doubt=True))
    return sorted(problems, key=lambda problem: problem.is_doubt)


def _doubts(folder: Path, reading: Reading) -> Iterator[Problem]:
    if reading.board is None:
        return
    for section, name, what in doubts(reading.board, is_whole=not reading.problems):
        where = section if name is None else reading.declared.where(section, name)
        yield Problem(f"{folder.name}/{FILE}", where, what, is_doubt=True)


def _games(folder: Path) -> list[Ruleset]:
    return [game for game in catalogue() if game.id == folder.name]


def _trials(folder: Path, game: Ruleset) -> Iterator[Problem]:
    file = f"{folder.name}/__init__.py"
    most = game.seats[-1]
    for seats in game.seats:
        try:
            actions = _play(game, seats)
        except Exception as error:  # noqa: BLE001 (whatever somebody's rules raise)
            yield Problem(file, game.name, f"a game of {seats} players stops: {summary(error)}")
            continue
        if actions == TOO_LONG:
            yield Problem(file, game.name, f"a game of {seats} players does not end")
    state = game.begin(seats=most, chance=KeyedChance.from_seed(0))[1].state
    if len(state.piles["tickets"]) < most:
        left = f"too few tickets: with {most} players {len(state.piles['tickets'])} are left after the deal"
        yield Problem(f"{folder.name}/{FILE}", "tickets", left, is_doubt=True)


def _play(game: Ruleset, seats: int) -> int:
    """A game of players who do anything they may; returns how many actions it took."""
    whim, actions = random.Random(seats), 0
    _, playout = game.begin(seats=seats, chance=KeyedChance.from_seed(seats))
    while (seat := playout.acting()) is not None and actions < TOO_LONG:
        playout.follow(whim.choice(playout.offered(seat)))
        actions += 1
    if actions < TOO_LONG:
        game.settle(playout.state)
    return actions
