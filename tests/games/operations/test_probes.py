import pytest
from django.db import connection


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

    response = api.get("/readyz")

    assert response.status_code == 503
    assert response.json()["context"]["checks"]["migrations"] == "1 migrations are not applied."
