"""The reference has every operation, and its requests say the same in three languages."""

import ast
import json
import re
import shlex
import shutil
import subprocess

import pytest

from games.docs.document import JSON, Operation, first_example, operations
from games.docs.requests import requests_of
from games.docs.views import rendered
from tests.support.api_client import document

SENT = [operation for operation in operations() if not operation.is_posted]
of_each = pytest.mark.parametrize("operation", SENT, ids=lambda operation: operation.id)


def in_language(operation: Operation, language: str) -> str:
    return dict(requests_of(operation))[language]


def example_of(operation: Operation) -> object:
    media_type, content = operation.body or ("", {})
    return first_example(content) if media_type == JSON else None


def test_every_operation_of_the_document_has_its_place():
    listed = {
        one["operationId"]: one["tags"][0]
        for sort in ("paths", "webhooks")
        for place in document()[sort].values()
        for one in place.values()
    }

    assert len(listed) > 130
    for name, tag in listed.items():
        assert f'id="{name}"' in rendered(f"reference/{tag}").decode(), name
        assert f'/docs/reference/{tag}#{name}"' in rendered("reference").decode(), name


def test_an_operation_names_its_scopes_errors_and_answers():
    page = rendered("reference/play").decode()
    act = page.split('id="act"')[1].split("<h2 ")[0]

    assert 'href="/docs/tokens#games:play"' in act
    assert 'href="/docs/errors#stale_version"' in act
    assert "route_claimed" in act or "card_drawn" in act
    assert re.search(r"<h3>201</h3>", act)


def test_an_error_names_the_operations_that_answer_with_it():
    page = rendered("errors").decode()
    taken = page.split('id="name_taken"')[1].split("<h3 ")[0]

    assert 'href="/docs/reference/players#signUp"' in taken
    assert 'href="/docs/reference/me#updateMe"' in taken


@of_each
def test_a_request_in_curl_can_be_typed_and_sends_the_example(operation):
    words = shlex.split(in_language(operation, "sh").replace("\\\n", " "))

    assert words[0] == "curl"
    method = words[words.index("-X") + 1] if "-X" in words else "POST" if "-d" in words else None
    sends_file = "--data-binary" in words
    assert (method or ("POST" if sends_file else "GET")) == operation.method.upper()
    if operation.body and operation.body[0] == JSON:
        assert json.loads(words[words.index("-d") + 1]) == example_of(operation)


@of_each
def test_a_request_in_python_can_be_compiled_and_sends_the_example(operation):
    tree = ast.parse(in_language(operation, "python"))

    given = {node.arg: node.value for node in ast.walk(tree) if isinstance(node, ast.keyword)}
    assert ("headers" in given) == operation.takes_token
    if operation.body and operation.body[0] == JSON:
        assert ast.literal_eval(given["json"]) == example_of(operation)


def test_every_request_in_javascript_can_be_compiled(tmp_path):
    if shutil.which("node") is None:
        pytest.skip("no node is installed")
    program = tmp_path / "requests.mjs"
    program.write_text("\n".join(f"{{\n{in_language(operation, 'js')}}}" for operation in SENT))

    checked = subprocess.run(
        ["node", "--check", str(program)], capture_output=True, text=True, check=False, timeout=60
    )
    assert checked.returncode == 0, checked.stderr
