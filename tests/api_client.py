"""Django's test client, with every answer held against the checked-in OpenAPI document."""

import re
from functools import cache
from pathlib import Path
from typing import Any

import yaml
from django.test import Client
from jsonschema import Draft202012Validator

DOCUMENT = Path(__file__).parents[1] / "openapi" / "schema.yaml"
_PROBLEM = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}


@cache
def document() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(DOCUMENT.read_text())
    return found


class ApiClient(Client):
    def request(self, **request: Any):
        response = super().request(**request)
        if request["REQUEST_METHOD"] not in ("HEAD", "OPTIONS"):
            check(request["REQUEST_METHOD"], request["PATH_INFO"], response)
        return response


def check(method: str, path: str, response) -> None:
    content = expected_content(method, path, response.status_code)
    if not content:
        assert not response.content, f"{method} {path} has a body that the document does not offer."
        return
    media_type = response["Content-Type"].split(";")[0]
    assert media_type in content, (
        f"{method} {path} answered with {media_type}, which the document does not offer."
    )
    schema = {**content[media_type].get("schema", {}), "components": document()["components"]}
    validator = Draft202012Validator(schema, format_checker=Draft202012Validator.FORMAT_CHECKER)
    if media_type.endswith("json"):
        validator.validate(response.json())


def expected_content(method: str, path: str, status: int) -> dict[str, Any]:
    """What the document says of such an answer; where nothing is, or by a wrong method, only a problem is."""
    operation = operations_at(path).get(method.lower())
    if operation is None:
        assert status in (404, 405), f"{method} {path} is not in the document, yet it answered {status}."
        return _PROBLEM
    responses = operation["responses"]
    assert str(status) in responses or status >= 400, f"{method} {path} may not answer {status}."
    content: dict[str, Any] = responses.get(str(status), responses["default"]).get("content", {})
    return content


def operations_at(path: str) -> dict[str, Any]:
    for template, operations in document()["paths"].items():
        if re.fullmatch(re.sub(r"\\{[^}]+\\}", "[^/]+", re.escape(template)), path):
            found: dict[str, Any] = operations
            return found
    return {}
