"""A fact for the public log is on the coordinator, and what it tells of on another node: both, or neither."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection

from games.projector import game_project
from games.transparency.models import PendingLeaf
from tests.support.callers import opened


@contextmanager
def sent_to_nodes() -> Iterator[list[str]]:
    """The commands that Citus sends to other nodes."""
    found: list[str] = []
    with connection.cursor() as cursor:
        cursor.execute("SET citus.log_remote_commands = on")
        raw = connection.connection
        raw.add_notice_handler(note := lambda notice: found.append(notice.message_primary))
        try:
            yield found
        finally:
            raw.remove_notice_handler(note)
            cursor.execute("RESET citus.log_remote_commands")


def ends_of(commands: list[str]) -> list[str]:
    """How the transactions there ended, without their names."""
    ends = [each for each in commands if each.startswith(("issuing COMMIT", "issuing PREPARE"))]
    return [each.partition("'")[0].strip() for each in ends]


def test_a_fact_is_committed_in_two_phases_with_the_game_it_tells_of(people):
    path = opened(people[0])

    with sent_to_nodes() as commands:
        game_project(path.id)

    assert PendingLeaf.objects.get().game == path.id
    assert any("games_notifiercursor" in each for each in commands)
    written, read_only = ends_of(commands)[:2], ends_of(commands)[2:]
    assert written == ["issuing PREPARE TRANSACTION", "issuing COMMIT PREPARED"]
    assert set(read_only) <= {"issuing COMMIT"}  # of the node of the host, unless it is that of the game


def test_the_notifier_alone_needs_no_second_phase(people):
    """Only what is announced does: most of what happens is not."""
    path = opened(people[0])
    game_project(path.id)

    with sent_to_nodes() as commands:
        game_project(path.id)

    assert set(ends_of(commands)) == {"issuing COMMIT"}
