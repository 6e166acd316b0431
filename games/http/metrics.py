"""Prometheus metrics.

The web server runs several processes. When PROMETHEUS_MULTIPROC_DIR names a folder, every process writes
its numbers there and whichever process is asked adds them up; without it, a process knows only its own.
Counters and histograms add up; a gauge would not, so the only one here is of the one process for streams.
"""

import os

from prometheus_client import REGISTRY, CollectorRegistry, Counter, Histogram
from prometheus_client.multiprocess import MultiProcessCollector

REQUESTS = Counter("signalbox_http_requests_total", "Requests answered.", ["method", "route", "status"])
SECONDS = Histogram("signalbox_http_request_seconds", "Time to answer a request.", ["method", "route"])

_METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}


def observe(method: str, route: str, status: int, seconds: float) -> None:
    """The route, not the path, and known methods only: a stranger must not be able to add labels."""
    known = method if method in _METHODS else "other"
    REQUESTS.labels(known, route, str(status)).inc()
    SECONDS.labels(known, route).observe(seconds)


def registry() -> CollectorRegistry:
    if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
        return REGISTRY
    registry = CollectorRegistry()
    MultiProcessCollector(registry)
    return registry
