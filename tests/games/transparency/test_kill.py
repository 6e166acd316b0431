"""A sequencer in a process of its own is killed in the middle of a batch, and another one is started."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection, connections
from django.utils import timezone

from games.transparency.announcements import announce
from games.transparency.models import Checkpoint, Leaf, LogTile, PendingLeaf
from games.transparency.sequencer import log_extend
from proof.transparency.tiles import hashes_from
from proof.transparency.tree import root
from tests.support.processes import eventually

pytestmark = pytest.mark.django_db(transaction=True)

SEQUENCER = "import django; django.setup(); from games.tasks import extend_log; extend_log()"
WAITING = """
SELECT pid FROM pg_locks WHERE NOT granted AND relation = 'games_checkpoint'::regclass
AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""


@contextmanager
def sequencer(servers: dict[str, str]) -> Iterator[subprocess.Popen[bytes]]:
    env = os.environ | servers | {"DJANGO_SETTINGS_MODULE": "tests.settings"}
    process = subprocess.Popen([sys.executable, "-c", SEQUENCER], env=env)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


@contextmanager
def no_checkpoints() -> Iterator[None]:
    """Whoever wants to write one waits, with all that comes before it done."""
    other: Any = connections.create_connection("default")
    try:
        with other.cursor() as cursor:
            cursor.execute("SET ROLE none; BEGIN; LOCK TABLE games_checkpoint IN EXCLUSIVE MODE")
            yield
    finally:
        other.close()


def asked(statement: str) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement)
        return cursor.fetchall()


def announced(numbers: range) -> None:
    for number in numbers:
        announce("operator_deed", timezone.now(), deed=f"{number}")


def test_a_sequencer_killed_in_the_middle_of_a_batch_loses_and_doubles_nothing(same_database):
    announced(range(10))
    log_extend()
    announced(range(10, 600))

    with no_checkpoints(), sequencer(same_database) as doomed:
        ((backend,),) = eventually(lambda: asked(WAITING), seconds=60, what="the batch up to its checkpoint")
        doomed.kill()
        doomed.wait()
    eventually(
        lambda: not asked(f"SELECT FROM pg_stat_activity WHERE pid = {backend}"),
        what="the end of its connection",
    )
    assert (Leaf.objects.count(), PendingLeaf.objects.count()) == (11, 590)
    assert [len(tile.hashes) // 32 for tile in LogTile.objects.all()] == [11]

    with sequencer(same_database) as second:
        assert second.wait(60) == 0

    assert PendingLeaf.objects.count() == 0
    entries = [json.loads(bytes(leaf.entry)) for leaf in Leaf.objects.order_by("index")]
    assert [one["deed"] for one in entries[1:]] == [str(number) for number in range(600)]
    last = Checkpoint.objects.order_by("size").last()
    assert last
    assert (last.size, bytes(last.root)) == (601, root(601, hashes_from(read_tile, 601)))


def read_tile(tile):
    found = LogTile.objects.get(level=tile.level, index=tile.index)
    return bytes(found.hashes)[: tile.width * 32]
