"""What the proxy is told when it asks whether to take a large body."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.support.api_client import document
from tests.support.rate_limits import standing

pytestmark = pytest.mark.django_db
GATE = "/api/internal/large-body"


def asked(caller=None, **headers: str):
    return Client().get(GATE, headers={**(caller.headers if caller else {}), **headers})


def test_a_valid_token_is_all_that_it_takes(ada, redis_url, django_assert_num_queries):
    asked(ada)  # notes that the token was used
    with django_assert_num_queries(1):
        answer = asked(ada)

    assert (answer.status_code, answer.content) == (204, b"")


@pytest.mark.parametrize(
    "headers", [{}, {"Authorization": "Bearer sb_wrong"}, {"Authorization": "Basic eDp5"}]
)
def test_without_one_it_is_the_problem_of_every_request(db, redis_url, headers):
    answer = asked(**headers)

    assert (answer.status_code, answer.json()["code"]) == (401, "unauthenticated")


def test_it_counts_as_a_request(ada, redis_url):
    before = standing(asked(ada))["player"][0]

    assert standing(asked(ada))["player"][0] == before - 1


def test_a_player_sends_a_few_large_bodies_in_a_minute(ada, bob, redis_url, settings):
    settings.RATE_LIMIT_IMPORTS = 2
    answers = [asked(ada).status_code for _ in range(3)]

    assert answers == [204, 204, 429]
    assert asked(bob).status_code == 204


def test_it_is_not_in_the_document():
    assert not [path for path in document()["paths"] if "internal" in path]
