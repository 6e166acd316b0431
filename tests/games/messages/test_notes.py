"""A player's note on a game: for their own eyes."""

from __future__ import annotations

import pytest

from games.messages.models import Note
from tests.support.callers import opened, problem, wrong_fields

pytestmark = pytest.mark.django_db


def test_a_note_is_kept_for_its_author_alone(ada, bob, cleo):
    path = opened(ada, bob)
    assert ada.seen(f"{path}/note") == {"text": ""}
    answer = ada.put(f"{path}/note", {"text": "Bob needs blue.\n"})

    assert (answer.status_code, answer.json()["text"]) == (200, "Bob needs blue.\n")
    assert ada.get(f"{path}/note")["ETag"] == answer["ETag"]
    assert ada.seen(f"{path}/note")["text"] == "Bob needs blue.\n"
    assert bob.seen(f"{path}/note") == {"text": ""}
    problem(cleo.get(f"{path}/note"), 403, "not_seated")
    problem(cleo.put(f"{path}/note", {"text": "x"}), 403, "not_seated")


def test_a_note_that_was_changed_elsewhere_is_not_overwritten(ada):
    path = opened(ada)
    seen = ada.get(f"{path}/note")["ETag"]
    ada.put(f"{path}/note", {"text": "first"}, if_match=seen)

    problem(ada.put(f"{path}/note", {"text": "second"}, if_match=seen), 409, "note_changed")
    assert ada.seen(f"{path}/note")["text"] == "first"
    assert ada.put(f"{path}/note", {"text": ""}, if_match="*").json()["text"] == ""


def test_what_is_no_note_is_refused(ada):
    path = opened(ada)

    assert "text" in wrong_fields(ada.put(f"{path}/note", {"text": "x" * 10_001}))
    assert "text" in wrong_fields(ada.put(f"{path}/note", {"text": "\x07"}))
    assert "If-Match" in wrong_fields(ada.put(f"{path}/note", {"text": "x"}, if_match="mine"))
    assert not Note.objects.exists()
