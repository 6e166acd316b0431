"""Django's test client, with every answer held against the checked-in OpenAPI document."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import yaml
from django.test import Client
from jsonschema import Draft202012Validator, ValidationError
from jsonschema.validators import extend

from tests.support.checkout import CHECKOUT

DOCUMENT = CHECKOUT / "openapi" / "schema.yaml"
PROBLEM = "application/problem+json"
_NOWHERE = {"content": {PROBLEM: {"schema": {"$ref": "#/components/schemas/Problem"}}}}


@cache
def document() -> dict[str, Any]:
    found: dict[str, Any] = yaml.load(DOCUMENT.read_text(), Loader=yaml.CSafeLoader)
    return found


# -- a validator that knows its way ------------------------------------------------------------
# A log of 500 events against a union of 40 types is 20 000 attempts; the type of an event says which one
# can fit. And a reference within one document needs no more than a look into a dict.


def _by_type(validator: Any, branches: Any, instance: Any, schema: Any) -> Iterator[ValidationError]:
    """A union with a discriminator: the branch that the instance names must fit, and there must be one."""
    if "discriminator" not in schema:
        yield from Draft202012Validator.VALIDATORS["oneOf"](validator, branches, instance, schema)
        return
    mapping = schema["discriminator"]["mapping"]
    kind = instance.get(schema["discriminator"]["propertyName"]) if isinstance(instance, dict) else None
    if kind not in mapping:
        yield ValidationError(f"{kind!r} is none of {', '.join(mapping)}")
        return
    assert {"$ref": mapping[kind]} in branches
    yield from validator.descend(instance, component(mapping[kind]))


def _known(validator: Any, branches: Any, instance: Any, schema: Any) -> Iterator[ValidationError]:
    """A variant for what clients do not know yet is nothing that this server may send."""
    known = [one for one in branches if "/Unknown" not in one.get("$ref", "") and one != {"type": "string"}]
    if len(known) == 1:
        yield from validator.descend(instance, known[0])
    else:
        yield from Draft202012Validator.VALIDATORS["anyOf"](validator, known, instance, schema)


def _by_name(validator: Any, ref: str, instance: Any, schema: Any) -> Iterator[ValidationError]:
    yield from validator.descend(instance, component(ref))


@cache
def component(ref: str) -> dict[str, Any]:
    found: Any = document()
    for part in ref.removeprefix("#/").split("/"):
        found = found[part]
    assert isinstance(found, dict)
    return found


def _declared(validator: Any, members: Any, instance: Any, schema: Any) -> Iterator[ValidationError]:
    """The members of an object, and no others, unless the schema says that there may be more."""
    yield from Draft202012Validator.VALIDATORS["properties"](validator, members, instance, schema)
    if isinstance(instance, dict) and "additionalProperties" not in schema and "part" not in schema:
        more = instance.keys() - names_of(schema)
        if more:
            yield ValidationError(f"undeclared: {', '.join(sorted(more))}")


def _all(validator: Any, parts: Any, instance: Any, schema: Any) -> Iterator[ValidationError]:
    """Each part has some of the members, so what none of them has is looked for here."""
    for part in parts:
        whole = component(part["$ref"]) if "$ref" in part else part
        yield from validator.descend(instance, {**whole, "part": True})
    if "properties" not in schema:
        yield from _declared(validator, {}, instance, schema)


def names_of(schema: dict[str, Any]) -> set[str]:
    """Every member that the schema or a part of it declares."""
    whole = component(schema["$ref"]) if "$ref" in schema else schema
    return {*whole.get("properties", {})}.union(*map(names_of, whole.get("allOf", ())))


_Validator = extend(
    Draft202012Validator,
    {"oneOf": _by_type, "anyOf": _known, "$ref": _by_name, "properties": _declared, "allOf": _all},
)


def validator_of(schema: dict[str, Any]) -> Any:
    return _Validator(schema, format_checker=Draft202012Validator.FORMAT_CHECKER)


# -- the client --------------------------------------------------------------------------------


class ApiClient(Client):
    def request(self, **request: Any):
        response = super().request(**request)
        if request["REQUEST_METHOD"] not in ("HEAD", "OPTIONS"):
            check(request["REQUEST_METHOD"], request["PATH_INFO"], response)
        return response


def check(method: str, path: str, response) -> None:
    expected = expected_response(method, path, response.status_code)
    content = expected.get("content", {})
    if not content:
        assert not response.content, f"{method} {path} has a body that the document does not offer."
        return
    media_type = response["Content-Type"].split(";")[0]
    assert media_type in content, (
        f"{method} {path} answered with {media_type}, which the document does not offer."
    )
    if media_type.endswith(("/json", "+json")):  # an export is many documents, one a line
        validator_of(content[media_type].get("schema", {})).validate(response.json())
    if media_type == PROBLEM and "x-codes" in expected:
        code = response.json()["code"]
        assert code in expected["x-codes"], f"{method} {path} may not answer {response.status_code} {code}."


def check_message(message: Any) -> None:
    """What was posted to a webhook, held against the document."""
    operation = document()["webhooks"][message["type"]]["post"]
    validator_of(operation["requestBody"]["content"]["application/json"]["schema"]).validate(message)


def expected_response(method: str, path: str, status: int) -> dict[str, Any]:
    """What the document says of such an answer; where nothing is, or by a wrong method, only a problem is."""
    operation = operations_at(path).get(method.lower())
    if operation is None:
        assert status in (404, 405), f"{method} {path} is not in the document, yet it answered {status}."
        return _NOWHERE
    responses = operation["responses"]
    assert str(status) in responses or status >= 400, f"{method} {path} may not answer {status}."
    found: dict[str, Any] = responses.get(str(status), responses["default"])
    return component(found["$ref"]) if "$ref" in found else found


def operations_at(path: str) -> dict[str, Any]:
    for template, operations in sorted(document()["paths"].items(), key=lambda item: item[0].count("{")):
        if _pattern(template).fullmatch(path):
            found: dict[str, Any] = operations
            return found
    return {}


@cache
def _pattern(template: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\\{[^}]+\\}", "[^/]+", re.escape(template)))
