"""Errors as pages for people, and what these may load."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils import translation

from games.http.kept import Once

# No inline script or style. `form-action` also covers the redirect that answers a form.
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
)


def error_page(request: HttpRequest, status: int) -> HttpResponse:
    """For an error before there is a session: nobody is known to be signed in, so it is the same for all."""
    body = _error_page(translation.get_language_from_request(request), status)
    headers = {"Content-Security-Policy": POLICY, "Cache-Control": "no-store"}
    return HttpResponse(body, status=status, headers=headers)


@Once
def _error_page(language: str, status: int) -> str:
    with translation.override(language):
        return render_to_string("pages/error.html", {"status": status})
