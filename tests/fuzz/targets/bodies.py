"""JSON bodies: the parser, every body that the API declares, actions, and the answers about errors."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.test import APIRequestFactory
from rest_framework.views import APIView

import games.urls  # noqa: F401 (declares all bodies)
from games.http.bodies import Body, read_body
from games.http.parser import Parser
from rules.codec import plain_action, read_action
from rules.notation import parse_action

LONGEST = 64 << 10


def _below(cls: type[Body]) -> Iterator[type[Body]]:
    for one in cls.__subclasses__():
        yield one
        yield from _below(one)


BODIES = sorted(_below(Body), key=lambda cls: cls.__name__)


class Taking(APIView):
    authentication_classes = ()
    permission_classes = ()
    throttle_classes = ()
    parser_classes = (Parser,)

    def post(self, request: Request, number: int) -> Response:
        if number < len(BODIES):
            read_body(BODIES[number], request)
        else:
            read_action(request.data)
        return Response({})


def seeds() -> Sequence[bytes]:
    lines = ("0: keep t03+t05", "1: draw from transport", "0: take red", "1: claim a--b--1 with red+wild")
    actions = [plain_action(parse_action(line)) for line in lines]
    bodies = [{name: _example(field) for name, field in cls().fields.items()} for cls in BODIES]
    numbered = [*enumerate(bodies), *((len(BODIES), action) for action in actions)]
    return [b"\0{}", *(bytes([number]) + json.dumps(one).encode() for number, one in numbered)]


def _example(field: object) -> object:
    """Something of about the right type."""
    kind = type(field).__name__
    known = {"IntegerField": 3, "BooleanField": True, "ListField": ["x"], "DictField": {"x": 1}}
    return known.get(kind, {"x": []} if kind.endswith("Body") else "2026-01-31T18:00:00Z")


def run(data: bytes) -> None:
    number = data[0] % (len(BODIES) + 1) if data else 0
    request = APIRequestFactory().post("/", data[1:], content_type="application/json")
    answer = Taking.as_view()(request, number=number)
    if answer.status_code not in (200, 400, 409, 413, 422):
        raise AssertionError(f"{answer.status_code}: {answer.content!r}")
