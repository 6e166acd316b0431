"""The headers of a request as Django gets to see them.

Django and Python parse some headers in quadratic time before any limit can apply, and remember for ever each
codec name that a client makes up. So what nobody sends in good faith is taken out first.
"""

from __future__ import annotations

import re
from typing import Any, Final

MAX_PATH: Final = 1024  # characters; no address here is as long
MAX_ACCEPT: Final = 1024
MAX_CONTENT_TYPE: Final = 256
REASON: Final = "signalbox.content_type"  # in the environment: why the Content-Type is not accepted
REFUSED: Final = "application/x-refused"
UNREAD: Final = "multipart/unread"  # a form with files: there are none here, and its parts have headers too
_UTF_8: Final = re.compile(r';\s*charset\s*=\s*("utf-?8"|utf-?8)\s*(?=;|$)', re.IGNORECASE)

TOO_LONG: Final = f"A Content-Type can have at most {MAX_CONTENT_TYPE} characters."
ENCODED: Final = "A parameter of a Content-Type cannot be encoded (RFC 2231)."
NOT_UTF_8: Final = "A body must be UTF-8, but the Content-Type names another charset."


def tame(meta: dict[str, Any]) -> None:
    """Shorten the headers, or replace them, before Django makes a request of them."""
    meta["PATH_INFO"] = meta["PATH_INFO"][:MAX_PATH]
    if "HTTP_ACCEPT" in meta:
        meta["HTTP_ACCEPT"] = meta["HTTP_ACCEPT"][:MAX_ACCEPT].replace("'", "")
    if "HTTP_COOKIE" in meta:
        meta["HTTP_COOKIE"] = meta["HTTP_COOKIE"].replace("\\", "")  # no cookie of this server has one
    if kind := meta.get("CONTENT_TYPE"):
        _tame_content_type(meta, kind)


def _tame_content_type(meta: dict[str, Any], kind: str) -> None:
    if reason := _refusal(kind):
        meta["CONTENT_TYPE"], meta[REASON] = REFUSED, reason
    elif kind.lower().startswith("multipart/"):
        meta["CONTENT_TYPE"] = UNREAD


def _refusal(content_type: str) -> str | None:
    if len(content_type) > MAX_CONTENT_TYPE:
        return TOO_LONG
    if "'" in content_type:
        return ENCODED
    if len(_UTF_8.findall(content_type)) < content_type.lower().count("charset"):
        return NOT_UTF_8
    return None
