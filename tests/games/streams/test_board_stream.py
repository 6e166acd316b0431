"""A message of the board is announced on the game's own stream, to those who may read it."""

from __future__ import annotations

from games.log.models import Event
from tests.support.callers import chosen, drawing, opened
from tests.support.stream_client import Listener


def heard(stream: Listener) -> list[str]:
    """What came up to the next event, but for heartbeats."""
    return [message.event for message in stream.until("event") if message.event != "heartbeat"]


def test_players_and_the_host_hear_of_a_message_and_spectators_do_not(people, listen):
    ada, bob, cleo = people
    path = chosen(ada, bob)
    version = ada.seen(path)["version"]
    streams = [listen(caller, f"{path}/stream") for caller in (ada, bob, cleo, None)]
    for stream in streams:
        assert stream.next().event == "view"

    bob.done(f"{path}/messages", {"text": "hello"})

    (news,) = [one for one in streams[0].until("message") if one.event == "message"]
    assert (news.id, news.data) == (None, {"number": 1, "seat": 1})
    assert Event.objects.filter(game=path.id).count() == version
    drawing(ada, path)
    assert [heard(stream) for stream in streams] == [["event"], ["message", "event"], ["event"], ["event"]]


def test_a_host_without_a_seat_hears_and_is_heard(people, listen):
    ada, bob, _ = people
    path = opened(ada, bob, sit=False, seats=2)
    host, guest = listen(ada, f"{path}/stream"), listen(bob, f"{path}/stream?view=true")
    host.next()
    guest.next()

    ada.done(f"{path}/messages", {"text": "welcome"})

    assert host.until("message")[-1].data == guest.until("message")[-1].data == {"number": 1}


def test_who_has_blocked_the_author_does_not_hear(people, listen):
    ada, bob, _ = people
    path = chosen(ada, bob)
    ada.put("/me/blocks/bob")
    stream, author = listen(ada, f"{path}/stream"), listen(bob, f"{path}/stream")
    stream.next()
    author.next()

    bob.done(f"{path}/messages", {"text": "hello"})
    author.until("message")
    drawing(ada, path)

    assert heard(stream) == ["event"]
