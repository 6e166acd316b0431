import re
from concurrent.futures import ThreadPoolExecutor

import pytest
import yaml
from django.core.management import call_command
from django.test import Client
from drf_spectacular.generators import SchemaGenerator
from jsonschema import Draft202012Validator
from openapi_spec_validator import validate

from games.openapi import docs
from rules.catalogue import catalogue
from tests.support import api_client
from tests.support.api_client import DOCUMENT
from tests.support.callers import wrong_fields

PROBLEM = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}


@pytest.fixture
def document():
    return api_client.document()


def test_the_checked_in_document_is_what_the_code_says(tmp_path):
    fresh = tmp_path / "schema.yaml"
    call_command("spectacular", "--validate", "--fail-on-warn", "--file", str(fresh))

    assert fresh.read_text() == DOCUMENT.read_text(), "Run `make schema` and commit the difference."


def test_the_document_is_valid_openapi_3_1(document):

    assert document["openapi"].startswith("3.1")
    validate(document)


def test_every_operation_promises_problems_of_one_shape(document):

    for path, operations in document["paths"].items():
        for operation in operations.values():
            responses = operation["responses"]
            assert responses["default"] == {"$ref": "#/components/responses/Error"}, path
            for response in [r for status, r in responses.items() if status.startswith(("4", "5"))]:
                found = resolved(response)
                assert found["content"] == PROBLEM, path
                assert found["x-codes"], path


def test_what_operations_say_alike_is_said_once(document):
    parts = document["components"]
    for kind in ("parameters", "responses", "examples"):
        refs = re.findall(rf"#/components/{kind}/([\w.-]+)", str(document))
        assert set(refs) == parts[kind].keys(), kind
    inline = [
        str(parameter)
        for operation in operations(document)
        for parameter in operation.get("parameters", [])
        if parameter.get("name") in ("game_id", "Idempotency-Key", "at", "wait")
    ]
    assert inline == []


def media(document):
    """Every place where the document shows what goes over the wire: its schema and its examples."""
    for path, operations in (*document["paths"].items(), *document["webhooks"].items()):
        for operation in operations.values():
            parts = [operation.get("requestBody", {}), *operation["responses"].values()]
            for content in (content for part in parts for content in part.get("content", {}).values()):
                examples = {name: resolved(one) for name, one in content.get("examples", {}).items()}
                yield path, content["schema"], examples


def resolved(part):
    return api_client.component(part["$ref"]) if "$ref" in part else part


def test_every_example_is_what_its_schema_says(document):
    count = 0
    for path, schema, examples in media(document):
        validator = Draft202012Validator(
            {**schema, "components": document["components"]},
            format_checker=Draft202012Validator.FORMAT_CHECKER,
        )
        for name, example in examples.items():
            count += 1
            errors = [error.message for error in validator.iter_errors(example["value"])]
            assert not errors, f"{path} {name}"

    assert count >= 25


def test_whatever_goes_over_the_wire_is_shown_by_an_example(document):
    for path, schema, examples in media(document):
        if schema != {"$ref": "#/components/schemas/Problem"}:
            assert examples, path


def test_every_response_says_in_words_what_it_is(document):
    for operation in operations(document):
        for status, response in operation["responses"].items():
            assert resolved(response)["description"], (operation["operationId"], status)


def test_every_request_body_has_an_example_and_takes_no_unknown_field(document):
    for path, operations in document["paths"].items():
        for operation in operations.values():
            bodies = operation.get("requestBody", {}).get("content", {})
            for content in [body for kind, body in bodies.items() if kind.endswith("/json")]:
                assert content.get("examples"), path
                for schema in branches(document, content["schema"]):
                    assert schema["additionalProperties"] is False, path


def branches(document, schema):
    """A schema, or those it is a union of."""
    named = document["components"]["schemas"][schema["$ref"].rsplit("/", 1)[1]]
    return (
        [part for branch in named["oneOf"] for part in branches(document, branch)]
        if "oneOf" in named
        else [named]
    )


def test_every_component_is_described_in_words(document):
    for name, schema in document["components"]["schemas"].items():
        assert not re.match(r"\w+\(", schema.get("description", "")), name


def test_no_component_has_a_member_of_its_own_name(document):
    for name, schema in document["components"]["schemas"].items():
        members = {member.replace("_", "") for member in schema.get("properties", {})}
        assert name.lower() not in members, name


def test_the_words_of_every_board_are_listed_and_a_client_may_meet_others(document):
    schemas = document["components"]["schemas"]
    for found in catalogue():
        board = found.board
        assert set(board.piles) <= set(schemas["KnownPileId"]["enum"])
        assert {route.color for route in board.routes.values()} <= set(schemas["KnownColor"]["enum"])
        assert {route.kind for route in board.routes.values()} <= set(schemas["KnownRouteKind"]["enum"])
        assert set(board.pieces) <= set(schemas["KnownPieceKind"]["enum"])
    for name in ("PileId", "Color", "RouteKind", "PieceKind"):
        assert schemas[name]["anyOf"] == [{"$ref": f"#/components/schemas/Known{name}"}, {"type": "string"}]


def operations(document):
    """What clients ask, and what is posted to them."""
    places = [*document["paths"].values(), *document["webhooks"].values()]
    return [operation for place in places for operation in place.values()]


def test_operation_ids_are_unique_and_fit_for_a_function_name(document):
    ids = [operation["operationId"] for operation in operations(document)]

    assert len(ids) == len(set(ids))
    assert all(re.fullmatch(r"[a-z][A-Za-z]*", name) for name in ids)


def test_every_operation_has_a_short_summary_and_a_longer_description(document):
    for operation in operations(document):
        assert 3 < len(operation["summary"]) <= 60, operation["operationId"]
        assert operation["description"].strip().endswith("."), operation["operationId"]


