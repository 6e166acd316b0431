"""Operations: each is declared once, and its declaration says both what the reference shows and what is read.

A module of views says under which tag its operations stand in the reference, and decorates the methods:

    operation = tagged("messages")

    @operation("reportMessage", "Report a message", body=ReportBody, refuses=[NotSeated])
    def post(self, request: Request, body: Values, game_id: UUID, number: int) -> Response:
        '''The docstring is the description in the reference.'''
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial, wraps
from typing import Any, Final

from django.http.response import HttpResponseBase
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiExample, OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.http.answers import Returned
from games.http.bodies import Body, NoBody, NoQuery, Query, read_body, read_query
from games.http.cache_headers import CONDITIONAL, UNCHANGED, private_response
from games.http.declared import CODES, THE_RULES
from games.http.problems import ProblemType
from rules.refusals import Refusal

Method = Callable[..., Any]  # of a view
Values = dict[str, Any]  # of a query or a body, once they are read
Responses = dict[Any, Any]  # by status, or by status and media type

BY_RULES: Final = ProblemType(THE_RULES, 409, "Any refusal of the rules.")


class Operation(AutoSchema):
    """Is described by what it returns, if that is all it does, and then by its docstring."""

    def get_description(self) -> str:  # type: ignore[override]  # as in drf-spectacular
        responses: Any = self.get_response_serializers()
        found = responses.values() if isinstance(responses, dict) else [responses]
        texts = [str(one.description) for one in found if isinstance(one, Returned)]
        sentences = [f"Returns {text[0].lower()}{text[1:]}" for text in texts]
        return "\n\n".join(filter(None, [*sentences, super().get_description()]))


def operation(  # noqa: PLR0913 – all that there is to say of an operation
    name: str,
    summary: str,
    returns: OpenApiResponse | Responses | None = None,
    *,
    tag: str,
    status: int | tuple[int, ...] = 200,
    query: type[Query] | None = None,
    body: type[Body] | dict[str, Any] | None = None,
    refuses: Iterable[type[Refusal] | ProblemType] = (),
    conditional: bool = False,
    private: bool = False,
    parameters: Sequence[Any] = (),
    examples: Sequence[OpenApiExample] = (),
    description: str | None = None,
    unchecked: bool = False,
) -> Callable[[Method], Method]:
    """Declare a method of a view.

    - `returns`: the answer that the method returns, with this status. It may return a response of its own
      instead. Without `returns` it returns nothing, and the status is 204.
    - `query`, `body`: are read first; the method gets their values under these names. Without them every
      parameter or field is refused, unless what is sent is `unchecked`. A body that is no class is described
      here and read by the method.
    - `refuses`: what the form of the operation does not imply (`games.openapi.problems` adds that). The test
      client checks every problem against it, so that a forgotten one is found.
    - `conditional`: it answers `If-None-Match` with 304. `private`: shared caches must not keep the answer,
      because viewers get different ones.
    """
    statuses = [204] if returns is None else [status] if isinstance(status, int) else status
    responses = returns if isinstance(returns, dict) else dict.fromkeys(statuses, returns)
    described = extend_schema(
        operation_id=name,
        summary=summary,
        tags=[tag],
        description=description,
        parameters=[*filter(None, [query]), *parameters, *(CONDITIONAL if conditional else ())],
        request=body,
        responses=responses | ({304: UNCHANGED} if conditional else {}),
        examples=list(examples),
        extensions={CODES: sorted({kind.code for kind in refuses})},
    )

    def decorator(method: Method) -> Method:
        @wraps(method)
        def answer(view: Any, request: Request, **path: Any) -> HttpResponseBase:
            sent = {} if unchecked else _sent(request, method.__name__, query, body)
            found = method(view, request, **sent, **path)
            response = found if isinstance(found, HttpResponseBase) else Response(found, status=statuses[0])
            return private_response(response) if private else response

        return described(answer)

    return decorator


def tagged(tag: str) -> partial[Callable[[Method], Method]]:
    """The operations of a module of views."""
    return partial(operation, tag=tag)


def _sent(
    request: Request, method: str, query: type[Query] | None, body: type[Body] | Any
) -> dict[str, Values]:
    """The query of a GET, or where the method reads its body itself; otherwise the body."""
    if method == "get" or isinstance(body, dict):
        values = read_query(query or NoQuery, request)
        return {"query": values} if query else {}
    values = read_body(body or NoBody, request)
    return {"body": values} if body else {}
