"""What is declared of an operation is what it reads and answers."""

import pytest
from drf_spectacular.utils import OpenApiResponse
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.test import APIRequestFactory

from games.http.bodies import Body, Query
from games.http.operations import tagged
from games.http.parser import Parser

operation = tagged("general")

WORDS = OpenApiResponse(description="Words.")


class WordsQuery(Query):
    words = serializers.IntegerField(default=3)


class WordsBody(Body):
    words = serializers.IntegerField()


class View:
    @operation("read", "Read words", WORDS, query=WordsQuery)
    def get(self, request, query):
        return query

    @operation("write", "Write words", WORDS, status=201, body=WordsBody)
    def put(self, request, body, number):
        return body | {"number": number}

    @operation("end", "End words")
    def delete(self, request):
        pass

    @operation("forget", "Forget words", unchecked=True)
    def post(self, request):
        pass

    @operation("take", "Take words", WORDS, body={"application/json": {}})
    def patch(self, request):
        return Response(request.data, status=202)


def asked(method: str, path: str = "/", data: str = "") -> Request:
    request = APIRequestFactory().generic(method, path, data, content_type="application/json")
    return Request(request, parsers=[Parser()])


def answered(response):
    return response.status_code, response.data


def test_the_method_gets_what_was_sent_and_returns_what_is_answered():
    assert answered(View().get(asked("GET", "/?words=4"))) == (200, {"words": 4})
    assert answered(View().get(asked("GET"))) == (200, {"words": 3})
    assert answered(View().put(asked("PUT", data='{"words": 5}'), number=7)) == (
        201,
        {"words": 5, "number": 7},
    )
    assert answered(View().delete(asked("DELETE", "/?more=1"))) == (204, None)
    assert answered(View().patch(asked("PATCH", data='{"words": 6}'))) == (202, {"words": 6})


@pytest.mark.parametrize(
    ("method", "path", "data"),
    [
        ("get", "/?more=1", ""),
        ("put", "/", '{"words": 5, "more": 1}'),
        ("delete", "/", '{"more": 1}'),
        ("patch", "/?more=1", "{}"),
    ],
)
def test_everything_else_is_refused_by_name(method, path, data):
    with pytest.raises(ValidationError) as refused:
        getattr(View(), method)(asked(method.upper(), path, data))

    assert refused.value.get_codes() == {"more": ["unknown"]}


def test_what_is_unchecked_is_not_even_parsed():
    assert View().post(asked("POST", "/?more=1", "no JSON")).status_code == 204
