"""Prometheus metrics.

The web server runs several processes. If PROMETHEUS_MULTIPROC_DIR names a folder, every process writes its
numbers there and the one that is scraped adds them up; without it, a process reports only its own. Counters
and histograms can be added; gauges cannot, so only the single streams process has them.
"""

import os
from functools import cache

from prometheus_client import REGISTRY, CollectorRegistry, Counter, Histogram
from prometheus_client.multiprocess import MultiProcessCollector

REQUESTS = Counter("signalbox_http_requests_total", "Requests answered.", ["method", "route", "status"])
SECONDS = Histogram("signalbox_http_request_seconds", "Time to answer a request.", ["method", "route"])

_METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}


def observe(method: str, route: str, status: int, seconds: float) -> None:
    """Labels are the route, not the path, and known methods only: clients must not be able to add labels."""
    known = method if method in _METHODS else "other"
    counter, histogram = _series(known, route, status)
    counter.inc()
    histogram.observe(seconds)


@cache
def _series(method: str, route: str, status: int) -> tuple[Counter, Histogram]:
    return REQUESTS.labels(method, route, str(status)), SECONDS.labels(method, route)


def registry() -> CollectorRegistry:
    if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
        return REGISTRY
    registry = CollectorRegistry()
    MultiProcessCollector(registry)
    return registry
