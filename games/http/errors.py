"""Turns every failure of a request into a problem document."""

import math
import sys
from collections.abc import Iterator
from itertools import islice
from typing import Any, Final

from django.conf import settings
from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.http import Http404, HttpRequest, HttpResponse
from rest_framework import exceptions
from rest_framework.views import set_rollback

from games.http import problems
from games.http.bodies import MAX_ERRORS
from games.http.body_limits import too_large
from games.http.json_objects import shortened
from games.http.problem_body import InvalidField, ProblemContext
from games.http.problems import Problem, ProblemError
from games.http.refusals import problem_of_refusal
from games.http.unavailable import problem_of_failure
from games.refusals import Unauthenticated
from rules.refusals import Refusal

MAX_MESSAGE: Final = 500  # characters; some repeat what the client has sent
_KINDS: tuple[tuple[type[exceptions.APIException], problems.ProblemType], ...] = (
    (exceptions.ParseError, problems.PARSE_ERROR),
    (exceptions.NotAuthenticated, problems.UNAUTHENTICATED),
    (exceptions.AuthenticationFailed, problems.UNAUTHENTICATED),
    (exceptions.PermissionDenied, problems.FORBIDDEN),
    (exceptions.NotFound, problems.NOT_FOUND),
    (exceptions.MethodNotAllowed, problems.METHOD_NOT_ALLOWED),
    (exceptions.NotAcceptable, problems.NOT_ACCEPTABLE),
    (exceptions.UnsupportedMediaType, problems.UNSUPPORTED_MEDIA_TYPE),
    (exceptions.Throttled, problems.THROTTLED),
)


def exception_to_problem(error: Exception, context: dict[str, Any]) -> HttpResponse | None:
    """Django REST framework's hook; None lets an unexpected error become a 500.

    The response bypasses the view's renderer, which may support only HTML.
    """
    problem = _problem_of(error) or problem_of_failure(error, context["request"].method)
    if problem is None:
        return None
    set_rollback()
    response = problem.response()
    for name, value in _headers_of(error).items():
        response[name] = value
    return response


def _problem_of(error: Exception) -> Problem | None:
    match error:
        case ProblemError():
            return error.problem
        case Refusal():
            return problem_of_refusal(error)
        case Http404() | PermissionDenied():
            kind = problems.NOT_FOUND if isinstance(error, Http404) else problems.FORBIDDEN
            return Problem(kind, str(error) or kind.title)
        case exceptions.ValidationError():
            return _invalid(error)
        case exceptions.APIException():
            return Problem(_kind_of(error), str(error.detail))
    return None


def _kind_of(error: exceptions.APIException) -> problems.ProblemType:
    listed = (kind for cls, kind in _KINDS if isinstance(error, cls))
    return next(listed, problems.type_for_status(error.status_code))


def _headers_of(error: Exception) -> dict[str, str]:
    """The headers that HTTP requires with some statuses."""
    if isinstance(error, exceptions.NotAuthenticated | exceptions.AuthenticationFailed | Unauthenticated):
        return {"WWW-Authenticate": getattr(error, "auth_header", "Bearer")}
    if wait := getattr(error, "wait", None):
        return {"Retry-After": str(math.ceil(wait))}
    return {}


def _invalid(error: exceptions.ValidationError) -> Problem:
    place = getattr(error, "place", "body")
    errors = list(islice(_field_errors(place, "", error.detail), MAX_ERRORS))
    first = errors[0]
    name = first.pointer.removeprefix("/").replace("/", ".")
    detail = f"{name}: {first.message}" if name else first.message
    return Problem(problems.INVALID, detail, context=ProblemContext(errors=errors))


def _field_errors(place: str, pointer: str, detail: Any) -> Iterator[InvalidField]:
    """Flatten nested validation errors, each with a JSON pointer (RFC 6901) to the field."""
    if isinstance(detail, dict):
        for name, inner in detail.items():
            own = "" if name == "non_field_errors" else f"/{_escaped(str(name))}"
            yield from _field_errors(place, pointer + own, inner)
    elif isinstance(detail, list):
        for index, inner in enumerate(detail):
            nested = isinstance(inner, dict | list)
            yield from _field_errors(place, f"{pointer}/{index}" if nested else pointer, inner)
    else:
        message = shortened(str(detail), MAX_MESSAGE)
        code = getattr(detail, "code", "invalid")
        yield InvalidField(in_=place, pointer=pointer, code=code, message=message)


def _escaped(name: str) -> str:
    return shortened(name).replace("~", "~0").replace("/", "~1")


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    if isinstance(exception, RequestDataTooBig):
        return too_large(settings.DATA_UPLOAD_MAX_MEMORY_SIZE).response()
    known = isinstance(exception, SuspiciousOperation)
    detail = "The host name or the request is not accepted." if known else problems.BAD_REQUEST.title
    return Problem(problems.BAD_REQUEST, detail).response()


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    return Problem(problems.FORBIDDEN, problems.FORBIDDEN.title).response()


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return Problem(problems.NOT_FOUND, f"{request.path} does not exist.").response()


def server_error(request: HttpRequest) -> HttpResponse:
    """Does not reveal the cause, which is logged under the same request id.

    Django calls this while it handles the exception, for everything that is not a view of the API.
    """
    if problem := problem_of_failure(sys.exception(), request.method):
        return problem.response()
    detail = "The server failed to process the request. The cause is logged under this request id."
    return Problem(problems.INTERNAL_ERROR, detail).response()
