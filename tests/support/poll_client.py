"""A request over real HTTP whose answer is read later."""

from __future__ import annotations

import http.client
import json
import select
from typing import Any, Self

from tests.support.api_client import check
from tests.support.callers import Caller

TIMEOUT = 60


class Pending:
    """Every answer is held against the checked-in OpenAPI document."""

    def __init__(self, port: int, path: str, caller: Caller | None = None, method: str = "GET") -> None:
        self._method, self._path = method, path
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=TIMEOUT)
        self._connection.request(method, f"/api/v1{path}", headers=caller.headers if caller else {})
        self.headers: dict[str, str] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.leave()

    @property
    def is_answered(self) -> bool:
        return bool(select.select([self._connection.sock], [], [], 0)[0])

    def answer(self) -> tuple[int, Any]:
        """Status and body, waited for."""
        answer = self._connection.getresponse()
        body = answer.read()
        self.headers = {name.lower(): value for name, value in answer.getheaders()}
        check(
            self._method, f"/api/v1{self._path.partition('?')[0]}", _Answer(answer.status, self.headers, body)
        )
        return answer.status, json.loads(body)

    def leave(self) -> None:
        self._connection.close()


class _Answer:
    """As much of a response of Django's test client as the check reads."""

    def __init__(self, status: int, headers: dict[str, str], content: bytes) -> None:
        self.status_code, self.headers, self.content = status, headers, content

    def __getitem__(self, name: str) -> str:
        return self.headers[name.lower()]

    def json(self) -> Any:
        return json.loads(self.content)
