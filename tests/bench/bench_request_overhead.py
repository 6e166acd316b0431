"""What a request costs before any game is touched, as a ratio to the least Django can do.

Both are WSGI calls in this process. The bare one has no middleware and a view that returns a constant; ours
is `/healthz`, which passes the request id, logging, metrics, security headers, CORS and REST framework.
"""

import io
import logging
import os
from collections.abc import Callable
from typing import Any

import django
from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler
from django.test import override_settings
from django.test.client import RequestFactory

from tests.bench.frame import Figure, seconds_per_call


def measure() -> list[Figure]:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    _log_to_memory()
    with override_settings(ROOT_URLCONF="tests.bench.urls"):
        with override_settings(MIDDLEWARE=[]):
            least = WSGIHandler()  # takes its middleware once, now
        whole = WSGIHandler()
        bare, ours = seconds_per_call(_caller(least, "/bare"), _caller(whole, "/healthz"))
    return [
        Figure("bare view", bare * 1e6, "µs"),
        Figure("healthz", ours * 1e6, "µs", "the whole stack, its log line included"),
        Figure("ratio", ours / bare, "×", "lower is better"),
    ]


def _log_to_memory() -> None:
    """Log lines are made and written as in production; only the terminal is spared."""
    handler = logging.StreamHandler(io.StringIO())
    handler.setFormatter(settings.LOGGING["formatters"]["json"]["()"]())
    logging.getLogger().handlers = [handler]


def _caller(handler: WSGIHandler, path: str) -> Callable[[], None]:
    template = RequestFactory().get(path, headers={"Host": "localhost"}).environ

    def call() -> None:
        response = handler(dict(template), _start_response)
        if not b"".join(response).startswith(b'{"status"'):
            raise RuntimeError(f"{path} did not answer as it should.")
        response.close()

    return call


def _start_response(*_: Any) -> Callable[[bytes], object]:
    return len
