import os
import subprocess
import sys
from datetime import UTC, datetime, timedelta

import pytest
import redis
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families

from games.accounts.models import Token
from games.audits.nightly import game_verify
from games.log.models import Game, Seed
from games.operations import metrics
from games.operations.metrics import COUNTED_EVERY, LiveGames
from games.projector import game_project
from games.tables.lobby import TableWish, game_create
from games.transparency.announcements import announce
from games.transparency.models import PendingLeaf
from games.webhooks.models import Webhook
from games.webhooks.services import webhook_test
from games.work.attempts import KEEPS_FAILING, Work, setback_note
from tests.support.citus import plain_postgresql
from tests.support.roles import owner
from tests.support.tables import people, played_out, started, stood_still, table_with_bots
from tests.support.webhooks import webhook_for

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
    return next(iter(gauges(response, name).values()), None)


def gauges(response, name: str) -> dict[tuple[str, ...], float]:
    families = text_string_to_metric_families(response.content.decode())
    found = [family.samples for family in families if family.name == name]
    return {tuple(sample.labels.values()): sample.value for samples in found for sample in samples}


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

    game = started()[0]
    for _ in range(KEEPS_FAILING):
        setback_note(game.id, Work.BOTS, "RuntimeError: no idea")

    assert gauge(client.get("/metrics"), "signalbox_parked_games") == 1


def test_games_that_are_not_over_are_counted_by_status_once_a_minute(client, monkeypatch):
    counter = LiveGames()
    monkeypatch.setattr(metrics, "live_games", counter)
    assert gauges(client.get("/metrics"), "signalbox_games") == {("open",): 0, ("playing",): 0}

    game_create(people(1)[0], TableWish(ruleset="london", seats=2))
    started()
    played_out()

    assert gauges(client.get("/metrics"), "signalbox_games") == {("open",): 0, ("playing",): 0}
    counter.counted_at -= COUNTED_EVERY
    assert gauges(client.get("/metrics"), "signalbox_games") == {("open",): 1, ("playing",): 1}


def test_a_clock_is_overdue_when_nobody_acted_on_it(client):
    late, _ = started(clock={"per_action": 60})
    started(clock={"per_action": 60})
    assert gauges(client.get("/metrics"), "signalbox_due")["deadlines",] == 0

    Game.objects.filter(pk=late.pk).update(deadline=timezone.now() - timedelta(minutes=1))

    assert gauges(client.get("/metrics"), "signalbox_due")["deadlines",] == 1


def test_games_that_wait_for_a_bot_are_counted_with_the_longest_wait(client, sent):
    assert gauges(client.get("/metrics"), "signalbox_due_seconds")["bots",] == 0

    stood_still(table_with_bots(2), seconds=100)
    stood_still(table_with_bots(2), seconds=5)

    shown = client.get("/metrics")
    assert gauges(shown, "signalbox_due")["bots",] == 2
    assert gauges(shown, "signalbox_due_seconds")["bots",] >= 100


def test_what_waits_for_its_receiver_is_not_due(client):
    webhook, _ = webhook_for(people(1)[0], url="https://1.1.1.1/", kinds=["game.event"])
    webhook_test(webhook)
    assert due_webhooks(client) == 1
    soon, now = timezone.now() + timedelta(minutes=1), timezone.now()
    for column, value in {"paused_at": now, "held_until": soon}.items():
        Webhook.objects.update(**{column: value})
        assert due_webhooks(client) == 0
        Webhook.objects.update(**{column: None})
    Token.objects.update(expires_at=now)
    assert due_webhooks(client) == 0


def due_webhooks(client) -> float:
    return gauges(client.get("/metrics"), "signalbox_due")["webhook",]


def test_it_is_known_how_long_facts_wait_for_the_public_log(client):
    announce("account_deleted", timezone.now())
    PendingLeaf.objects.update(due=timezone.now() - timedelta(seconds=50))

    assert gauges(client.get("/metrics"), "signalbox_due_seconds")["log",] >= 50


def test_a_month_without_its_data_set_is_due(client, settings, tmp_path):
    game = played_out()
    Game.objects.filter(pk=game.pk).update(finished_at=datetime(2026, 1, 31, tzinfo=UTC))
    assert gauges(client.get("/metrics"), "signalbox_due")["datasets",] == 0

    settings.DATASETS_DIR = str(tmp_path)

    assert gauges(client.get("/metrics"), "signalbox_due")["datasets",] == 1


def test_the_notifier_is_behind_until_it_has_read_every_event(client):
    game, _ = started()
    stood_still(game, seconds=50)

    shown = client.get("/metrics")
    assert gauge(shown, "signalbox_notifier_behind_games") == 1
    assert gauges(shown, "signalbox_notifier_lag_seconds")[()] >= 50

    game_project(game.id)
    shown = client.get("/metrics")
    assert gauge(shown, "signalbox_notifier_behind_games") == 0
    assert gauge(shown, "signalbox_notifier_lag_seconds") == 0


def test_every_queue_has_a_length(client, redis_url):
    with redis.Redis.from_url(redis_url) as broker:
        try:
            broker.rpush("people", "one", "two")
            shown = client.get("/metrics")
        finally:
            broker.delete("people")

    lengths = gauges(shown, "signalbox_queue_length")
    names = {name for (name,) in lengths}
    assert names == {"clock", "people", "bots", "audits", "webhooks", "notifications"}
    assert lengths["people",] == 2


def test_without_a_broker_there_are_still_metrics(client, settings):
    settings.REDIS_URL = "unix:///nowhere/redis.sock?db=0"

    shown = client.get("/metrics")

    assert gauges(shown, "signalbox_queue_length") == {}
    assert gauge(shown, "signalbox_parked_games") == 0


@plain_postgresql
def test_without_a_database_there_are_still_metrics(client):
    with owner() as cursor:
        cursor.execute("ALTER TABLE games_verification RENAME TO gone")

    shown = client.get("/metrics")

    assert shown.status_code == 200
    assert gauge(shown, "signalbox_unsound_games") is None
