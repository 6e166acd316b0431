"""Many hands at once: real threads, each with a connection of its own, let go at the same moment."""

from collections.abc import Callable, Sequence
from threading import Barrier, Thread
from typing import Any

from django.db import connection

from games.log import store
from games.log.models import Event, Game
from proof.chain import link
from rules.table.fold import NOTHING_BEFORE
from tests.support.callers import Table


def race(*calls: Callable[[], Any]) -> list[Any]:
    """What each call came to: its answer, or the error it raised."""
    barrier = Barrier(len(calls))
    found: list[Any] = [None] * len(calls)

    def run(place: int, call: Callable[[], Any]) -> None:
        barrier.wait()
        try:
            found[place] = call()
        except Exception as error:  # noqa: BLE001 – the test looks at it
            found[place] = error
        finally:
            connection.close()

    threads = [Thread(target=run, args=(place, call)) for place, call in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


def statuses(answers: Sequence[Any]) -> list[int]:
    return sorted(answer.status_code for answer in answers)


def check_log(path: Table) -> None:
    """No gap, no fork: every event stands on the one before, and the game's row on the last."""
    game = Game.objects.get(pk=path.id)
    before = NOTHING_BEFORE
    for seq, entry in enumerate(store.entries_of(game.id), start=1):
        assert (entry["seq"], entry["prev"]) == (seq, before)
        assert entry["hash"] == link(before, entry)
        before = entry["hash"]
    assert (game.version, game.hash) == (Event.objects.filter(game=game).count(), before)
