"""Pages that are of no use on a server without mail say so."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render

View = Callable[..., HttpResponseBase]


def needs_mail(view: View) -> View:
    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **more: Any) -> HttpResponseBase:
        if not settings.HAS_MAIL:
            return render(request, "pages/no_mail.html", status=404)
        return view(request, *args, **more)

    return guarded
