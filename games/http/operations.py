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
from typing import Any, Final, TypeVar

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiExample, OpenApiResponse, extend_schema
from rest_framework.request import Request

from games.http.answers import Returned
from games.http.bodies import Body, NoBody, NoQuery, Query, read_body, read_query
from games.http.cache_headers import CONDITIONAL, UNCHANGED
from games.http.declared import CODES, THE_RULES
from games.http.problems import ProblemType
from rules.refusals import Refusal

R = TypeVar("R")
Method = Callable[..., R]  # of a view
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
    parameters: Sequence[Any] = (),
    examples: Sequence[OpenApiExample] = (),
    description: str | None = None,
    unchecked: bool = False,
) -> Callable[[Method[R]], Method[R]]:
    """Declare a method of a view.

    - `returns`: the answer with this status, or all responses. Without it the answer is 204, without content.
    - `query`, `body`: are read first; the method gets their values under these names. Without them every
      parameter or field is refused, unless what is sent is `unchecked`. A body that is no class is described
      here and read by the method.
    - `refuses`: what the form of the operation does not imply (`games.openapi.problems` adds that). The test
      client checks every problem against it, so that a forgotten one is found.
    - `conditional`: it answers `If-None-Match` with 304.
    """
    described = extend_schema(
        operation_id=name,
        summary=summary,
        tags=[tag],
        description=description,
        parameters=[*filter(None, [query]), *parameters, *(CONDITIONAL if conditional else ())],
        request=body,
        responses=_responses(returns, status) | ({304: UNCHANGED} if conditional else {}),
        examples=list(examples),
        extensions={CODES: sorted({kind.code for kind in refuses})},
    )
    return lambda method: described(method if unchecked else _reading(method, query, body))


def tagged(tag: str) -> partial[Callable[[Method[R]], Method[R]]]:
    """The operations of a module of views."""
    return partial(operation, tag=tag)


def _responses(returns: OpenApiResponse | Responses | None, status: int | tuple[int, ...]) -> Responses:
    if returns is None:
        return {204: None}
    if isinstance(returns, dict):
        return returns
    return dict.fromkeys([status] if isinstance(status, int) else status, returns)


def _reading(method: Method[R], query: type[Query] | None, body: Any) -> Method[R]:
    """Reads what was sent before anything else is done: the query of a GET, the body of another method.

    A method that reads its body itself has its query read.
    """
    read: Callable[[Request], Values]
    if method.__name__ == "get" or isinstance(body, dict):
        name, is_given, read = "query", query is not None, partial(read_query, query or NoQuery)
    else:
        name, is_given, read = "body", body is not None, partial(read_body, body or NoBody)

    @wraps(method)
    def answer(view: Any, request: Request, **path: Any) -> R:
        values = read(request)
        given = {name: values} if is_given else {}
        return method(view, request, **given, **path)

    return answer
