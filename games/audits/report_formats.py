"""Reports come as JSON and, for `Accept: text/html` as browsers send it, as a page."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from typing import Final

from django.http import HttpResponse
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from games.http.renderer import JsonRenderer
from proof.reports.html import STYLE

HTML: Final = "text/html"
JSON: Final = "application/json"
# A page that is opened directly may load nothing and run nothing; its pictures are in it.
_STYLE_HASH: Final = b64encode(sha256(STYLE.encode()).digest()).decode()
SECURITY: Final = (
    f"default-src 'none'; img-src data:; style-src 'sha256-{_STYLE_HASH}'; frame-ancestors 'none'; sandbox"
)


class HtmlRenderer(BaseRenderer):
    """For content negotiation only: the page is already rendered. Problems are JSON for everybody."""

    media_type = HTML
    format = "html"


RENDERERS: Final = [JsonRenderer, HtmlRenderer]


def wants_html(request: Request) -> bool:
    return request.accepted_renderer.format == HtmlRenderer.format


def page_answer(text: str) -> HttpResponse:
    return HttpResponse(
        text, content_type=f"{HTML}; charset=utf-8", headers={"Content-Security-Policy": SECURITY}
    )
