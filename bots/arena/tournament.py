"""Many games on all cores: every deal is played once with each rotation of the seats."""

from __future__ import annotations

import multiprocessing
import pkgutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

from bots.arena.match import Outcome, Pairing, play
from bots.errors import Trouble

Runner = Callable[[Sequence[Pairing]], Iterator[Outcome]]

# Named, not imported: the module that owns the servers lies above this package.
WORKERS: Final = "config.arena.dispatch:on_workers"


def pairings(bots: Sequence[str], ruleset: str, games: int, seed: str) -> list[Pairing]:
    """At least this many games; the last deal is played in all rotations too."""
    seats = len(bots)
    deals = -(-games // seats)
    return [_pairing(bots, ruleset, f"{seed}/{deal}", turn) for deal in range(deals) for turn in range(seats)]


def _pairing(bots: Sequence[str], ruleset: str, deal: str, turn: int) -> Pairing:
    entrants = tuple((seat + turn) % len(bots) for seat in range(len(bots)))
    return Pairing(ruleset, deal, tuple(bots[entrant] for entrant in entrants), entrants)


def here(games: Sequence[Pairing]) -> Iterator[Outcome]:
    """One after the other in this process."""
    return map(play, games)


def on_all_cores(games: Sequence[Pairing]) -> Iterator[Outcome]:
    """As they come in. Fresh processes, so that nothing of this one is shared by accident."""
    context = multiprocessing.get_context("spawn")
    with context.Pool(min(len(games), multiprocessing.cpu_count())) as pool:
        yield from pool.imap_unordered(play, games)


def on_workers(games: Sequence[Pairing]) -> Iterator[Outcome]:
    """As Celery tasks, on every machine where a worker of the arena runs."""
    try:
        runner: Runner = pkgutil.resolve_name(WORKERS)
    except ImportError as missing:
        raise Trouble(f"There are no workers without the rest of Signalbox: {missing}.") from None
    return runner(games)


RUNNERS: Final[Mapping[str, Runner]] = {"cores": on_all_cores, "here": here, "celery": on_workers}


def tournament(games: Sequence[Pairing], runner: Runner, watch: Callable[[], object]) -> list[Outcome]:
    """All outcomes in the order of the games' deals; `watch` is called after each game."""
    return sorted(_watched(runner(games), watch), key=lambda outcome: outcome.deal)


def _watched(outcomes: Iterable[Outcome], watch: Callable[[], object]) -> Iterator[Outcome]:
    for outcome in outcomes:
        watch()
        yield outcome
