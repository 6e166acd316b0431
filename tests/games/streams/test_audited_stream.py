"""A stream for an assigned auditor: live, and with nothing hidden."""

from __future__ import annotations

import pytest
from django.core.management import call_command

from games.reading.models import Look
from tests.games.streams.test_game_stream import asked, events, log_of
from tests.support.accounts import token_for
from tests.support.callers import Caller, Table, chosen, drawing, opened
from tests.support.stream_client import Listener


def assign(path: Table, *words: str) -> None:
    call_command("assign_audit", "cleo", str(path.id), *words, reason="a complaint")


@pytest.fixture
def auditor(people) -> Caller:
    cleo = people[2]
    cleo.headers = token_for(cleo.player, "audit", "games:play", "games:read")
    return cleo


def ending(stream: Listener) -> str:
    return next(message.data["reason"] for message in stream if message.event == "end")


def test_an_auditor_is_told_all_that_all_seats_are_told_and_the_look_is_noted(people, auditor, listen):
    ada, bob, _ = people
    path = chosen(ada, bob, visibility="private")
    assign(path)

    stream, again = listen(auditor, f"{path}/stream"), listen(auditor, f"{path}/stream?after=0")
    view = stream.next()
    assert view.raw == asked(auditor, path).content
    for who in (ada, ada, bob, bob):
        assert drawing(who, path).status_code == 201

    log = log_of(auditor, path)
    drawn = [entry for entry in log if b'"card_drawn"' in entry]
    assert len(drawn) == 4
    assert all(b'"private":{"card":' in entry for entry in drawn)
    assert [message.entry for message in events(stream, len(log) - view.id)] == log[view.id :]
    assert [message.entry for message in events(again, len(log))] == log
    looks = Look.objects.filter(what="stream").values_list("player__name", "version")
    assert list(looks) == [("cleo", view.id)] * 2


def test_whose_assignment_is_withdrawn_is_told_no_more(people, auditor, listen):
    ada, bob, _ = people
    path = chosen(ada, bob)
    assign(path)
    stream, spectator = listen(auditor, f"{path}/stream"), listen(None, f"{path}/stream")
    stream.next()

    assign(path, "--withdraw")

    assert ending(stream) == "no_longer_visible"
    listen(auditor, f"{path}/stream").next()
    assert not Look.objects.filter(version__gt=asked(ada, path).json()["version"]).exists()
    assert Look.objects.count() == 1  # now they see what all see
    drawing(ada, path)
    assert "private" not in events(spectator, 1)[0].data["event"]


def test_an_auditor_who_sits_down_is_told_what_the_seat_is_told(people, auditor, listen):
    ada, bob, _ = people
    path = opened(ada, bob, seats=3)
    assign(path)
    stream = listen(auditor, f"{path}/stream")
    begin = stream.next().id

    auditor.post(f"{path}/seats", {})
    ada.post(f"{path}/start", {})

    log = log_of(auditor, path, begin)
    hands = [entry for entry in log if b'"cards_dealt"' in entry]
    assert [b'"private"' in entry for entry in hands] == [False, False, True]
    assert [message.entry for message in events(stream, len(log))] == log

    assign(path, "--withdraw")  # who plays needs no assignment
    stream.until("heartbeat")
    stream.until("heartbeat")
    assert auditor.post(f"{path}/actions", auditor.seen(f"{path}/actions")["items"][0]).status_code == 201
    assert events(stream, 1)[0].data["event"]["type"] == "tickets_chosen"
