"""The project's middleware, outermost first."""

import logging
from collections.abc import Callable
from time import perf_counter
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from rest_framework.response import Response

from games.http import metrics
from games.http.heavy import give_back_connection
from games.http.page_paths import explains_itself
from games.http.problems import MEDIA_TYPE, Problem, type_for_status
from games.http.request_id import adopt_request_id, forget_request_id

GetResponse = Callable[[HttpRequest], HttpResponseBase]
logger = logging.getLogger("signalbox.requests")

NO_CONTENT = "default-src 'none'; frame-ancestors 'none'"
# Of the admin and the verifier, which have inline styles; other pages set a stricter one.
OWN_CONTENT = (
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
)
_NOT_MODIFIED, _ERROR = 304, 400


class Connections:
    """Gives the database connection back before an answer is rendered and sent, which may take long."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        give_back_connection()
        return response

    def process_template_response(self, request: HttpRequest, response: Any) -> Any:
        if isinstance(response, Response):  # and not a page, whose template may read more
            give_back_connection()
        return response


class RequestIds:
    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        request_id = adopt_request_id(request.META.get("HTTP_X_REQUEST_ID"))
        try:
            response = self.get_response(request)
        finally:
            forget_request_id()
        response["X-Request-ID"] = request_id
        return response


class Observation:
    """One log line and one measurement per request."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        start = perf_counter()
        response = self.get_response(request)
        seconds = perf_counter() - start
        route = request.resolver_match.route if request.resolver_match else "unmatched"
        metrics.observe(request.method or "", route, response.status_code, seconds)
        logger.info(
            "%s %s %d",
            request.method,
            _shown_path(request),
            response.status_code,
            extra={"milliseconds": round(seconds * 1000, 2)},
        )
        return response


def _shown_path(request: HttpRequest) -> str:
    """A path that contains a secret is as good as a token, so it is not logged."""
    match = request.resolver_match
    return f"/{match.route}" if match and "secret" in match.kwargs else request.path


class ErrorsAsProblems:
    """Turns errors that were not made by our exception handler into problem documents."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if not isinstance(response, HttpResponse) or response.status_code < _ERROR:
            return response
        if not (explains_itself(request) and response.content):
            _become_problem(response)
        return response


def _become_problem(response: HttpResponse) -> None:
    """Change the response in place to keep its other headers (Allow, CORS)."""
    if response.get("Content-Type", "").startswith(MEDIA_TYPE):
        return
    kind = type_for_status(response.status_code)
    problem = Problem(kind, kind.title).response()
    response.content = problem.content
    response["Content-Type"] = MEDIA_TYPE
    response["Content-Length"] = str(len(problem.content))


class ContentSecurity:
    """A 304 says nothing: browsers would replace the policy of the page that they have kept."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if response.status_code == _NOT_MODIFIED:
            return response
        html = response.get("Content-Type", "").startswith("text/html")
        response.setdefault("Content-Security-Policy", OWN_CONTENT if html else NO_CONTENT)
        return response
