"""GET /metrics: the counters of all processes, and gauges of games, tasks, the notifier and audits.

The gauges come from the database and the broker, because games and tasks belong to no single process.
"""

import time
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any, Final

import redis
from django.conf import settings
from django.db import DatabaseError, InterfaceError
from django.db.models import Count, Min, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from games.audits.check import verification_standing
from games.datasets.writer import months_due
from games.deliveries.batches import oldest_due
from games.http.metrics import registry
from games.log.models import Game
from games.log.rotation import seeds_unreadable
from games.moves.due import TIMES, games_due
from games.notices.selectors import games_moved_since, games_to_notify
from games.notifications.mail import Mailer
from games.notifications.push import Pushes
from games.redis_clients import shared_client
from games.search.services import histories_due
from games.transparency.models import PendingLeaf
from games.webhooks.channel import Webhooks
from games.witnesses.services import witnesses_behind
from games.work.attempts import Work, games_parked

LIVE: Final = (Game.Status.OPEN, Game.Status.PLAYING)
CARRIERS: Final = (Webhooks(), Mailer(), Pushes())
COUNTED_EVERY: Final = 60.0  # seconds
LATELY: Final = timedelta(minutes=10)


class Gauges(Collector):
    """Gauges from the database; none while it is not reachable. Each query uses an index of live games."""

    def collect(self) -> Iterator[Metric]:
        try:
            yield from [
                *games(),
                *due(timezone.now()),
                *notifier(timezone.now()),
                *audits(),
                *witnesses(timezone.now()),
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
    words = "Games whose tasks keep failing, by what fails."
    parked = dict(games_parked().order_by().values_list("work").annotate(number=Count("*")))
    family = GaugeMetricFamily("signalbox_parked_games", words, labels=["work"])
    yield _labelled(family, {work.value: parked.get(work, 0) for work in Work})
    words = "Games whose seed is sealed with a key that is not set."
    yield GaugeMetricFamily("signalbox_unreadable_games", words, seeds_unreadable().count())


def due(now: datetime) -> Iterator[Metric]:
    """What is due and not done yet, of each kind of work. Games that wait after a failure are not due."""
    found = due_work(now)
    words = "Work that is due and not done yet."
    numbers = {kind: number for kind, (number, _) in found.items()}
    yield _labelled(GaugeMetricFamily("signalbox_due", words, labels=["work"]), numbers)
    words = "How long the first of it has waited."
    ages = {kind: _age(since, now) for kind, (_, since) in found.items()}
    yield _labelled(GaugeMetricFamily("signalbox_due_seconds", words, labels=["work"]), ages)


def due_work(now: datetime) -> dict[str, tuple[int, datetime | None]]:
    """How much of each kind is due, and since when the first of it."""
    months = list(months_due())
    return {
        **{work.value: _oldest(games_due(work, now), time) for work, time in TIMES.items()},
        **{carrier.name.value: oldest_due(carrier) for carrier in CARRIERS},
        "search": _oldest(histories_due(now), "at"),
        "log": _oldest(PendingLeaf.objects.filter(due__lte=now), "due"),
        "datasets": (len(months), months[0].end if months else None),
    }


def _oldest(rows: QuerySet[Any], by: str) -> tuple[int, datetime | None]:
    found = rows.aggregate(number=Count("*"), oldest=Min(by))
    return found["number"], found["oldest"]


def notifier(now: datetime) -> Iterator[Metric]:
    behind = games_to_notify(games_moved_since(now - LATELY))
    oldest = Game.objects.filter(pk__in=behind).aggregate(oldest=Min("moved_at"))["oldest"]
    words = "Games that moved in the last ten minutes with events that the notifier has not read."
    yield GaugeMetricFamily("signalbox_notifier_behind_games", words, len(behind))
    words = "How long the first of these games has waited."
    yield GaugeMetricFamily("signalbox_notifier_lag_seconds", words, _age(oldest, now))


def audits() -> Iterator[Metric]:
    unsound, newest = verification_standing()
    yield GaugeMetricFamily("signalbox_unsound_games", "Games whose log did not hold.", unsound)
    if newest is not None:
        words = "When a log was last proved, in seconds since 1970."
        yield GaugeMetricFamily("signalbox_last_verified_seconds", words, newest.timestamp())


def witnesses(now: datetime) -> Iterator[Metric]:
    words = "How long each witness has not cosigned what is in the public log."
    family = GaugeMetricFamily("signalbox_witness_behind_seconds", words, labels=["witness"])
    yield _labelled(family, {name: _age(since, now) for name, since in witnesses_behind().items()})


def _labelled(family: GaugeMetricFamily, values: Mapping[str, float]) -> Metric:
    for label, value in values.items():
        family.add_metric([label], value)
    return family


def _age(since: datetime | None, now: datetime) -> float:
    return max(0.0, (now - since).total_seconds()) if since else 0.0


STANDING = CollectorRegistry(auto_describe=False)
STANDING.register(Gauges())
STANDING.register(Queues())


@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    body = generate_latest(registry()) + generate_latest(STANDING)
    return HttpResponse(body, content_type=CONTENT_TYPE_LATEST)
