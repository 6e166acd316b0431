from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.test import Client

from games.operations import probes
from games.operations.probes import readiness

READY = dict.fromkeys(("database", "broker", "migrations", "sealing_key"), "ok")


def test_a_process_that_is_up_says_so_without_any_server(api):
    response = api.get("/healthz")

    assert (response.status_code, response.json()) == (200, {"status": "ok"})


@pytest.mark.django_db
def test_with_database_broker_and_migrations_it_is_ready(api, redis_url):
    response = api.get("/readyz")

    assert response.status_code == 200
    names = ("database", "broker", "migrations", "sealing_key")
    assert response.json()["checks"] == dict.fromkeys(names, "ok")


@pytest.mark.django_db
def test_without_a_broker_it_is_not_ready(api, settings):
    settings.REDIS_URL = "unix:///nowhere/redis.sock"

    response = api.get("/readyz")

    assert response.status_code == 503
    assert response.json()["code"] == "not_ready"
    assert response.json()["detail"] == "Not ready: broker."
    assert response.json()["context"]["checks"]["broker"] == "The broker is not reachable."


@pytest.mark.django_db(transaction=True)
def test_without_a_database_it_is_not_ready(api, redis_url, settings):
    connection.close()
    host = connection.settings_dict["HOST"]
    connection.settings_dict["HOST"] = "/nowhere"
    try:
        response = api.get("/readyz")
    finally:
        connection.settings_dict["HOST"] = host
        connection.close()

    assert response.status_code == 503
    assert response.json()["context"]["checks"] == {
        "database": "The database is not reachable.",
        "broker": "ok",
        "migrations": "Unknown: the database is not reachable or not migrated.",
        "sealing_key": "Unknown: the database is not reachable or not migrated.",
    }


@pytest.mark.django_db
def test_with_a_migration_not_yet_applied_it_is_not_ready(api, redis_url, tmp_path, monkeypatch, settings):
    package = tmp_path / "pending_migrations"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "0001_pending.py").write_text(
        "from django.db import migrations\n\n\nclass Migration(migrations.Migration):\n    operations = []\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    settings.MIGRATION_MODULES = {"games": "pending_migrations"}
    probes.known_migrations.forget()

    response = api.get("/readyz")
    probes.known_migrations.forget()

    assert response.status_code == 503
    assert response.json()["context"]["checks"]["migrations"] == "1 migrations are not applied."


@pytest.mark.django_db
def test_the_graph_of_migrations_is_read_once_however_often_it_is_compared(api, redis_url, monkeypatch):
    read: list[MigrationLoader] = []

    def load_disk(loader: MigrationLoader) -> None:
        read.append(loader)
        from_disk(loader)

    from_disk = MigrationLoader.load_disk
    monkeypatch.setattr(MigrationLoader, "load_disk", load_disk)
    probes.known_migrations.forget()
    for _ in range(3):
        readiness.checked_at = float("-inf")
        assert api.get("/readyz").status_code == 200

    assert len(read) == 1


@pytest.fixture
def checked(monkeypatch) -> list[str]:
    """One entry for each time that the checks were made. They hold."""
    made: list[str] = []

    def checks_made() -> dict[str, str]:
        made.append("checks")
        return READY

    monkeypatch.setattr(probes, "checks_made", checks_made)
    return made


def test_the_checks_are_made_once_a_second_for_all_who_ask(api, checked):
    answers = [api.get("/readyz").status_code for _ in range(5)]
    readiness.checked_at -= 1.0
    answers += [api.get("/readyz").status_code for _ in range(5)]

    assert answers == [200] * 10
    assert len(checked) == 2


def test_while_one_request_checks_the_others_get_the_last_answer(checked, monkeypatch):
    assert Client().get("/readyz").status_code == 200
    begun, end = Event(), Event()

    def slow() -> dict[str, str]:
        begun.set()
        end.wait(60)
        return READY | {"broker": "The broker is not reachable."}

    monkeypatch.setattr(probes, "checks_made", slow)
    readiness.checked_at -= 1.0
    with ThreadPoolExecutor(1) as threads:
        first = threads.submit(Client().get, "/readyz")
        begun.wait(60)
        meanwhile = Client().get("/readyz").status_code
        end.set()

    assert (meanwhile, first.result().status_code) == (200, 503)
    assert Client().get("/readyz").status_code == 503


def test_checks_that_do_not_end_are_a_reason_not_to_be_ready(checked, monkeypatch):
    assert Client().get("/readyz").status_code == 200
    monkeypatch.setattr(probes, "PATIENCE_SECONDS", 0)
    readiness.checked_at -= probes.STALE_SECONDS
    with readiness._lock:  # noqa: SLF001 (another request is checking)
        answer = Client().get("/readyz")

    assert answer.status_code == 503
    assert set(answer.json()["context"]["checks"].values()) == {"Unknown: the checks take too long."}
