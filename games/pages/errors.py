"""Errors: a page for a page, a problem document for everything else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.http import errors
from games.http.page_errors import error_page
from games.http.page_paths import explains_itself, is_page


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _shown(request, 400, errors.bad_request, exception)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _shown(request, 403, errors.forbidden, exception)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _shown(request, 404, errors.not_found, exception)


def server_error(request: HttpRequest) -> HttpResponse:
    return _shown(request, 500, errors.server_error)


def too_many(request: HttpRequest) -> HttpResponse:
    """The limits that allauth applies are reached."""
    return render(request, "pages/error.html", {"status": 429}, status=429)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    return _shown(request, 403, lambda asked: errors.forbidden(asked, Exception(reason)))


def _shown(
    request: HttpRequest, status: int, problem: Callable[..., HttpResponse], *cause: Any
) -> HttpResponse:
    answer = problem(request, *cause)
    if not is_page(request):
        return error_page(request, answer.status_code) if explains_itself(request) else answer
    page = render(request, "pages/error.html", {"status": answer.status_code}, status=answer.status_code)
    if "Retry-After" in answer:
        page["Retry-After"] = answer["Retry-After"]
    return page
