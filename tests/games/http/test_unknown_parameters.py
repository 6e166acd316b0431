"""An unknown query parameter is refused by name wherever something can be read."""

import re
from uuid import uuid4

import pytest

from games.accounts.models import Scope
from tests.support.accounts import token_for
from tests.support.api_client import document
from tests.support.callers import problem

pytestmark = pytest.mark.django_db

READABLE = [
    path
    for path, operations in document()["paths"].items()
    if path.startswith("/api/v1") and "get" in operations
]


def filled_in(path: str) -> str:
    known = {"{ruleset_id}": "london", "{name}": "ada"}
    return re.sub(r"{\w+}", lambda found: known.get(found[0]) or str(uuid4()), path)


# REST framework would take `format` for a choice among renderers.
@pytest.mark.parametrize(
    ("path", "name"),
    [*((path, name) for path in READABLE for name in ("foo", "format")), ("/api/v1/schema", "foo")],
)
def test_an_unknown_parameter_is_refused_by_name(client, ada, path, name):
    answer = client.get(f"{filled_in(path)}?{name}=json", headers=token_for(ada.player, *Scope.values))

    [error] = problem(answer, 400, "invalid")["context"]["errors"]
    assert (error["in"], error["pointer"], error["code"]) == ("query", f"/{name}", "unknown")


@pytest.mark.parametrize("name", ["limit", "cursor"])
def test_a_list_that_has_no_pages_takes_no_parameters_of_pages(api, name):
    answer = api.get(f"/api/v1/rulesets?{name}=1")

    [error] = problem(answer, 400, "invalid")["context"]["errors"]
    assert error["pointer"] == f"/{name}"
