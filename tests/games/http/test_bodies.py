"""Known fields and strict types, whatever the body is made of."""

from io import BytesIO
from types import SimpleNamespace
from typing import Any

import pytest
from rest_framework import serializers
from rest_framework.exceptions import ParseError, ValidationError

from games.http.bodies import MAX_ERRORS, Body, Query, Several
from games.http.parser import Parser


class Card(Body):
    color = serializers.ChoiceField(["red", "blue"])
    count = serializers.IntegerField(min_value=0, required=False)


class Wish(Body):
    text = serializers.CharField(required=False, allow_null=True)
    whole = serializers.IntegerField(required=False)
    number = serializers.FloatField(required=False)
    flag = serializers.BooleanField(required=False)
    words = serializers.ListField(child=serializers.CharField(), required=False)
    table = serializers.DictField(child=serializers.IntegerField(), required=False)
    rows = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField()), required=False
    )
    card = Card(required=False)
    cards = Card(many=True, required=False)
    shown = serializers.CharField(read_only=True)


def errors(data) -> Any:
    with pytest.raises(ValidationError) as caught:
        Wish(data=data).is_valid(raise_exception=True)
    return caught.value.get_codes()


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"text": "a"},
        {"text": None},
        {"whole": 1},
        {"number": 1.5},
        {"number": 2},
        {"flag": False},
        {"words": ["a"]},
        {"table": {"a": 1}},
        {"rows": [[1], []]},
        {"card": {"color": "red", "count": 0}},
        {"cards": [{"color": "red"}, {"color": "blue"}]},
    ],
)
def test_what_is_declared_is_taken_as_it_is(data):
    wish = Wish(data=data)

    assert wish.is_valid(), wish.errors
    assert wish.validated_data == data


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("text", 1),
        ("text", True),
        ("text", ["a"]),
        ("text", ["a"] * 600),
        ("card", [1] * 600),
        ("whole", "1"),
        ("whole", 1.0),
        ("whole", True),
        ("number", "1.5"),
        ("number", False),
        ("flag", 1),
        ("flag", "true"),
        ("flag", ""),
        ("words", "a"),
        ("words", ["a", 1]),
        ("words", {"0": "a"}),
        ("table", []),
        ("table", {"a": "1"}),
        ("table", {"a": True}),
        ("rows", [[1], ["1"]]),
        ("rows", [1]),
        ("card", "red"),
        ("card", ["red"]),
        ("cards", {"color": "red"}),
        ("cards", ["red"]),
    ],
)
def test_what_only_looks_like_it_is_refused(field, value):
    assert errors({field: value}) == {field: ["type"]}


def test_unknown_fields_are_named_at_every_depth():
    assert errors({"card": {"color": "red", "extra": 1}}) == {"card": {"extra": ["unknown"]}}
    assert errors({"cards": [{"color": "red"}, {"color": "red", "extra": 1}]})["cards"][1] == {
        "extra": ["unknown"]
    }


def test_strict_types_hold_at_every_depth():
    assert errors({"card": {"color": "red", "count": "1"}}) == {"card": {"count": ["type"]}}
    assert errors({"card": {"color": 1}}) == {"card": {"color": ["type"]}}


def test_a_field_that_is_only_shown_cannot_be_sent():
    assert errors({"shown": "a"}) == {"shown": ["unknown"]}


def test_every_wrong_field_is_told_at_once():
    assert errors({"text": 1, "whole": "1", "extra": 1}) == {
        "text": ["type"],
        "whole": ["type"],
        "extra": ["unknown"],
    }


class Seen(serializers.Field):
    """Takes nothing, and counts how often it was asked."""

    asked = 0

    def to_internal_value(self, data):
        Seen.asked += 1
        raise ValidationError("No.")


def test_of_many_wrong_items_no_more_are_looked_for_than_are_told():
    class Order(Body):
        items = Several(child=Seen(), max_length=500)

    Seen.asked = 0
    assert not Order(data={"items": ["a"] * 500}).is_valid()
    assert Seen.asked == MAX_ERRORS


def test_of_a_list_that_is_too_long_no_item_is_looked_at():
    class Order(Body):
        items = serializers.ListField(child=Seen(), max_length=20)
        table = serializers.DictField(child=Seen(), required=False)

    Seen.asked = 0
    order = Order(data={"items": ["a"] * 21, "table": {str(number): "a" for number in range(501)}})
    assert not order.is_valid()
    assert (order.errors["items"][0].code, order.errors["table"][0].code) == ("max_length", "max_length")
    assert Seen.asked == 0


class Members(dict):
    """Counts how many of its names are looked at."""

    looked_at = 0

    def __iter__(self):
        for name in super().__iter__():
            self.looked_at += 1
            yield name


def test_of_many_unknown_members_no_more_are_looked_at_than_are_told():
    members = Members({f"a{number}": 1 for number in range(90_000)})

    assert len(errors(members)) == MAX_ERRORS
    assert members.looked_at == MAX_ERRORS


def test_the_parameters_of_a_query_are_texts_but_known_ones():
    class Filter(Query):
        limit = serializers.IntegerField()

    assert Filter(data={"limit": "5"}).is_valid()
    assert not Filter(data={"limit": "5", "offset": "1"}).is_valid()


def test_an_empty_object_is_proposed_only_where_it_would_be_accepted():
    class Loose(Body):
        note = serializers.CharField(required=False)

    class Both(Body):
        loose = Loose()
        card = Card()

    both = Both(data={"loose": True, "card": True})

    assert not both.is_valid()
    assert both.errors["loose"] == ["This must be an object, for example {}."]
    assert both.errors["card"] == ["This must be an object."]


def test_a_body_that_was_cut_off_is_refused_even_if_it_can_be_read():
    context = {"request": SimpleNamespace(META={"CONTENT_LENGTH": "9"})}

    with pytest.raises(ParseError, match="ends after 2 of 9 bytes"):
        Parser().parse(BytesIO(b"{}"), parser_context=context)
    assert Parser().parse(BytesIO(b'{"a": 12}'), parser_context=context) == {"a": 12}
