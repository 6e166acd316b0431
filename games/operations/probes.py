"""Probes: whether the process is running, and whether it is ready."""

import time
from threading import Lock
from typing import Final

import redis
from django.conf import settings
from django.db import DatabaseError, InterfaceError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from rest_framework.request import Request
from rest_framework.views import APIView

from games.http.answers import answer
from games.http.auth import OPEN
from games.http.kept import Once
from games.http.operations import tagged
from games.http.problems import NOT_READY, Problem, ProblemError
from games.http.unavailable import RETRY_SECONDS
from games.log.rotation import lacks_every_key
from games.operations import answers
from games.placement import unless_away
from games.redis_clients import new_client

operation = tagged("operations")


class Healthz(APIView):
    authentication_classes = []  # probes have no token, and a wrong one must not make them fail
    required_scopes = {"GET": OPEN}

    @operation(
        "healthz",
        "Check that the process is running",
        answer(answers.Health, "The process answers."),
        unchecked=True,
    )
    def get(self, request: Request) -> answers.Health:
        """Returns 200 whenever the process answers; nothing else is checked."""
        return answers.Health(status="ok")


class Readyz(APIView):
    authentication_classes = []
    required_scopes = {"GET": OPEN}

    @operation(
        "readyz",
        "Check that the server is ready",
        answer(answers.Readiness, "The server is ready."),
        refuses=[NOT_READY],
        unchecked=True,
    )
    def get(self, request: Request) -> answers.Readiness:
        """Checks the database, the broker, the migrations and the sealing key, at most once a second.

        If one of them fails, the answer is 503 `not_ready`.
        """
        checks = readiness.checks()
        failed = [name for name, found in checks.items() if found != "ok"]
        if failed:
            detail = f"Not ready: {', '.join(failed)}."
            raise ProblemError(
                Problem(NOT_READY, detail, context={"checks": checks}, retry_after=RETRY_SECONDS)
            )
        return answers.Readiness(status="ready", checks=answers.ReadinessChecks(**checks))


UNKNOWN = "Unknown: the database is not reachable or not migrated."
HANGING = "Unknown: the checks take too long."
KEPT_SECONDS: Final = 1.0
STALE_SECONDS: Final = 5.0
PATIENCE_SECONDS: Final = 2.0


class Readiness:
    """The checks of one request, for everybody who asks within a second.

    While a request repeats them, the others get the last ones, or wait a moment if these are old. Checks that
    do not end, as with a database that hangs, are a reason not to be ready.
    """

    def __init__(self) -> None:
        self._lock, self._checks = Lock(), dict[str, str]()
        self.checked_at = float("-inf")  # by the monotonic clock

    def checks(self) -> dict[str, str]:
        patience = PATIENCE_SECONDS if self._is_older(STALE_SECONDS) else 0
        if self._is_older(KEPT_SECONDS) and self._lock.acquire(timeout=patience):
            try:
                if self._is_older(KEPT_SECONDS):
                    self._checks, self.checked_at = checks_made(), time.monotonic()
            finally:
                self._lock.release()
        if self._is_older(STALE_SECONDS):
            return dict.fromkeys(answers.ReadinessChecks.__struct_fields__, HANGING)
        return self._checks

    def _is_older(self, seconds: float) -> bool:
        return time.monotonic() - self.checked_at >= seconds


readiness = Readiness()


def checks_made() -> dict[str, str]:
    checks = {"database": database(), "broker": broker()}
    checks["migrations"] = migrations() if checks["database"] == "ok" else UNKNOWN
    checks["sealing_key"] = sealing_key() if checks["migrations"] == "ok" else UNKNOWN
    return checks


def database() -> str:
    try:
        connection.ensure_connection()
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except (DatabaseError, InterfaceError):
        return "The database is not reachable."
    return "ok"


def broker() -> str:
    try:
        with new_client(settings.REDIS_URL) as client:
            client.ping()
    except redis.RedisError:
        return "The broker is not reachable."
    return "ok"


def migrations() -> str:
    waiting = known_migrations() - MigrationRecorder(connection).applied_migrations().keys()
    return f"{len(waiting)} migrations are not applied." if waiting else "ok"


@Once
def known_migrations() -> frozenset[tuple[str, str]]:
    """Those of this code, by app and name. Their graph is read once: that takes longer than all checks."""
    return frozenset(MigrationLoader(None).graph.nodes)


def sealing_key() -> str:
    """One lost key of many is reported by the metrics; it must not stop the other games.

    While a node of a distributed database is away this cannot be checked, and games on other nodes go on.
    """
    lacking = False
    with unless_away():
        lacking = lacks_every_key()
    return "The seeds of the games are sealed with another SEALING_KEY." if lacking else "ok"
