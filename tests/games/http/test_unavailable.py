"""A database that does not do its work is answered 503, with when to come again, everywhere."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import InterfaceError, OperationalError, connection
from django.test import Client

from games.http.unavailable import READING, UNCERTAIN
from games.log.models import Event
from tests.support.callers import chosen

DRAW = {"type": "draw_card", "pile": "transport"}
WRITING = f"{READING} {UNCERTAIN}"


def unavailable(answer: Any, detail: str) -> None:
    assert (answer.status_code, answer["Content-Type"]) == (503, "application/problem+json")
    assert answer["Retry-After"] == "2"
    body = answer.json()
    assert (body["code"], body["detail"]) == ("unavailable", detail)
    assert "hunter2" not in answer.content.decode()


@pytest.mark.urls("tests.games.http.failing_urls")
@pytest.mark.parametrize("path", ["/api/v1/fail/full", "/api/v1/fail/cut", "/plain/full"])
def test_reads_and_writes_are_told_what_they_can_do(path):
    client = Client(raise_request_exception=False)

    unavailable(client.get(path), READING)
    unavailable(client.post(path), WRITING)


@pytest.mark.django_db
def test_the_pages_of_operators_are_no_exception(admin_client, monkeypatch):
    admin_client.raise_request_exception = False
    monkeypatch.setattr("games.admin.GameAdmin.get_queryset", failing)

    unavailable(admin_client.get("/admin/games/game/"), READING)


def failing(*_: Any, **__: Any) -> Any:
    raise OperationalError("hunter2")


@pytest.mark.parametrize("error", [OperationalError, InterfaceError])
@pytest.mark.django_db
def test_a_probe_says_that_the_database_is_away(api, redis_url, monkeypatch, error):
    def away() -> None:
        raise error("hunter2")

    monkeypatch.setattr(connection, "ensure_connection", away)

    answer = api.get("/readyz")

    assert (answer.status_code, answer["Retry-After"]) == (503, "2")
    assert answer.json()["context"]["checks"]["database"] == "The database is not reachable."


# What is written last: by a change under the lock, and by a move, which is one statement.
LAST = {
    "resign": ("games.moves.change.keep_answer", {}, 200),
    "actions": ("games.log.writes.append_unless_changed", DRAW, 201),
}


@pytest.mark.parametrize("deed", LAST)
@pytest.mark.django_db(transaction=True)
def test_a_server_that_shuts_down_undoes_the_change_and_the_same_key_does_it(
    ada, bob, redis_url, monkeypatch, deed
):
    last, body, done = LAST[deed]
    path = chosen(ada, bob)
    before = Event.objects.count()

    def shut_down(*_: Any) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SET ROLE none")  # the application may not end a session of the owner
            cursor.execute("SELECT pg_terminate_backend(pg_backend_pid())")

    with monkeypatch.context() as patched:
        patched.setattr(last, shut_down)
        unavailable(ada.post(f"{path}/{deed}", body, idempotency_key="k"), WRITING)
    connection.close()
    assert Event.objects.count() == before

    again = ada.post(f"{path}/{deed}", body, idempotency_key="k")

    assert again.status_code == done
    assert "Idempotency-Replayed" not in again.headers


@pytest.mark.django_db(transaction=True)
def test_an_action_that_was_committed_before_the_failure_is_replayed(ada, bob, redis_url, monkeypatch):
    path = chosen(ada, bob)
    with monkeypatch.context() as patched:
        patched.setattr("games.reading.answers.outcome_answer", failing)
        unavailable(ada.post(f"{path}/actions", DRAW, idempotency_key="k"), WRITING)
    after = Event.objects.count()

    again = ada.post(f"{path}/actions", DRAW, idempotency_key="k")

    assert (again.status_code, again["Idempotency-Replayed"]) == (201, "true")
    assert Event.objects.count() == after
