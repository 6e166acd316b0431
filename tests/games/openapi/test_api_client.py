"""The tests' own client is strict: what the document does not say is an error."""

import pytest
from jsonschema import Draft202012Validator, ValidationError

from tests.support.api_client import document, validator_of

EVENT = {
    "game": "0b6f7ad5-8f4c-4f0c-9f0e-0f6c5a0f3a11",
    "seq": 3,
    "type": "card_drawn",
    "v": 1,
    "actor": 0,
    "at": "2026-01-31T18:00:00.000000Z",
    "public": {"seat": 0, "pile": "transport"},
    "sealed": {"commit": "0" * 64, "to": 0},
    "prev": "0" * 64,
    "hash": "1" * 64,
}


def check(event) -> None:
    validator_of({"$ref": "#/components/schemas/Event"}).validate(event)


def test_an_event_is_held_against_the_schema_of_its_type():
    check(EVENT)


@pytest.mark.parametrize(
    "change",
    [
        {"type": "card_dreamt"},
        {"type": None},
        {"type": "card_taken"},
        {"public": {"seat": 0}},
        {"public": {"seat": "0", "pile": "transport"}},
        {"hash": "1"},
        {"seq": 0},
        {"sealed": {}},
        {"at": "yesterday"},
        {"weather": "rain"},
        {"public": {"seat": 0, "pile": "transport", "weather": "rain"}},
    ],
)
def test_an_event_with_anything_wrong_is_refused(change):
    with pytest.raises(ValidationError):
        check({**EVENT, **change})


def test_the_document_itself_lets_a_client_read_an_event_of_a_type_to_come():
    schema = {"$ref": "#/components/schemas/Event", "components": document()["components"]}
    to_come = {**EVENT, "type": "weather_changed", "public": {"rain": True}}

    Draft202012Validator(schema).validate(to_come)
    with pytest.raises(ValidationError):  # what is known is not excused
        Draft202012Validator(schema).validate({**EVENT, "public": {}})


@pytest.mark.parametrize("union", ["GameMessage", "MyMessage"])
def test_the_document_itself_lets_a_client_read_a_message_of_a_kind_to_come(union):
    schema = {"$ref": f"#/components/schemas/{union}", "components": document()["components"]}

    Draft202012Validator(schema).validate({"event": "applause", "data": {"loud": True}})
    with pytest.raises(ValidationError):
        Draft202012Validator(schema).validate({"event": "end", "data": {}})
    with pytest.raises(ValidationError):  # the server may not send it before it is declared
        validator_of({"$ref": f"#/components/schemas/{union}"}).validate({"event": "applause", "data": {}})


def test_every_branch_of_a_union_is_reached_by_its_type():
    for name in ("Action", "KnownEvent", "PreviewEvent"):
        union = document()["components"]["schemas"][name]
        targets = sorted(union["discriminator"]["mapping"].values())
        assert targets == sorted(branch["$ref"] for branch in union["oneOf"])
        for kind, ref in union["discriminator"]["mapping"].items():
            whole = document()["components"]["schemas"][ref.rsplit("/", 1)[1]]
            branch = whole["allOf"][-1] if "allOf" in whole else whole
            assert branch["properties"]["type"]["enum"] == [kind]
            assert "type" in branch["required"]