def test_every_tag_is_described_and_what_the_server_posts_has_one_of_its_own(document):
    listed = [tag["name"] for tag in document["tags"] if tag["description"]]
    asked = {tag for place in document["paths"].values() for one in place.values() for tag in one["tags"]}
    posted = {tag for place in document["webhooks"].values() for one in place.values() for tag in one["tags"]}

    assert (listed[0], posted) == ("players", {"callbacks"})
    assert asked | posted == set(listed)
    assert not asked & posted


def test_every_operation_says_whether_it_takes_a_token(document):
    security = {operation["operationId"]: operation["security"] for operation in operations(document)}

    assert security["signUp"] == security["getIndex"] == security["healthz"] == []
    assert security["getGame"] == [{}, {"token": []}, {"app": []}]
    assert security["act"] == [{"token": ["games:play"]}, {"app": ["games:play"]}]
    assert security["listMyAudits"] == [{"token": ["audit"]}]


def test_apps_can_be_given_every_scope_but_audit(document):
    (flow,) = document["components"]["securitySchemes"]["app"]["flows"].values()

    assert {*flow["scopes"], "audit"} == set(document["components"]["schemas"]["Scope"]["enum"])


def test_the_document_is_served_as_yaml_and_as_json(client):
    as_json = client.get("/api/v1/schema").json()
    as_yaml = yaml.safe_load(client.get("/api/v1/schema", headers={"Accept": "application/yaml"}).content)

    assert as_yaml == as_json
    assert as_json == api_client.document() | {"servers": as_json["servers"]}
    assert as_json["servers"][0]["url"] == "http://testserver"


@pytest.fixture
def documents(monkeypatch) -> list[str]:
    """One entry for each time that the document was made."""
    made: list[str] = []

    class Generator(SchemaGenerator):
        def get_schema(self, *args, **kwargs):
            made.append("document")
            return super().get_schema(*args, **kwargs)

    monkeypatch.setattr(docs, "SchemaGenerator", Generator)
    docs.rendered.forget()
    return made


def test_however_many_ask_at_once_each_form_is_rendered_once(documents):
    def ask(form: str) -> tuple[str, bytes]:
        return form, Client().get(f"/api/v1/schema?format={form}").content

    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(ask, ["json", "yaml"] * 8))

    assert (len(documents), len(set(answers))) == (2, 2)


def test_asking_again_whether_the_document_has_changed_makes_none(client, documents):
    etag = client.get("/api/v1/schema")["ETag"]
    answers = [client.get("/api/v1/schema", headers={"If-None-Match": etag}) for _ in range(3)]
    head = client.head("/api/v1/schema")

    assert [answer.status_code for answer in answers] == [304, 304, 304]
    assert (head.status_code, head["ETag"], head.content) == (200, etag, b"")
    assert len(documents) == 1


@pytest.mark.parametrize("form", ["json", "yaml"])
def test_each_address_of_a_server_has_its_own_document(client, form):
    hosts = ("testserver", "localhost:8000", "127.0.0.1:99")
    answers = [client.get(f"/api/v1/schema?format={form}", headers={"Host": host}) for host in hosts]
    found = [yaml.load(answer.content, Loader=yaml.CSafeLoader) for answer in answers]

    assert [each["servers"][0]["url"] for each in found] == [f"http://{host}" for host in hosts]
    assert [each | {"servers": []} for each in found] == [found[0] | {"servers": []}] * 3
    assert len({answer["ETag"] for answer in answers}) == 3


@pytest.mark.parametrize(
    ("accept", "media_type"),
    [
        ("*/*", "application/json"),
        ("application/json", "application/json"),
        ("application/yaml", "application/yaml"),
        ("application/vnd.oai.openapi+json", "application/vnd.oai.openapi+json"),
        ("application/vnd.oai.openapi", "application/vnd.oai.openapi"),
        ("text/html", "application/json"),
        ("text/html,application/xhtml+xml,*/*;q=0.8", "application/json"),
    ],
)
def test_whoever_asks_for_the_document_gets_it(client, accept, media_type):
    answer = client.get("/api/v1/schema", headers={"Accept": accept})

    assert (answer.status_code, answer["Content-Type"].split(";")[0]) == (200, media_type)


@pytest.mark.parametrize("form", ["json", "yaml"])
def test_the_form_of_the_document_can_be_named_in_the_address(client, form):
    answer = client.get(f"/api/v1/schema?format={form}", headers={"Accept": "text/html"})

    assert answer["Content-Type"].split(";")[0] == f"application/{form}"
    assert yaml.load(answer.content, Loader=yaml.CSafeLoader)["openapi"].startswith("3.1")


@pytest.mark.parametrize(
    ("query", "wrong"),
    [("format=xml", {"format": "invalid_choice"}), ("form=json", {"form": "unknown"})],
)
def test_a_wrong_parameter_of_the_document_is_named(client, query, wrong):
    assert wrong_fields(client.get(f"/api/v1/schema?{query}")) == wrong


def test_no_operation_promises_a_format_in_the_query(document):
    names = {resolved(one)["name"] for each in operations(document) for one in each.get("parameters", [])}

    assert "at" in names
    assert "format" not in names


@pytest.mark.parametrize(
    ("path", "place"),
    [
        ("/openapi.json", "/api/v1/schema?format=json"),
        ("/openapi.yaml", "/api/v1/schema?format=yaml"),
    ],
)
def test_the_addresses_people_try_first_lead_somewhere(client, path, place):
    answer = client.get(path)

    assert (answer.status_code, answer["Location"]) == (302, place)
    assert client.get(place).status_code == 200
