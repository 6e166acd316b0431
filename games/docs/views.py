"""The pages over HTTP. They are the same for everybody, so each is rendered once and kept.

Only the address of this server is filled in for each request, since a server may have several.
"""

from __future__ import annotations

import json
from html import escape
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.template.loader import render_to_string
from django.utils.cache import get_conditional_response
from django.views import View

from games.docs.page import ORIGIN
from games.http.auth import OPEN
from games.http.browser_pages import POLICY
from games.http.cache_headers import FOR_A_MINUTE, etag_of
from games.http.kept import Once

# The modules that render are imported with the first page: a server whose documentation nobody reads does
# not carry them in its memory.


class Chapter(View):
    required_scopes = {"GET": OPEN}

    def get(self, request: HttpRequest, slug: str = "") -> HttpResponseBase:
        from games.docs.site import entries  # noqa: PLC0415

        if slug not in entries():
            return _answer(request, _page("docs/missing.html"), status=404)
        return _answer(request, rendered(slug))


class Search(View):
    """For browsers without scripts."""

    required_scopes = {"GET": OPEN}

    def get(self, request: HttpRequest) -> HttpResponseBase:
        from games.docs.search import search  # noqa: PLC0415

        query = request.GET.get("q", "")[:100]
        return _answer(request, _page("docs/search.html", query=query, found=search(query)))


class SearchIndex(View):
    """For the script in the pages."""

    required_scopes = {"GET": OPEN}

    def get(self, request: HttpRequest) -> HttpResponseBase:
        return _answer(request, search_index(), kind="application/json")


class Picture(View):
    """A picture that a chapter shows."""

    required_scopes = {"GET": OPEN}

    def get(self, request: HttpRequest, name: str) -> HttpResponseBase:
        from games.docs.chapters import PICTURE_TYPES, pictures  # noqa: PLC0415

        if name not in pictures():
            return _answer(request, _page("docs/missing.html"), status=404)
        file = pictures()[name]
        return _unless_known(request, file.read_bytes(), PICTURE_TYPES[file.suffix], 200)


class Package(View):
    """A client to install."""

    required_scopes = {"GET": OPEN}

    def get(self, request: HttpRequest, name: str) -> HttpResponseBase:
        from games.docs.packages import NAMES, package  # noqa: PLC0415

        if name not in NAMES:
            return _answer(request, _page("docs/missing.html"), status=404)
        return _unless_known(request, package(name), "application/gzip", 200)


@Once
def rendered(slug: str) -> bytes:
    """For known slugs only: nobody can fill the cache with others."""
    from games.docs.site import entries, group_of, neighbours  # noqa: PLC0415

    entry, (before, after) = entries()[slug], neighbours(slug)
    return _page(
        "docs/chapter.html", entry=entry, page=entry.page(), group=group_of(slug), before=before, after=after
    )


@Once
def search_index() -> bytes:
    from games.docs.search import index  # noqa: PLC0415

    return json.dumps(index(), ensure_ascii=False, separators=(",", ":")).encode()


def _page(template: str, **context: Any) -> bytes:
    from games.docs.site import groups  # noqa: PLC0415

    return render_to_string(template, {"groups": groups(), **context}).encode()


def _answer(
    request: HttpRequest, body: bytes, *, kind: str = "text/html; charset=utf-8", status: int = 200
) -> HttpResponseBase:
    origin = escape(f"{request.scheme}://{request.get_host()}")
    return _unless_known(request, body.replace(ORIGIN.encode(), origin.encode()), kind, status)


def _unless_known(request: HttpRequest, body: bytes, kind: str, status: int) -> HttpResponseBase:
    headers = {"Cache-Control": FOR_A_MINUTE, "Content-Security-Policy": POLICY, "ETag": etag_of(body)}
    response = HttpResponse(body, content_type=kind, headers=headers, status=status)
    found: HttpResponseBase = (
        get_conditional_response(request, etag=headers["ETag"], response=response) or response
    )
    return found
