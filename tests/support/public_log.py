"""The public log, read over HTTP as anybody reads it."""

from __future__ import annotations

from django.test import Client

from games.transparency.keys import log_key
from proof.transparency.mirror import Mirror, Unreachable


def served_log() -> Mirror:
    client = Client()

    def fetch(path: str) -> bytes:
        answer = client.get(f"/log/{path}")
        if answer.status_code != 200:
            raise Unreachable(path)
        return answer.content

    return Mirror(fetch, log_key(), pauses=())
