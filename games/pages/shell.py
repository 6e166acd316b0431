"""The shell of the web table: one page for all its addresses, which the program in `web/` fills."""

from __future__ import annotations

import re
from base64 import b64encode
from functools import cache
from hashlib import sha256
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.decorators import method_decorator
from django.views import View
from django.views.decorators.http import etag
from django.views.generic import TemplateView

_IMPORT_MAP: Final = re.compile(r'<script type="importmap">(.*?)</script>', re.DOTALL)


def _etag(request: HttpRequest, **more: str) -> str:
    return f'"{settings.WEB_VERSION}"'


class Shell(View):
    """Needs neither a session nor the database: who reads it is known by a token that the program holds."""

    http_method_names = ["get", "head", "options"]

    @method_decorator(etag(_etag))
    def get(self, request: HttpRequest, **more: str) -> HttpResponse:
        page, policy = shell()
        headers = {"Content-Security-Policy": policy, "Cache-Control": "no-cache"}
        return HttpResponse(page, headers=headers)


class PushWorker(TemplateView):
    """The service worker that shows pushes. It is at the root, so that every page can have it."""

    template_name = "pages/push-worker.js"
    content_type = "text/javascript"


@cache
def shell() -> tuple[str, str]:
    """The page, with the addresses that this server has for its files, and its policy."""
    page = (settings.WEB_FOLDER / "index.html").read_text(encoding="utf-8")
    for folder, name in (("/web/", "web"), ("/clients/javascript/src/", "client")):
        page = page.replace(f'"{folder}', f'"{settings.STATIC_URL}{name}-{settings.WEB_VERSION}/')
    return page, _policy(page)


def _policy(page: str) -> str:
    """No script but ours: the one piece inside the page, the import map, is allowed by its digest."""
    maps = " ".join(f"'sha256-{_digest(found)}'" for found in _IMPORT_MAP.findall(page))
    streams = f" {settings.STREAMS_URL}" if settings.STREAMS_URL else ""
    return (
        f"default-src 'self'; script-src 'self' {maps}; connect-src 'self'{streams}; "
        "img-src 'self' data: blob:; object-src 'none'; frame-ancestors 'none'; base-uri 'none'; "
        "form-action 'self'"
    )


def _digest(text: str) -> str:
    return b64encode(sha256(text.encode()).digest()).decode()
