"""What probes answer."""

from __future__ import annotations

from typing import Annotated, ClassVar

from games.http.answers import Answer, Text, said


class Health(Answer):
    status: Annotated[Text, said("Always `ok`.")]
    example: ClassVar = ("It runs", {"status": "ok"})


class ReadinessChecks(Answer):
    database: Text
    broker: Text
    migrations: Text
    sealing_key: Text


class Readiness(Answer):
    status: Annotated[Text, said("Always `ready`.")]
    checks: ReadinessChecks
    example: ClassVar = (
        "It is ready",
        {"status": "ready", "checks": dict.fromkeys(ReadinessChecks.__struct_fields__, "ok")},
    )
