import os
import subprocess
import sys

import pytest
from django.db import connection
from prometheus_client.parser import text_string_to_metric_families

from games.audits.nightly import game_verify
from games.models import Seed
from games.play.attempts import game_park
from tests.support.tables import started

pytestmark = pytest.mark.django_db


def samples(response) -> dict[tuple[str, ...], float]:
    families = text_string_to_metric_families(response.content.decode())
    return {
        tuple(sample.labels.values()): sample.value
        for family in families
        for sample in family.samples
        if sample.name == "signalbox_http_requests_total"
    }


def test_requests_are_counted_by_method_route_and_status(client):
    before = samples(client.get("/metrics")).get(("GET", "healthz", "200"), 0)

    client.get("/healthz")

    assert samples(client.get("/metrics"))["GET", "healthz", "200"] == before + 1


def test_a_stranger_cannot_add_labels(client):
    client.get("/secret/path/1")
    client.generic("BREW", "/healthz")

    found = samples(client.get("/metrics"))
    assert ("GET", "unmatched", "404") in found
    assert ("other", "healthz", "405") in found


COUNT_ONE = "from games.http.metrics import observe; observe('GET', 'r', 200, 0.1)"
SHOW = (
    "from games.http.metrics import registry; from prometheus_client import generate_latest; "
    "print(generate_latest(registry()).decode())"
)


def test_several_processes_add_up(tmp_path):
    env = {
        **os.environ,
        "PROMETHEUS_MULTIPROC_DIR": str(tmp_path),
        "DJANGO_SETTINGS_MODULE": "tests.settings",
    }
    for _ in range(2):
        subprocess.run([sys.executable, "-c", COUNT_ONE], env=env, check=True)

    shown = subprocess.run([sys.executable, "-c", SHOW], env=env, check=True, capture_output=True, text=True)

    assert 'signalbox_http_requests_total{method="GET",route="r",status="200"} 2.0' in shown.stdout


def gauge(response, name: str) -> float | None:
    families = text_string_to_metric_families(response.content.decode())
    return next((family.samples[0].value for family in families if family.name == name), None)


def test_logs_that_do_not_hold_are_shown_whoever_found_them(client):
    sound, unsound = started()[0], started()[0]
    assert gauge(client.get("/metrics"), "signalbox_last_verified_seconds") is None
    Seed.objects.filter(game=unsound).delete()

    for game in (sound, unsound):
        game_verify(game.id)

    shown = client.get("/metrics")
    assert gauge(shown, "signalbox_unsound_games") == 1
    assert gauge(shown, "signalbox_last_verified_seconds")


def test_parked_games_are_counted(client):
    assert gauge(client.get("/metrics"), "signalbox_parked_games") == 0

    game_park(started()[0].id, "RuntimeError: no idea")

    assert gauge(client.get("/metrics"), "signalbox_parked_games") == 1


def test_without_a_database_there_are_still_metrics(client):
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE games_verification RENAME TO gone")

    shown = client.get("/metrics")

    assert shown.status_code == 200
    assert gauge(shown, "signalbox_unsound_games") is None
