"""The public log: leaves that enter the tree in a second, and how long a proof takes in a large one.

A tree of one and of ten million leaves is laid out as tiles in the embedded database, as the sequencer would
have left it; LEAVES in the environment is the size of the largest. Then leaves are appended, and proofs are
made and checked, with the program's own functions. At last moves are made while a notifier reads their logs,
in turns with and without the public log: a move must not notice. What counts there is the time on the
processor, of this thread and of its process of PostgreSQL.
"""

from __future__ import annotations

import multiprocessing
import os
import random
import statistics
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from functools import partial
from hashlib import sha256
from typing import Any, Final
from unittest.mock import patch
from uuid import UUID, uuid4

from django.db import connection, transaction
from django.utils import timezone

from games import projector
from games.moves.act import game_act
from games.projector import game_project
from games.transparency.announcements import fact
from games.transparency.models import Leaf, PendingLeaf
from games.transparency.sequencer import log_extend
from games.transparency.storage import hashes_of
from proof.transparency.tiles import WIDTH, parent
from proof.transparency.tree import inclusion, is_included, leaf_hash, root
from tests.bench.bench_growth import on_processor
from tests.bench.frame import Figure, load_of_the_machine
from tests.bench.tables import people, script, servers, table

LEAVES: Final = int(os.environ.get("LEAVES", "10_000_000"))
APPENDED: Final = 20_000
PROOFS: Final = 200
ROUNDS: Final = 12  # games with the log, and twice as many without
MOVES: Final = 60
PAUSE: Final = 0.05
PROCESSES: Final = multiprocessing.get_context("fork")
UNLOGGED = tuple(one for one in projector.SUBSCRIBERS if one is not projector.tell_public_log)


def measure() -> list[Figure]:
    with servers():
        figures = []
        for size in dict.fromkeys((LEAVES // 10, LEAVES)):
            with transaction.atomic():  # undone: each size has the database for itself
                figures += _measured(size)
                transaction.set_rollback(True)
        figures += _overhead()
    return [*figures, load_of_the_machine()]


def _measured(size: int) -> list[Figure]:
    hashes = _fill(size)
    name = f"{size // 1_000_000} million leaves"
    read = hashes_of(size)
    head = root(size, read)
    whim = random.Random(1)
    places = [whim.randrange(size) for _ in range(PROOFS)]
    made = [_timed(partial(_prove, place, size)) for place in places]
    proofs = {place: inclusion(place, size, read) for place in places}
    assert all(is_included(hashes(place), place, size, proof, head) for place, proof in proofs.items())
    place = places[0]
    checked = [_timed(lambda: is_included(hashes(place), place, size, proofs[place], head)) for _ in places]
    rate = _appended()
    return [
        Figure(f"proof of inclusion, {name}", statistics.median(made), "ms", f"p95 {_p95(made):.2f} ms"),
        Figure(f"checking it, {name}", statistics.median(checked), "ms", f"{len(proofs[place])} hashes"),
        Figure(f"leaves into the tree, {name}", rate, "leaves/s", f"{APPENDED} at once"),
    ]


def _prove(place: int, size: int) -> list[bytes]:
    return inclusion(place, size, hashes_of(size))


def _overhead() -> list[Figure]:
    """The time of moves with the log and without it, in turns. Without it twice, to know what is noise."""
    players, sides = people(2), ("with", "without", "again")
    taken: dict[str, list[float]] = {side: [] for side in sides}
    for turn in range(ROUNDS):
        for side in sides[turn % 3 :] + sides[: turn % 3]:
            game = table("london", 2, players)
            actions = script(game, actions=MOVES, seed=turn)
            with _notified(game.id, logged=side == "with"):
                taken[side] += [_spent(partial(game_act, game.id, action)) for action in actions]
    on, off, again = (statistics.median(taken[side]) for side in sides)
    return [
        Figure(
            "a move with the log, to one without", on / off, "×", f"{off:.3f} → {on:.3f} ms", bar="about 1"
        ),
        Figure(
            "a move without it, to another without", again / off, "×", f"{off:.3f} → {again:.3f} ms: noise"
        ),
    ]


def _spent(work: Callable[[], object]) -> float:
    """Milliseconds on the processor, here and in the database."""
    connection.ensure_connection()
    backend = connection.connection.info.backend_pid
    here, there = time.thread_time_ns(), on_processor(backend)
    work()
    return (time.thread_time_ns() - here + on_processor(backend) - there) / 1e6


@contextmanager
def _notified(game: UUID, *, logged: bool) -> Iterator[None]:
    """A notifier beside the moves, with the sequencer after each look; or without anything of the log.

    As always, it is another process than the one that serves the moves.
    """
    over = PROCESSES.Event()

    def work() -> None:
        connection.connection = None  # that of the other process, which goes on using it
        while not over.is_set():
            game_project(game)
            if logged:
                log_extend()
            over.wait(PAUSE)
        connection.close()

    silent = nullcontext() if logged else patch.object(projector, "SUBSCRIBERS", UNLOGGED)
    with silent:
        process = PROCESSES.Process(target=work)
        process.start()
        try:
            yield
        finally:
            over.set()
            process.join()


def _p95(values: list[float]) -> float:
    return statistics.quantiles(values, n=20)[-1]


def _timed(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return (time.perf_counter() - begun) * 1000


def _fill(size: int) -> Callable[[int], bytes]:
    """All tiles of a tree of this size, and its last leaf, so that the sequencer goes on from there."""

    def hashes(place: int) -> bytes:
        return leaf_hash(b"%d" % place)

    statement = "COPY games_logtile (level, index, hashes) FROM STDIN"
    with connection.cursor() as cursor, cursor.copy(statement) as out:
        out.set_types(["int2", "int8", "bytea"])
        above = list(_level(out, 0, map(hashes, range(size))))
        level = 0
        while above:
            level += 1
            above = list(_level(out, level, above))
    Leaf.objects.create(index=size - 1, kind="filler", entry=b"%d" % (size - 1))
    return hashes


def _level(out: Any, level: int, row: Iterable[bytes]) -> Iterator[bytes]:
    """Write the tiles of a level; yield the hash of each full one."""
    index, tile = 0, []
    for one in row:
        tile.append(one)
        if len(tile) == WIDTH:
            whole = b"".join(tile)
            out.write_row((level, index, whole))
            yield parent(whole)
            index, tile = index + 1, []
    if tile:
        out.write_row((level, index, b"".join(tile)))


def _digest(number: int) -> str:
    return sha256(b"%d" % number).hexdigest()


def _appended() -> float:
    now = timezone.now()
    PendingLeaf.objects.bulk_create(
        fact("game_head", now, game=uuid4(), version=number, hash=_digest(number), status="playing")
        for number in range(APPENDED)
    )
    begun = time.perf_counter()
    added = log_extend()
    return added / (time.perf_counter() - begun)
