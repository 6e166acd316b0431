"""Plain dicts: stable names, strict types, nothing left over."""

from dataclasses import dataclass

import pytest

from rules import plain_action, plain_event, read_action, read_event, redact
from rules.actions import ClaimRoute, Pass, TakeCard
from rules.codec import UnreadableEvent, split
from rules.declare import HIDDEN, Shape
from rules.events import EVENTS, CardDrawn, CardTaken, TicketsKept
from rules.refusals import Malformed
from rules.upcasts import STEPS, UnknownVersion

CLAIM = {"type": "claim_route", "seat": 1, "route": "a--b--1", "cards": ["red", "wild"]}


def test_an_action_is_written_with_its_stable_name_and_without_what_is_none():
    assert plain_action(ClaimRoute(1, "a--b--1", ("red", "wild"))) == CLAIM
    assert plain_action(TakeCard(0, "red")) == {"type": "take_card", "seat": 0, "card": "red"}


def test_a_field_with_a_default_may_be_left_out_or_null():
    assert read_action({"type": "take_card", "seat": 0, "card": "red"}) == TakeCard(0, "red", None)
    assert read_action({"type": "take_card", "seat": 0, "card": "red", "refill": None}) == TakeCard(0, "red")


@pytest.mark.parametrize(
    ("plain", "problem"),
    [
        ("pass", "not an object"),
        (None, "not an object"),
        ({}, "type must be one of "),
        ({"type": "Pass", "seat": 0}, "type must be one of "),
        ({"type": None}, "type must be one of "),
        ({"type": "pass"}, "missing field seat"),
        ({"type": "claim_route", "seat": 0}, "missing field cards, route"),
        ({"type": "pass", "seat": 0, "v": 1}, "unknown field 'v'"),
        ({**CLAIM, "card": "red", "at": 0}, "unknown field 'at', 'card'"),
        ({"type": "pass", "seat": 0, "\ud800": 1}, r"unknown field '\\ud800'"),
        ({"type": "pass", "seat": "0"}, "seat is not a whole number"),
        ({"type": "pass", "seat": 0.0}, "seat is not a whole number"),
        ({"type": "pass", "seat": True}, "seat is not a whole number"),
        ({"type": "pass", "seat": 2**53}, "seat is not a whole number"),
        ({**CLAIM, "route": 7}, "route is not text"),
        ({**CLAIM, "route": None}, "route is not text"),
        ({**CLAIM, "cards": "red"}, "cards is not a list of texts"),
        ({**CLAIM, "cards": {"red": 1}}, "cards is not a list of texts"),
        ({**CLAIM, "cards": ["red", None]}, "cards is not a list of texts"),
    ],
)
def test_what_is_no_action_is_malformed_and_says_why(plain, problem):
    with pytest.raises(Malformed, match=problem) as refused:
        read_action(plain)
    assert refused.value.code == "malformed"


def test_an_event_is_written_with_its_version():
    event = CardTaken(0, "red", 2, 1)

    assert plain_event(event) == {
        "type": "card_taken",
        "v": 1,
        "seat": 0,
        "card": "red",
        "slot": 2,
        "draws": 1,
    }
    assert read_event(plain_event(event)) == event


def test_what_is_hidden_is_absent_and_comes_back_hidden():
    told = plain_event(redact(CardDrawn(0, "transport", "red"), 1))

    assert told == {"type": "card_drawn", "v": 1, "seat": 0, "pile": "transport"}
    assert read_event(told) == CardDrawn(0, "transport", HIDDEN)  # type: ignore[arg-type]


def test_an_event_splits_into_what_all_may_read_and_the_rest():
    public, hidden = split(TicketsKept(0, 1, ("t1",), ("t2",)), EVENTS.shapes[TicketsKept])

    assert public == {"seat": 0, "count": 1}
    assert hidden == {"tickets": ["t1"], "returned": ["t2"]}


def test_a_stored_event_that_lacks_a_public_field_cannot_be_read():
    with pytest.raises(UnreadableEvent, match="card_drawn lacks pile"):
        read_event({"type": "card_drawn", "v": 1, "seat": 0, "card": "red"})


def test_a_stored_event_of_an_unknown_type_cannot_be_read():
    with pytest.raises(KeyError):
        read_event({"type": "card_eaten", "v": 1})


@pytest.mark.parametrize("version", [0, 2, "1", None])
def test_an_event_of_a_version_nobody_wrote_cannot_be_read(version):
    with pytest.raises(UnknownVersion, match=f"version {version} of card_drawn"):
        read_event({"type": "card_drawn", "v": version, "seat": 0, "pile": "transport", "card": "red"})


def test_no_version_is_retired_without_an_example_here():
    """A retired version leaves one stored event among these tests, read as the newest."""
    assert set(STEPS) == set()


def test_a_retired_version_is_brought_up_step_by_step(monkeypatch):
    monkeypatch.setitem(STEPS, ("card_drawn", -1), lambda old: {**old, "player": old["who"] - 1})
    monkeypatch.setitem(STEPS, ("card_drawn", 0), lambda old: {**old, "seat": old["player"]})
    oldest = {"type": "card_drawn", "v": -1, "who": 3, "pile": "transport", "card": "red"}
    older = {"type": "card_drawn", "v": 0, "player": 2, "pile": "transport", "card": "red"}
    kept = dict(oldest)

    assert read_event(oldest) == read_event(older) == CardDrawn(2, "transport", "red")
    assert oldest == kept, "a stored row is never touched"
    assert plain_event(read_event(oldest))["v"] == 1


def test_a_pass_is_the_smallest_action():
    assert read_action({"type": "pass", "seat": 3}) == Pass(3)


def test_a_field_of_no_known_kind_is_told_with_its_name():
    @dataclass
    class Odd:
        fraction: float

    with pytest.raises(TypeError, match=r"Odd\.fraction: .*float.* is no kind of field"):
        Shape(Odd)
