"""Requests with `wait`: the streams process holds the answer back, without a thread, until there is news."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import httpx
import pytest
import redis
from django.db import connection, transaction

from games.accounts.models import Token
from games.log.wakes import channel
from games.moves.settlement import game_settle
from games.notices.services import notice_give
from tests.games.streams.conftest import WISHES
from tests.settings import NO_REDIS
from tests.support.accounts import token_for
from tests.support.callers import Caller, chosen, drawing, opened
from tests.support.notified import PAUSED
from tests.support.poll_client import Pending
from tests.support.processes import eventually
from tests.support.stream_client import Listener
from tests.support.tables import folded_now, play_on
from tests.support.web_process import streams_server

Poll = Callable[..., Pending]


@pytest.fixture
def poll(streams) -> Iterator[Poll]:
    """A request to the streams process; its connection is gone with the test."""
    with ExitStack() as stack:
        yield lambda path, caller=None: stack.enter_context(Pending(streams.port, path, caller))


def waiting(port: int) -> int:
    text = httpx.get(f"http://127.0.0.1:{port}/metrics").text
    return int(float(text.partition("\nsignalbox_polls_waiting ")[2].partition("\n")[0]))


def all_wait(port: int, polls: list[Pending]) -> None:
    eventually(lambda: waiting(port) == len(polls), what="waiting")
    assert not any(one.is_answered for one in polls)


def events_after(caller: Caller, path: str, seconds: int = 30) -> str:
    return f"{path}/events?after={caller.seen(path)['version']}&wait={seconds}"


def test_a_move_answers_those_who_wait_for_events_as_they_may_see_it(people, poll, streams):
    ada, bob, _ = people
    path = chosen(ada, bob)
    address = events_after(ada, path)
    polls = [poll(address, ada), poll(address, bob), poll(address)]
    all_wait(streams.port, polls)

    drawing(ada, path)

    mine, theirs, public = [one.answer() for one in polls]
    plain = address.partition("&wait")[0]
    assert mine == (200, ada.seen(plain))
    assert theirs == (200, bob.seen(plain))
    assert [event["type"] for event in public[1]["items"]] == ["card_drawn"]
    assert "private" in mine[1]["items"][0]
    assert "private" not in theirs[1]["items"][0]


def test_what_is_there_already_is_not_waited_for(people, poll):
    ada, bob, _ = people
    path = chosen(ada, bob)

    assert poll(f"{path}/events?wait=30").answer()[1]["items"]
    assert poll(f"{path}/actions?wait=30", ada).answer()[1]["items"]
    assert poll(f"{path}/events?at=3&after=3&wait=30").answer()[1]["items"] == []
    assert poll(f"{path}/actions?at=1&wait=30", bob).answer()[1]["items"] == []


def test_when_the_time_is_up_the_answer_is_what_it_would_have_been_at_once(people, poll):
    ada, bob, _ = people
    path = chosen(ada, bob)
    for address, caller in ((events_after(ada, path, 1), ada), (f"{path}/actions?wait=1", bob)):
        assert poll(address, caller).answer() == (200, caller.seen(address.replace("wait=1", "wait=0")))
    status, notices = poll("/me/notices?wait=1", ada).answer()
    assert (status, notices) == (200, {"items": [], "next": None, "forgotten": 0})


def test_actions_wait_for_ones_turn_however_much_happens_before(people, poll, streams):
    ada, bob, _ = people
    path = chosen(ada, bob)
    asked = poll(f"{path}/actions?wait=30", bob)
    all_wait(streams.port, [asked])

    drawing(ada, path)
    all_wait(streams.port, [asked])
    drawing(ada, path)

    status, found = asked.answer()
    assert (status, found) == (200, bob.seen(f"{path}/actions"))
    assert (found["moment"], found["seat"]) == ("turn", 1)


def test_in_a_game_that_is_over_nobody_waits_for_a_turn(people, poll):
    ada, bob, _ = people
    path = chosen(ada, bob)
    while not folded_now(path.id).is_over:
        play_on(path.id, actions=100)
        game_settle(path.id)

    assert [poll(f"{path}/actions?wait=30", who).answer()[1]["items"] for who in (ada, bob)] == [[], []]


def test_a_notice_answers_its_player_alone(people, poll, streams):
    ada, bob, _ = people
    polls = [poll("/me/notices?wait=30", ada), poll("/me/notices?wait=30", bob)]
    all_wait(streams.port, polls)

    notice_give(ada.player, PAUSED)

    status, found = polls[0].answer()
    assert (status, [notice["kind"] for notice in found["items"]]) == (200, ["webhook.paused"])
    assert not polls[1].is_answered


def test_without_a_wake_up_the_next_tick_answers(people, poll, streams, settings, redis_url):
    ada, bob, _ = people
    path = chosen(ada, bob)
    asked = poll(events_after(ada, path))
    all_wait(streams.port, [asked])

    with redis.Redis.from_url(redis_url) as anybody:
        anybody.publish(channel(path.id), b"999999999")  # nothing new, and so it waits on
    settings.REDIS_URL = NO_REDIS  # whoever moves cannot reach it
    drawing(ada, path)

    assert asked.answer()[1]["items"]


def test_forty_who_wait_stop_nobody_else(people, poll, streams):
    ada, bob, _ = people
    path = chosen(ada, bob)
    address = events_after(ada, path)
    polls = [poll(address) for _ in range(40)]
    all_wait(streams.port, polls)

    plain = [poll(f"{path}/events").answer() for _ in range(5)]
    with Listener(streams.port, f"{path}/stream", ada.headers) as stream:
        assert stream.next().event == "view"

    assert [status for status, _ in plain] == [200] * 5
    assert not any(one.is_answered for one in polls)
    drawing(ada, path)
    assert {len(one.answer()[1]["items"]) for one in polls} == {1}


def test_a_player_has_a_limited_number_of_places_over_all_tokens_and_streams(people, poll, streams):
    ada, bob, _ = people
    path = chosen(ada, bob)
    address, first = events_after(ada, path), ada.headers
    polls = [poll(address, ada) for _ in range(6)]
    ada.headers = token_for(ada.player, "games:read")
    polls += [poll(address, ada) for _ in range(5)]
    all_wait(streams.port, polls)

    with Listener(streams.port, f"{path}/stream", first) as stream:
        assert stream.next().event == "view"
        refused = poll(address, ada)
        status, problem = refused.answer()
        assert (status, problem["code"], refused.headers["retry-after"]) == (429, "throttled", "10")
        assert "12 simultaneous streams and waiting requests" in problem["detail"]
        assert poll(f"{path}/events?wait=30", ada).answer()[0] == 200  # this one need not wait

    other = poll(address, bob)
    all_wait(streams.port, [*polls, other])


def test_an_address_without_a_token_has_a_limited_number_of_places(people, poll, streams):
    ada, bob, _ = people
    address = events_after(ada, chosen(ada, bob))
    polls = [poll(address) for _ in range(50)]
    all_wait(streams.port, polls)

    refused = poll(address)
    status, problem = refused.answer()
    assert (status, problem["code"], refused.headers["retry-after"]) == (429, "throttled", "10")
    assert refused.headers["x-request-id"] == problem["request_id"]


def test_whoever_hangs_up_gives_the_place_back(people, poll, streams):
    ada, bob, _ = people
    address = events_after(ada, chosen(ada, bob))
    polls = [poll(address, ada) for _ in range(12)]
    all_wait(streams.port, polls)

    for one in polls:
        one.leave()

    eventually(lambda: waiting(streams.port) == 0, what="leaving")
    all_wait(streams.port, [poll(address, ada)])


def test_a_token_revoked_while_its_request_waits_reads_nothing(people, poll, streams):
    ada, bob, _ = people
    path = chosen(ada, bob)
    asked = poll(events_after(ada, path), bob)
    all_wait(streams.port, [asked])

    Token.objects.filter(player=bob.player).delete()
    drawing(ada, path)

    status, problem = asked.answer()
    assert (status, problem["code"]) == (401, "unauthenticated")
    assert asked.headers["content-type"] == "application/problem+json"
    assert asked.headers["x-request-id"] == problem["request_id"]


def test_whoever_leaves_a_private_table_while_waiting_reads_no_more_of_it(people, poll, streams):
    ada, bob, _ = people
    path = opened(ada, bob, visibility="private", seats=3)
    asked = poll(events_after(ada, path), bob)
    all_wait(streams.port, [asked])

    bob.delete(f"{path}/seats/me")

    assert asked.answer()[0] == 404


def test_an_answer_that_was_waited_for_has_the_headers_of_any_other(people, poll, streams):
    ada, bob, _ = people
    path = chosen(ada, bob)
    at_once, waited = poll(f"{path}/events", ada), poll(events_after(ada, path), ada)
    at_once.answer()
    all_wait(streams.port, [waited])
    drawing(ada, path)
    waited.answer()

    own = {"content-length", "x-request-id", "ratelimit", "date"}
    assert set(waited.headers) == set(at_once.headers)
    assert {n: v for n, v in waited.headers.items() if n not in own} == {
        n: v for n, v in at_once.headers.items() if n not in own
    }


def test_nothing_is_done_here(people, ask):
    ada, bob, _ = people
    path = chosen(ada, bob)

    assert ask(f"/api/v1{path}/actions?wait=1", ada, method="POST")[0]["status"] == 404


def test_a_server_that_stops_answers_those_who_wait(people, same_database, tmp_path):
    ada, bob, _ = people
    path = chosen(ada, bob)
    with streams_server(tmp_path, same_database, **WISHES) as streams, ExitStack() as stack:
        addresses = [events_after(ada, path), f"{path}/actions?wait=30", "/me/notices?wait=30"]
        polls = [stack.enter_context(Pending(streams.port, one, bob)) for one in addresses]
        all_wait(streams.port, polls)

        streams.child.process.send_signal(signal.SIGTERM)

        assert [(status, found["items"]) for status, found in (one.answer() for one in polls)] == [
            (200, [])
        ] * 3
        assert streams.child.process.wait(10) == -signal.SIGTERM


def is_held_up() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
        return bool(cursor.fetchone()[0])


def test_a_server_that_stops_asks_those_to_come_again_whom_the_database_keeps_waiting(
    people, same_database, tmp_path
):
    with streams_server(tmp_path, same_database, **WISHES) as streams:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("LOCK TABLE games_token")
            held_up = Pending(streams.port, "/me/notices?wait=30", people[0])
            eventually(is_held_up, what="a lock")

            streams.child.process.send_signal(signal.SIGTERM)

            status, problem = held_up.answer()
        held_up.leave()

    assert (status, problem["code"], held_up.headers["retry-after"]) == (503, "unavailable", "2")
