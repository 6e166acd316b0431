"""No request and no background query reads more of a full database than of an empty one.

Every statement that they really send is explained on filled tables. It must find its rows by an index: no
sequential scan of a table that grows, no sort of everything, and no index read for rows that are then thrown
away. A table that does not grow with the number of games or players may be read as a whole.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any, Final
from urllib.parse import urlsplit

import pytest
from django.db import connection, connections, transaction
from django.test.utils import CaptureQueriesContext
from django.urls import URLResolver, resolve

from games.audits.nightly import game_verify
from games.moves.settlement import game_settle
from games.projector import game_project
from games.transparency.sequencer import log_extend
from games.urls import urlpatterns
from tests.bench.tables import people
from tests.support.citus import plain_postgresql
from tests.support.filler import cut, fill, run
from tests.support.questions import Asked, questions
from tests.support.roles import owner
from tests.support.tables import play_on, started

GAMES: Final = 4_000
PLAYERS: Final = 20_000
MOST_ROWS: Final = 600  # that a step of a plan may read: a few pages, but not all finished games
MOST_STATEMENTS: Final = 100_000  # of one request or task: Django would forget the first of more than 9,000
EXPLAINED: Final = ("SELECT", "UPDATE", "DELETE", "WITH")
# Counts games that are being played, at each scrape: some milliseconds for a hundred thousand.
COUNTS_LIVE_GAMES: Final = 'SELECT "games_game"."status" AS "status", COUNT'


# Streams are opened as their process does it. The document is a file.
NOT_ASKED: Final = {"stream", "my-stream", "schema"}

pytestmark = [pytest.mark.django_db, plain_postgresql]  # the plans of a distributed query have other steps


@pytest.fixture
def asked(redis_url, monkeypatch) -> Asked:
    """Everything that is asked, on a database full of games."""
    own = connections[connection.alias]  # what the proxy forwards, monkeypatch cannot put back
    monkeypatch.setattr(own, "queries_log", deque(maxlen=MOST_STATEMENTS))
    game, _ = started()
    dealt = game.version
    play_on(game.id, actions=5000)
    game_settle(game.id)
    game.refresh_from_db()
    game_project(game.id)
    log_extend()  # else its copies would wait for another audit
    game_verify(game.id)
    templates = [*[game] * 4, *[cut(game, dealt)] * 15, cut(game, 1)]
    with owner():
        fill(templates, games=GAMES, players=PLAYERS, notices=3)
        # Other tests leave free room in pages. New games would be put there, among old ones.
        run("SET CONSTRAINTS ALL IMMEDIATE")
        run("CLUSTER games_game USING game_created")
        run("ANALYZE")
    return questions(people(2), rounds=1)


def test_every_statement_finds_its_rows_by_an_index(asked):
    assert _never_asked(asked) == NOT_ASKED
    wrong = {f"{name}: {fault}" for name in asked for fault in _faults(_statements(asked, name))}
    assert not wrong, "\n\n".join(sorted(wrong))

    with owner() as cursor:  # and without one it is noticed
        cursor.execute("DROP INDEX game_newest, game_created, game_list, game_by_ruleset")
    faults = list(_faults(_statements(asked, "GET /games?limit=5&")))
    assert any("games_game" in fault for fault in faults)


def _never_asked(asked: Asked) -> set[str]:
    """Names of addresses that can be read."""
    paths = [call.args[1] for call in asked.values() if isinstance(call, partial) and call.args[0] == "GET"]
    known = {resolve(urlsplit(path).path).view_name for path in paths}
    read = {path.name for path in _addresses(urlpatterns) if hasattr(path.callback.view_class, "get")}
    return read - known


def _addresses(patterns: Iterable[Any]) -> Iterator[Any]:
    for one in patterns:
        yield from _addresses(one.url_patterns) if isinstance(one, URLResolver) else [one]


def _statements(asked: Asked, name: str) -> list[str]:
    with transaction.atomic(), CaptureQueriesContext(connection) as captured:
        asked[name]()
        transaction.set_rollback(True)
    found = dict.fromkeys(query["sql"].strip() for query in captured)
    return [sql for sql in found if sql.startswith(EXPLAINED) and not sql.startswith(COUNTS_LIVE_GAMES)]


def _faults(statements: list[str]) -> Iterator[str]:
    for statement in statements:
        for fault in _too_much(_plan(statement), grown=_grown()):
            yield f"{fault}\n{statement[:1500]}"


def _plan(statement: str) -> dict[str, Any]:
    """As it was carried out, and undone."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {statement}")
        (found,) = cursor.fetchone()
        transaction.set_rollback(True)
    return (json.loads(found) if isinstance(found, str) else found)[0]["Plan"]


def _grown() -> set[str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT relname FROM pg_class WHERE relkind = 'r' AND reltuples > %s", [MOST_ROWS])
        return {name for (name,) in cursor.fetchall() if name.startswith("games_")}


def _too_much(node: dict[str, Any], grown: set[str]) -> Iterator[str]:
    kind, table = node["Node Type"], node.get("Relation Name", "")
    if kind == "Seq Scan" and table in grown:
        yield f"sequential scan of {table}"
    elif (
        not (kind == "Bitmap Index Scan" or table.startswith("pg_")) and _read(node) > MOST_ROWS
    ):  # a BRIN has pages, not rows
        yield f"{kind} of {table or 'rows'} reads {_read(node):.0f} rows"
    for below in node.get("Plans", ()):
        yield from _too_much(below, grown)


def _read(node: dict[str, Any]) -> float:
    """The rows it had in hand, in all its loops. An index alone may count pages: the heap has the rows."""
    if node["Node Type"] == "Bitmap Index Scan":
        return 0
    thrown_away = ("Rows Removed by Filter", "Rows Removed by Index Recheck")
    return node["Actual Loops"] * (node["Actual Rows"] + sum(node.get(name, 0) for name in thrown_away))
