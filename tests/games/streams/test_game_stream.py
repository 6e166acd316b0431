"""GET /games/{id}/stream: first the view, then every event as the log shows it to the caller."""

from __future__ import annotations

import random
from threading import Thread

from django.db import connection

from games.moves.settlement import game_settle
from tests.support.api_client import ApiClient
from tests.support.callers import Caller, Table, chosen, drawing, opened
from tests.support.stream_client import NDJSON, Listener, Message
from tests.support.tables import bots_play, play_on


def log_of(caller: Caller | None, path: str, after: int = 0) -> list[bytes]:
    """The entries of the log, to the byte, as the poll answers with them."""
    found: list[bytes] = []
    cursor: str | None = str(after)
    while cursor is not None:
        answer = asked(caller, f"{path}/events?limit=500&cursor={cursor}")
        # Every entry begins with its game, and nothing inside one does.
        inside = answer.content.partition(b'"items":[')[2].rpartition(b'],"next"')[0]
        found += [b'{"game":' + part.rstrip(b",") for part in inside.split(b'{"game":')[1:]]
        cursor = answer.json()["next"]
    return found


def asked(caller: Caller | None, path: str):
    return (caller.api if caller else ApiClient()).get(
        f"/api/v1{path}", headers=caller.headers if caller else {}
    )


def events(stream: Listener, count: int) -> list[Message]:
    """The next so many events, whatever heartbeats come between."""
    return [stream.until("event")[-1] for _ in range(count)]


def test_the_first_message_is_the_very_answer_of_a_look_at_the_game(people, listen):
    ada, bob, _ = people
    path = chosen(ada, bob)

    for caller in (ada, bob, None):
        view = listen(caller, f"{path}/stream").next()
        looked = asked(caller, path)
        assert (view.event, view.id, view.raw) == ("view", looked.json()["version"], looked.content)


def test_the_events_are_those_of_the_poll_to_the_byte_for_every_viewer_and_in_both_forms(people, listen):
    ada, bob, cleo = people
    path = chosen(ada, bob)
    viewers = [(who, form) for who in (ada, bob, cleo, None) for form in ("text/event-stream", NDJSON)]
    streams = [listen(who, f"{path}/stream", Accept=form) for who, form in viewers]
    begin = {stream.next().id for stream in streams}.pop()

    for who in (ada, ada, bob, bob):
        assert drawing(who, path).status_code == 201

    logs = {caller: log_of(caller, path, begin) for caller in (ada, bob, cleo, None)}
    assert logs[ada] != logs[bob] != logs[cleo] == logs[None]
    for (caller, _), stream in zip(viewers, streams, strict=True):
        told = events(stream, len(logs[caller]))
        assert [message.entry for message in told] == logs[caller]
        assert [message.id for message in told] == [message.data["event"]["seq"] for message in told]


def test_a_stream_goes_on_behind_the_last_message_received(people, listen):
    ada, bob, _ = people
    path = chosen(ada, bob)
    log = log_of(ada, path)

    by_header = listen(ada, f"{path}/stream", Last_Event_ID="5")
    by_query = listen(ada, f"{path}/stream?after=5")
    by_both = listen(ada, f"{path}/stream?after=0", Last_Event_ID="5")  # the header is newer
    for stream in (by_header, by_query, by_both):
        assert [message.entry for message in stream.take(len(log) - 5)] == log[5:]
    whole = listen(ada, f"{path}/stream?after=0")
    assert [message.entry for message in whole.take(len(log))] == log


def test_a_stream_killed_and_resumed_fifty_times_at_random_sees_exactly_the_log(people, listen):
    ada, bob, cleo = people
    path = chosen(ada, bob, cleo, ruleset="berlin")
    whim, told = random.Random(7), [listen(bob, f"{path}/stream?after=0").next()]

    def play() -> None:
        try:
            play_on(path.id, actions=80)
        finally:
            connection.close()

    table = Thread(target=play)
    table.start()
    for _ in range(50):
        stream = listen(bob, f"{path}/stream", Last_Event_ID=str(told[-1].id))
        told += events(stream, whim.randrange(5) if table.is_alive() else 1)
        stream.kill()
    table.join()

    log = log_of(bob, path)
    stream = listen(bob, f"{path}/stream", Last_Event_ID=str(told[-1].id))
    told += events(stream, len(log) - len(told))
    assert [message.entry for message in told] == log


def test_who_sits_down_while_listening_is_told_their_own_cards_from_then_on(people, listen):
    ada, bob, _ = people
    path = opened(ada, options={"first": "0"})
    stream = listen(bob, f"{path}/stream")
    begin = stream.next().id

    bob.done(f"{path}/seats", {})
    ada.done(f"{path}/start")

    log = log_of(bob, path, begin)
    assert any(b'"private"' in entry for entry in log)
    assert [message.entry for message in events(stream, len(log))] == log


def test_what_bots_do_is_told_and_the_end_of_the_game_ends_the_stream_with_all_seals_open(people, listen):
    ada = people[0]
    wish = {"ruleset": "london", "seats": 2, "bots": ["random", "random"], "sit": False}
    path = Table(f"/games/{ada.done('/games', wish)['id']}")
    watching = listen(None, f"{path}/stream")
    begin = watching.next().id

    ada.done(f"{path}/start")
    while ada.seen(path)["status"] == "playing":
        bots_play(path.id)
    game_settle(path.id)

    *told, end = watching
    seqs = [message.id for message in told if message.event == "event"]
    assert seqs == list(range(begin + 1, asked(None, path).json()["version"] + 1))
    assert (end.event, end.data) == ("end", {"reason": "game_over"})
    *everything, end = listen(None, f"{path}/stream?after=0", Accept=NDJSON)
    assert [message.entry for message in everything] == log_of(None, path)
    assert any("private" in message.data["event"] for message in everything)
    view, end = listen(ada, f"{path}/stream")
    assert (view.data["status"], end.data["reason"]) == ("finished", "game_over")


def test_a_table_given_up_before_the_start_ends_its_streams(people, listen):
    ada = people[0]
    path = opened(ada)
    stream = listen(ada, f"{path}/stream")
    stream.next()

    assert ada.delete(f"{path}/seats/me").status_code in (200, 204)

    assert [message.data for message in stream if message.event == "end"] == [{"reason": "game_over"}]
