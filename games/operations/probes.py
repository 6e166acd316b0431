"""Whether the process is up, and whether it can do its work."""

import redis
from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.http.auth import ANYONE
from games.http.problems import NOT_READY, Problem, ProblemError
from games.redis_clients import new_client


class HealthSerializer(serializers.Serializer[dict[str, str]]):
    status = serializers.CharField(help_text="Always `ok`.")


class ChecksSerializer(serializers.Serializer[dict[str, str]]):
    database = serializers.CharField()
    broker = serializers.CharField()
    migrations = serializers.CharField()


class ReadinessSerializer(serializers.Serializer[dict[str, object]]):
    status = serializers.CharField(help_text="Always `ready`.")
    checks = ChecksSerializer()


class Healthz(APIView):
    authentication_classes = []  # a probe brings no token, and a wrong one must not matter
    required_scopes = {"GET": ANYONE}

    @extend_schema(operation_id="healthz", tags=["operations"], responses=HealthSerializer)
    def get(self, request: Request) -> Response:
        """Tell that the process answers; nothing else is looked at."""
        return Response({"status": "ok"})


class Readyz(APIView):
    authentication_classes = []
    required_scopes = {"GET": ANYONE}

    @extend_schema(operation_id="readyz", tags=["operations"], responses=ReadinessSerializer)
    def get(self, request: Request) -> Response:
        """Tell whether the database, the broker and the migrations are as they should be."""
        checks = {"database": database(), "broker": broker()}
        checks["migrations"] = migrations() if checks["database"] == "ok" else "Unknown without a database."
        failed = [name for name, answer in checks.items() if answer != "ok"]
        if failed:
            detail = f"Not ready: {', '.join(failed)}."
            raise ProblemError(Problem(NOT_READY, detail, context={"checks": checks}))
        return Response({"status": "ready", "checks": checks})


def database() -> str:
    try:
        connection.ensure_connection()
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return "The database does not answer."
    return "ok"


def broker() -> str:
    try:
        with new_client(settings.REDIS_URL) as client:
            client.ping()
    except redis.RedisError:
        return "The broker does not answer."
    return "ok"


def migrations() -> str:
    executor = MigrationExecutor(connection)
    waiting = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return f"{len(waiting)} migrations are not applied." if waiting else "ok"
