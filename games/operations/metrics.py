"""GET /metrics: the counters of all processes, and gauges of games, tasks, the notifier and audits.

The gauges come from the database and the broker, because games and tasks belong to no single process.
"""

import time
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import Final

import redis
from django.conf import settings
from django.db import DatabaseError, InterfaceError, connections
from django.db.models import Count, Min
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from games.audits.check import verification_standing
from games.http.metrics import registry
from games.log.replica import REPLICA, replica_lag
from games.log.rotation import seeds_unreadable
from games.models import Channel, Game, HistoryDue
from games.notices.selectors import games_moved_since, games_to_notify
from games.notifications.leases import oldest_due
from games.redis_clients import shared_client

LIVE: Final = (Game.Status.OPEN, Game.Status.PLAYING)
ATTENTION: Final = (Game.Attention.BOT, Game.Attention.SETTLE)
COUNTED_EVERY: Final = 60.0  # seconds
LATELY: Final = timedelta(minutes=10)
GRACE: Final = timedelta(seconds=10)  # a deadline is noticed by the next sweep


class Standing(Collector):
    """Gauges from the database; none while it is not reachable. Each query uses an index of live games."""

    def collect(self) -> Iterator[Metric]:
        try:
            yield from [
                *games(),
                *tasks(timezone.now()),
                *notifier(timezone.now()),
                *notifications(timezone.now()),
                *audits(),
                *histories(timezone.now()),
            ]
        except (DatabaseError, InterfaceError):
            return


class Queues(Collector):
    """The length of each queue; none while the broker is not reachable."""

    def collect(self) -> Iterator[Metric]:
        names = [queue.name for queue in settings.CELERY_TASK_QUEUES]
        try:
            broker = shared_client(settings.REDIS_URL)
            lengths = {name: int(broker.llen(name)) for name in names}
        except redis.RedisError:
            return
        words = "Messages that no worker has taken yet."
        yield _labelled(GaugeMetricFamily("signalbox_queue_length", words, labels=["queue"]), lengths)


class Replica(Collector):
    """How far the replica is behind; nothing where there is none."""

    def collect(self) -> Iterator[Metric]:
        if REPLICA not in connections.settings:
            return
        lag = replica_lag()
        words = "Whether the replica answers."
        yield GaugeMetricFamily("signalbox_replica_up", words, int(lag is not None))
        if lag is not None:
            words = "Bytes of the primary's write-ahead log that the replica has not replayed."
            yield GaugeMetricFamily("signalbox_replica_lag_bytes", words, lag)


class LiveGames:
    """Their number by status. This process counts them once a minute: it takes longer the more there are."""

    def __init__(self) -> None:
        self.counted_at = float("-inf")  # by the monotonic clock
        self._counts: dict[str, int] = {}

    def counts(self) -> dict[str, int]:
        now = time.monotonic()
        if now - self.counted_at >= COUNTED_EVERY:
            rows = Game.objects.filter(status__in=LIVE).values_list("status").annotate(number=Count("*"))
            self.counted_at, self._counts = now, {status.value: 0 for status in LIVE} | dict(rows)
        return self._counts


live_games = LiveGames()


def games() -> Iterator[Metric]:
    words = "Games that are not over, by status."
    family = GaugeMetricFamily("signalbox_games", words, labels=["status"])
    yield _labelled(family, live_games.counts())
    parked = Game.objects.filter(retry_at__isnull=False).count()
    yield GaugeMetricFamily("signalbox_parked_games", "Games whose tasks kept failing.", parked)
    words = "Games whose seed is sealed with a key that is not set."
    yield GaugeMetricFamily("signalbox_unreadable_games", words, seeds_unreadable().count())


def tasks(now: datetime) -> Iterator[Metric]:
    """What is due and not done yet. Parked games have a gauge of their own."""
    late = Game.objects.filter(deadline__lt=now - GRACE, test=False, parked_at=None).count()
    yield GaugeMetricFamily("signalbox_overdue_clocks", "Games with a deadline that nobody acted on.", late)
    due = Game.objects.filter(attention__in=ATTENTION, attend_at__lte=now, parked_at=None)
    found = due.aggregate(number=Count("id"), oldest=Min("attend_at"))
    words = "Games that wait for a bot's decision or for their settlement."
    yield GaugeMetricFamily("signalbox_games_waiting", words, found["number"])
    words = "How long the first of these games has waited."
    yield GaugeMetricFamily("signalbox_games_waiting_seconds", words, _age(found["oldest"], now))


def notifier(now: datetime) -> Iterator[Metric]:
    behind = games_to_notify(games_moved_since(now - LATELY))
    oldest = Game.objects.filter(pk__in=behind).aggregate(oldest=Min("moved_at"))["oldest"]
    words = "Games that moved in the last ten minutes with events that the notifier has not read."
    yield GaugeMetricFamily("signalbox_notifier_behind_games", words, len(behind))
    words = "How long the first of these games has waited."
    yield GaugeMetricFamily("signalbox_notifier_lag_seconds", words, _age(oldest, now))


def notifications(now: datetime) -> Iterator[Metric]:
    found = {channel.value: oldest_due(channel) for channel in Channel}
    words = "E-mails and pushes that are due and not sent yet."
    numbers = {channel: number for channel, (number, _) in found.items()}
    yield _labelled(GaugeMetricFamily("signalbox_notifications_due", words, labels=["channel"]), numbers)
    words = "How long the first of these has waited."
    ages = {channel: _age(since, now) for channel, (_, since) in found.items()}
    yield _labelled(GaugeMetricFamily("signalbox_notifications_due_seconds", words, labels=["channel"]), ages)


def audits() -> Iterator[Metric]:
    unsound, newest = verification_standing()
    yield GaugeMetricFamily("signalbox_unsound_games", "Games whose log did not hold.", unsound)
    if newest is not None:
        words = "When a log was last proved, in seconds since 1970."
        yield GaugeMetricFamily("signalbox_last_verified_seconds", words, newest.timestamp())


def histories(now: datetime) -> Iterator[Metric]:
    due = HistoryDue.objects.filter(at__lte=now).count()
    words = "Finished games that search and statistics do not have yet."
    yield GaugeMetricFamily("signalbox_histories_due", words, due)
    words = "Finished games that kept failing to get into search and statistics."
    failed = HistoryDue.objects.filter(at=None).count()
    yield GaugeMetricFamily("signalbox_histories_failed", words, failed)


def _labelled(family: GaugeMetricFamily, values: Mapping[str, float]) -> Metric:
    for label, value in values.items():
        family.add_metric([label], value)
    return family


def _age(since: datetime | None, now: datetime) -> float:
    return max(0.0, (now - since).total_seconds()) if since else 0.0


STANDING = CollectorRegistry(auto_describe=False)
STANDING.register(Standing())
STANDING.register(Queues())
STANDING.register(Replica())


@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    body = generate_latest(registry()) + generate_latest(STANDING)
    return HttpResponse(body, content_type=CONTENT_TYPE_LATEST)
