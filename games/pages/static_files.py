"""Files for browsers, served before all other middleware, which would add headers to each of them.

A table loads dozens of modules, so every header counts. A policy belongs to a document: browsers apply
the policy of the page to the modules and style sheets that it loads, not one that comes with these.
"""

from __future__ import annotations

from typing import Final
from wsgiref.headers import Headers

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from whitenoise.middleware import WhiteNoiseMiddleware

from games.http.middleware import NO_CONTENT, OWN_CONTENT

READS: Final = ("GET", "HEAD")
# Of what a browser can show as a page of its own.
POLICIES: Final = {"text/html": OWN_CONTENT, "image/svg+xml": NO_CONTENT}
OPEN: Final = "client/"  # pages of other origins import the client from here


class StaticFiles(WhiteNoiseMiddleware):
    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.method not in READS:
            return self.get_response(request)
        found: HttpResponseBase = super().__call__(request)
        return found

    def add_mime_headers(self, headers: Headers, path: str, url: str) -> None:
        """Called once for each file."""
        super().add_mime_headers(headers, path, url)
        headers["X-Content-Type-Options"] = "nosniff"
        if policy := POLICIES.get((headers["Content-Type"] or "").split(";")[0]):
            headers["Content-Security-Policy"] = policy
            headers["Cross-Origin-Opener-Policy"] = "same-origin"
        if url.startswith(f"{self.static_prefix}{OPEN}"):
            headers["Access-Control-Allow-Origin"] = "*"

    @staticmethod
    def serve(static_file: object, request: HttpRequest) -> HttpResponseBase:
        """An ETag is enough to ask again with."""
        response: HttpResponseBase = WhiteNoiseMiddleware.serve(static_file, request)
        del response["Last-Modified"]
        return response
