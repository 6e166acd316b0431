"""A file over HTTP, or the part of it that a client asks for (RFC 9110, 14)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from django.http import FileResponse, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response

AT_ONCE: Final = 1 << 18
UNSATISFIABLE: Final = 416
_RANGE: Final = re.compile(r"bytes=(\d{0,18})-(\d{0,18})")


def file_response(request: HttpRequest, path: Path, tag: str, kind: str, cache: str) -> HttpResponseBase:
    headers = {"ETag": tag, "Cache-Control": cache, "Accept-Ranges": "bytes"}
    known = get_conditional_response(request, etag=tag)
    response = known or _answer(request, path, tag)
    for name, value in headers.items() if response.status_code != UNSATISFIABLE else ():
        response[name] = value
    if known is None:
        response["Content-Type"] = kind
    return response


def _answer(request: HttpRequest, path: Path, tag: str) -> HttpResponseBase:
    """A file is opened only if it will be sent, because the sending closes it."""
    size = path.stat().st_size
    if request.method == "HEAD":
        return HttpResponse(headers={"Content-Length": str(size)})
    wanted = _wanted(request, tag, size)
    if wanted is None:
        return _whole(path)
    if not wanted:
        return HttpResponse(status=UNSATISFIABLE, headers={"Content-Range": f"bytes */{size}"})
    return _part(path, wanted, size)


def _whole(path: Path) -> HttpResponseBase:
    response = FileResponse(path.open("rb"))
    response.block_size = AT_ONCE
    return response


def _part(path: Path, wanted: range, size: int) -> HttpResponseBase:
    response = StreamingHttpResponse(_bytes(path, wanted), status=206)
    response["Content-Range"] = f"bytes {wanted.start}-{wanted.stop - 1}/{size}"
    response["Content-Length"] = str(len(wanted))
    return response


def _bytes(path: Path, wanted: range) -> Iterator[bytes]:
    with path.open("rb") as file:
        file.seek(wanted.start)
        left = len(wanted)
        while left and (data := file.read(min(AT_ONCE, left))):
            left -= len(data)
            yield data


def _wanted(request: HttpRequest, tag: str, size: int) -> range | None:
    """None: all of it. Empty: nothing that is there. Several ranges at once are answered with all of it."""
    asked = _RANGE.fullmatch(request.headers.get("Range", ""))
    if asked is None or request.headers.get("If-Range", tag) != tag:
        return None
    first, last = asked.groups()
    if not first:
        return range(max(0, size - int(last)), size) if last else None
    if last and int(last) < int(first):
        return None
    return range(int(first), min(size, int(last) + 1 if last else size))
