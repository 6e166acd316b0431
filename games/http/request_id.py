"""The id of the request being served, for logs and problem documents."""

import os
import re
from contextvars import ContextVar

_SANE = re.compile(r"[A-Za-z0-9._-]{1,64}")
_current: ContextVar[str | None] = ContextVar("request_id", default=None)

current_request_id = _current.get


def adopt_request_id(offered: str | None) -> str:
    """Use the client's id if it is safe in logs and headers, or else make one."""
    request_id = offered if offered and _SANE.fullmatch(offered) else os.urandom(16).hex()
    _current.set(request_id)
    return request_id


def forget_request_id() -> None:
    _current.set(None)
