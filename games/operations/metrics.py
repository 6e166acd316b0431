"""GET /metrics: the counters of all processes, and gauges of audits and parked games.

The gauges come from the database, because audits run in other processes, perhaps on other machines.
"""

from collections.abc import Iterator

from django.db import DatabaseError, InterfaceError
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from games.audits.check import verification_standing
from games.http.metrics import registry
from games.models import Game


class Standing(Collector):
    """Gauges from the database; none while it is not reachable."""

    def collect(self) -> Iterator[Metric]:
        try:
            unsound, newest = verification_standing()
            parked = Game.objects.filter(retry_at__isnull=False).count()  # uses the index
        except (DatabaseError, InterfaceError):
            return
        yield GaugeMetricFamily("signalbox_parked_games", "Games whose tasks kept failing.", parked)
        yield GaugeMetricFamily("signalbox_unsound_games", "Games whose log did not hold.", unsound)
        if newest is not None:
            words = "When a log was last proved, in seconds since 1970."
            yield GaugeMetricFamily("signalbox_last_verified_seconds", words, newest.timestamp())


STANDING = CollectorRegistry(auto_describe=False)
STANDING.register(Standing())


@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    body = generate_latest(registry()) + generate_latest(STANDING)
    return HttpResponse(body, content_type=CONTENT_TYPE_LATEST)
