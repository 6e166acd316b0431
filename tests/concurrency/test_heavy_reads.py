"""However many audits or imports are asked for at once, threads and connections are left for others."""

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from itertools import islice
from threading import Event
from typing import Any

import pytest
from django.db import connection as wrapper

from games.audits import imports
from games.audits.check import Audited, LogRead
from games.reading.visible_log import export_lines
from proof.audit import Check
from proof.verify import prove
from tests.concurrency.test_actions import again
from tests.games.audits.test_imports import bring
from tests.support.api_client import ApiClient
from tests.support.callers import Caller, chosen
from tests.support.tables import played_out

connection: Any = wrapper  # the type hints know no pool
AUDITS, IMPORTS = 40, 8
PATIENCE = 120


@pytest.fixture
def pool(transactional_db) -> Iterator[None]:
    """As many connections as a web process has."""
    connection.close()
    options = connection.settings_dict["OPTIONS"]
    options["pool"] = {"min_size": 1, "max_size": 4, "timeout": 5}
    yield
    connection.close()
    connection.close_pool()
    del options["pool"]


def ask(path: str) -> Any:
    """Anonymously, in whichever thread; a web server would close the connection after the answer too."""
    try:
        return ApiClient(raise_request_exception=False).get(f"/api/v1{path}")
    finally:
        connection.close()


def test_forty_audits_at_once_are_done_or_told_to_come_again_and_others_are_answered(
    people, pool, monkeypatch, settings
):
    path = chosen(*people[:2])
    connection.close()
    goes_on, audit = Event(), LogRead.audit

    def slow(log: LogRead) -> Audited:
        assert goes_on.wait(PATIENCE)
        return audit(log)

    monkeypatch.setattr(LogRead, "audit", slow)
    with ThreadPoolExecutor(AUDITS) as threads:
        audits: list[Future[Any]] = [threads.submit(ask, f"{path}/audit") for _ in range(AUDITS)]
        try:
            refused = list(islice(as_completed(audits, PATIENCE), AUDITS - settings.HEAVY_READS))
            table, export = ask(path), ask(f"{path}/export")  # while all places are taken
        finally:
            goes_on.set()

    assert table.status_code == 200
    for answer in (export, *(future.result() for future in refused)):
        assert (answer.status_code, answer.json()["code"]) == (503, "overloaded")
        assert int(answer["Retry-After"]) > 0
    statuses = Counter(future.result().status_code for future in audits)
    assert statuses == {200: settings.HEAVY_READS, 503: AUDITS - settings.HEAVY_READS}
    assert ask(f"{path}/export").status_code == 200


def test_many_imports_at_once_leave_connections_and_threads_for_others(people, pool, monkeypatch, settings):
    path, body = chosen(*people[:2]), b"".join(export_lines(played_out("london", 2)))
    connection.close()
    goes_on = Event()

    def slow(header: Any, entries: Any) -> list[Check]:
        assert goes_on.wait(PATIENCE)
        return prove(header, entries)

    monkeypatch.setattr(imports, "prove", slow)
    with ThreadPoolExecutor(IMPORTS) as threads:
        posts = [threads.submit(posted, people[0], body) for _ in range(IMPORTS)]
        try:
            refused = list(islice(as_completed(posts, PATIENCE), IMPORTS - settings.HEAVY_READS))
            table = ask(path)
        finally:
            goes_on.set()

    assert table.status_code == 200
    assert {future.result().json()["code"] for future in refused} == {"overloaded"}
    statuses = Counter(future.result().status_code for future in posts)
    assert statuses == {201: 1, 200: settings.HEAVY_READS - 1, 503: IMPORTS - settings.HEAVY_READS}


def posted(caller: Caller, body: bytes) -> Any:
    try:
        return bring(again(caller), body)
    finally:
        connection.close()


def test_a_pool_without_a_free_connection_is_told_as_such(people, pool):
    path = chosen(*people[:2])
    connection.close()
    connection.settings_dict["OPTIONS"]["pool"]["timeout"] = 0.1
    connection.close_pool()
    connection.pool.open()
    taken = [connection.pool.getconn(PATIENCE) for _ in range(4)]
    try:
        answer = ask(path)
    finally:
        for one in taken:
            connection.pool.putconn(one)

    assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
    assert int(answer["Retry-After"]) > 0
    assert ask(path).status_code == 200
