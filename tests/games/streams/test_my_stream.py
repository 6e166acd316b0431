"""GET /me/stream: where I stand, then every notice of mine as the poll shows it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import timedelta
from threading import Thread

import pytest
from django.conf import settings
from django.db import connection
from django.utils import timezone

from games.moves.settlement import game_settle
from games.notices.models import Notice
from games.notices.selectors import games_to_notify
from games.notices.services import Given, notices_give
from games.projector import game_project
from games.tasks import forget_old_rows
from tests.support.callers import Caller, Table, chosen, dealt, drawing, opened
from tests.support.notified import PAUSED
from tests.support.processes import eventually
from tests.support.stream_client import NDJSON, Listener, Message
from tests.support.tables import bots_play, play_on
from tests.support.web_process import notifier_process


def told(path: Table) -> Table:
    """The same table, with its people told of what has happened there."""
    game_project(path.id)
    return path


def polled(caller: Caller, after: int = 0) -> list[bytes]:
    """The notices, to the byte, as the poll answers with them."""
    answer = caller.get(f"/me/notices?limit=500&after={after}")
    assert answer.json()["next"] is None
    inside = answer.content.partition(b'"items":[')[2].rpartition(b'],"next"')[0]
    # Every notice begins with its number, and nothing inside one does.
    return [b'{"number":' + part.rstrip(b",") for part in inside.split(b'{"number":')[1:]]


def notices(stream: Listener, count: int) -> list[Message]:
    """The next so many, whatever heartbeats come between."""
    return [stream.until("notice")[-1] for _ in range(count)]


def hears(stream: Listener) -> tuple[str, str]:
    """The kind and the game of the next notice."""
    notice = stream.until("notice")[-1].data
    return notice["kind"], f"/games/{notice['game']}"


def test_the_first_message_tells_the_newest_number_and_the_games_that_wait_for_me(people, listen):
    ada, bob, cleo = people
    mine, theirs = told(chosen(ada, bob)), told(chosen(bob, ada))
    told(opened(ada))

    for caller, awaited in ((ada, [mine]), (bob, [theirs]), (cleo, [])):
        standing = listen(caller, "/me/stream").next()
        newest = len(polled(caller))
        assert (standing.event, standing.id, standing.data["number"]) == ("standing", newest, newest)
        assert standing.data["games"] == caller.seen("/me/games?turn=mine")["items"]
        assert [f"/games/{game['id']}" for game in standing.data["games"]] == awaited


def test_who_resumes_after_notices_that_are_gone_is_told_where_they_stand(people, listen):
    ada, bob, _ = people
    told(chosen(ada, bob))
    newest = len(polled(ada))
    long_ago = timezone.now() - settings.NOTICES_KEPT - timedelta(hours=1)
    Notice.objects.filter(player=ada.player, number__lte=2).update(at=long_ago)
    forget_old_rows()

    stream = listen(ada, "/me/stream?after=1")
    standing = stream.next()
    assert (standing.event, standing.id) == ("standing", 2)
    assert (standing.data["number"], standing.data["forgotten"]) == (newest, 2)
    assert standing.data["games"] == ada.seen("/me/games?turn=mine")["items"]
    assert [notice.id for notice in notices(stream, newest - 2)] == list(range(3, newest + 1))

    assert listen(ada, "/me/stream?after=2").next().event == "notice"


def test_who_was_never_told_anything_stands_at_nought_and_hears_the_first_notice(people, listen):
    cleo, bob, _ = people
    path, stream = opened(cleo), listen(cleo, "/me/stream")

    assert [stream.next().id, stream.until("heartbeat")[-1].data["number"]] == [0, 0]
    bob.done(f"{path}/seats", {})
    told(path)

    (notice,) = notices(stream, 1)
    told_of = {"seat": 1, "version": cleo.seen(path)["version"], "to_act": []}
    assert (notice.id, notice.data["kind"], notice.data["data"]) == (1, "seat.taken", told_of)
    assert listen(cleo, "/me/stream", Last_Event_ID="0").next() == notice


def test_a_whole_game_is_told_to_the_byte_as_polled_in_both_forms_and_to_each_their_own(people, listen):
    ada, bob, cleo = people
    listeners = [(who, form) for who in people for form in ("text/event-stream", NDJSON)]
    streams = [listen(who, "/me/stream", Accept=form) for who, form in listeners]
    assert {stream.next().event for stream in streams} == {"standing"}

    path = opened(ada, bob)
    for move in (lambda: ada.done(f"{path}/start"), lambda: play_on(path.id, actions=20)):
        move()
        told(path)
    play_on(path.id, actions=5000)
    game_settle(path.id)
    told(path)
    told(dealt(cleo, bob))

    for (caller, _), stream in zip(listeners, streams, strict=True):
        expected = polled(caller)
        heard = notices(stream, len(expected))
        assert [message.raw for message in heard] == expected
        assert [message.id for message in heard] == list(range(1, len(expected) + 1))
        assert [message.event for message in stream.until("heartbeat")] == ["heartbeat"]
        kinds = {message.data["kind"] for message in heard if f"/games/{message.data['game']}" == path}
        lifetime = {"seat.taken", "game.started", "game.your_turn", "game.finished"}
        assert kinds == {ada: lifetime, bob: lifetime - {"seat.taken"}, cleo: set()}[caller]


def test_my_turn_is_told_after_a_person_and_after_a_bot(people, listen):
    ada, bob, _ = people
    with_bob = told(chosen(ada, bob))
    wish = {"ruleset": "london", "seats": 2, "bots": ["random"], "options": {"first": "0"}}
    with_bot = Table(f"/games/{ada.done('/games', wish)['id']}")
    ada.done(f"{with_bot}/start")
    ada.done(f"{with_bot}/actions", ada.seen(f"{with_bot}/actions")["items"][0])
    told(with_bot)
    adas, bobs = listen(ada, "/me/stream"), listen(bob, "/me/stream")
    assert [len(stream.next().data["games"]) for stream in (adas, bobs)] == [1, 0]

    for caller in (ada, ada, bob, bob):
        assert drawing(caller, with_bob).status_code == 201
        told(with_bob)
    assert [hears(bobs), hears(adas)] == [("game.your_turn", with_bob)] * 2

    bots_play(with_bot.id)
    told(with_bot)
    assert hears(adas) == ("game.your_turn", with_bot)
    assert ada.seen(with_bot)["to_act"] == [0]


def test_a_deadline_that_comes_near_is_told(people, listen, clock):
    ada, bob, _ = people
    path = told(chosen(ada, bob, clock={"per_action": 600}))
    stream = listen(ada, "/me/stream")
    stream.next()

    clock.forward(minutes=9.5)
    told(path)

    notice = stream.until("notice")[-1].data
    assert (notice["kind"], notice["data"]["deadline"]) == ("deadline.near", ada.seen(path)["deadline"])


def test_it_goes_on_behind_the_last_notice_received(people, listen):
    ada, bob, _ = people
    path = told(chosen(ada, bob))
    play_on(path.id, actions=30)
    told(path)
    expected = polled(ada)

    by_header = listen(ada, "/me/stream", Last_Event_ID="2")
    by_query = listen(ada, "/me/stream?after=2", Accept=NDJSON)
    by_both = listen(ada, "/me/stream?after=0", Last_Event_ID="2")  # the header is newer
    for stream in (by_header, by_query, by_both):
        assert [message.raw for message in stream.take(len(expected) - 2)] == expected[2:]
    whole = listen(ada, "/me/stream?after=0")
    assert [message.raw for message in whole.take(len(expected))] == expected
    for stream in (by_header, by_query, by_both):  # what is read for others is nothing new to them
        assert {message.event for message in stream.take(2)} == {"heartbeat"}


@pytest.fixture
def notifier_running(people, same_database, tmp_path) -> Iterator[None]:
    """The real one. It is gone before the database is emptied for the next test."""
    with notifier_process(tmp_path, same_database):
        yield


@pytest.mark.usefixtures("notifier_running")
def test_while_many_games_move_a_stream_killed_and_resumed_at_random_hears_every_notice_once(people, listen):
    ada, bob, cleo = people
    steady, whim = listen(bob, "/me/stream?after=0"), random.Random(7)
    heard = [listen(ada, "/me/stream").next()]  # where she stands: at nought
    tables = [chosen(*sitting) for sitting in ((ada, bob), (bob, ada), (ada, cleo), (cleo, bob, ada))]

    def play(path: Table, seed: int) -> None:
        try:
            play_on(path.id, actions=50, seed=seed)
        finally:
            connection.close()

    threads = [Thread(target=play, args=(path, seed)) for seed, path in enumerate(tables)]
    for thread in threads:
        thread.start()
    for _ in range(25):
        stream = listen(ada, "/me/stream", Last_Event_ID=str(heard[-1].id))
        heard += notices(stream, whim.randrange(3))
        stream.kill()
    for thread in threads:
        thread.join()
    eventually(lambda: not games_to_notify(), what="the last to be told")

    expected = polled(ada)
    stream = listen(ada, "/me/stream", Last_Event_ID=str(heard[-1].id))
    heard += notices(stream, len(expected) - len(heard) + 1)
    assert [notice.raw for notice in heard[1:]] == expected
    assert {notice.data["game"] for notice in heard[1:]} == {str(path.id) for path in tables}
    assert [notice.raw for notice in notices(steady, len(polled(bob)))] == polled(bob)


def test_a_long_absence_is_made_up_for(people, listen):
    """More than is read at once."""
    ada = people[0]
    notices_give([Given(ada.player.pk, timezone.now(), PAUSED.kind, PAUSED.data) for _ in range(250)])

    stream = listen(ada, "/me/stream?after=0")
    assert [notice.id for notice in notices(stream, 250)] == list(range(1, 251))
