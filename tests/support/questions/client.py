"""Requests through the whole program, without a web server around it."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from django.test import Client

Asked = dict[str, Callable[[], object]]
API: Final = "/api/v1"
FINE: Final = (200, 201, 202, 204)


class Asker:
    """Somebody with a token, or nobody in particular."""

    def __init__(self, token: str = "") -> None:
        self.client = Client(headers={"Authorization": f"Bearer {token}"} if token else {})

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """The answer, which must be one of success."""
        data = "" if body is None else json.dumps(body)
        answer: Any = self.client.generic(method, path, data, "application/json")
        assert answer.status_code in FINE, answer.content
        return sum(map(len, answer)) if answer.streaming else answer

    def getting(self, path: str) -> partial[Any]:
        return partial(self.ask, "GET", path)

    def posting(self, path: str, body: Any = None) -> partial[Any]:
        return partial(self.ask, "POST", path, body)
