"""Whose turn it is, in every message of a stream; and streams of views, for clients without a reducer."""

from __future__ import annotations

import random

import pytest

from games.log import store
from games.log.models import Game
from games.log.viewer import SPECTATOR, Viewer
from games.moves.settlement import game_settle
from games.streams.game_log import game_page
from games.streams.wire import a_line
from tests.games.reading.test_non_interference import anonymous, stored_double
from tests.games.streams.test_game_stream import asked, events, log_of
from tests.support.callers import chosen, dealt, drawing, opened
from tests.support.stream_client import Listener
from tests.support.tables import folded_now, play_on


def turns(stream: Listener, count: int) -> list[dict]:
    return [{k: v for k, v in message.data.items() if k != "event"} for message in events(stream, count)]


def test_an_event_says_whose_turn_it_is_and_to_that_seat_what_to_decide(people, listen):
    ada, bob, _ = people
    path = chosen(ada, bob)
    mine, theirs, public = [listen(who, f"{path}/stream") for who in (ada, bob, None)]
    begin = {stream.next().id for stream in (mine, theirs, public)}.pop()

    drawing(ada, path)

    now = {"version": begin + 1, "to_act": [0]}
    assert turns(mine, 1) == [{**now, "moment": "second_card"}]
    assert turns(theirs, 1) == turns(public, 1) == [now]


def test_all_events_of_one_action_say_how_the_game_stands_after_it(people, listen):
    """Nobody is told that it is their turn in the middle of their own action."""
    ada, bob, _ = people
    path = chosen(ada, bob)
    drawing(ada, path)
    mine, theirs = listen(ada, f"{path}/stream"), listen(bob, f"{path}/stream")
    begin = {stream.next().id for stream in (mine, theirs)}.pop()

    drawing(ada, path)

    version = ada.seen(path)["version"]
    assert version > begin + 1
    assert turns(mine, version - begin) == [{"version": version, "to_act": [1]}] * (version - begin)
    assert turns(theirs, version - begin)[-1] == {"version": version, "to_act": [1], "moment": "turn"}


def test_a_heartbeat_says_it_too(people, listen):
    ada, bob, _ = people
    path = chosen(ada, bob)

    beats = [listen(who, f"{path}/stream").until("heartbeat")[-1].data for who in (ada, bob, None)]

    assert [(beat["to_act"], beat.get("moment")) for beat in beats] == [
        ([0], "turn"),
        ([0], None),
        ([0], None),
    ]


def test_while_several_choose_everybody_knows_who_has_not(people, listen):
    ada, bob, cleo = people
    path = dealt(ada, bob, cleo)
    stream = listen(None, f"{path}/stream")
    stream.next()

    ada.done(f"{path}/actions", ada.seen(f"{path}/actions")["items"][0])

    assert turns(stream, 1)[0]["to_act"] == ada.seen(path)["to_act"] == [1, 2]


@pytest.mark.parametrize("actions", [1, 4, 30])
@pytest.mark.parametrize("name", ["berlin", "world"])
def test_what_a_stream_says_does_not_depend_on_what_the_viewer_cannot_know(people, name, actions):
    rng = random.Random(f"{name} {actions}")
    here = dealt(*people, ruleset=name).id
    version = play_on(here, actions=actions, seed=actions).seq

    for viewer in (SPECTATOR, *(Viewer(caller.player, n) for n, caller in enumerate(people))):
        there = stored_double(here, viewer.seat, rng)
        store.states.clear()  # so that both are read from the database, which has its own order of keys
        told = [anonymous(everything(game, viewer, version), game) for game in (here, there)]
        assert told[0] == told[1]


def everything(game_id, viewer: Viewer, version: int) -> str:
    """All that the messages of a page and a heartbeat say to this viewer."""
    after, found = 0, b""
    while after < version:
        page = game_page(game_id, after, version, [viewer])
        told = list(page.messages(viewer, a_line, after))
        found += b"".join(message for _, message in told)
        after = told[-1][0]
    view = page.view(viewer, a_line)
    assert view
    return (found + view).decode() + str(page.head.facts_for(viewer))


def test_a_stream_of_views_needs_no_reducer(people, listen):
    ada, bob, _ = people
    path = chosen(ada, bob)
    callers = (ada, bob, None)
    streams = [listen(who, f"{path}/stream?view=true") for who in callers]
    assert {stream.next().event for stream in streams} == {"view"}

    for _ in range(2):
        drawing(ada, path)
        version = ada.seen(path)["version"]
        for who, stream in zip(callers, streams, strict=True):
            view = next(message for message in stream if message.event == "view")
            while view.id != version:  # it saw the action half done: never, for an action is one change
                view = next(message for message in stream if message.event == "view")
            assert view.raw == asked(who, path).content


def test_a_view_is_of_the_seat_that_was_taken_meanwhile(people, listen):
    ada, bob, _ = people
    path = opened(ada, visibility="private")
    invite = ada.seen(path)["invite_code"]
    host = listen(ada, f"{path}/stream?view=true")
    assert host.next().data["invite_code"] == invite

    bob.done(f"{path}/seats", {"invite_code": invite})
    guest = listen(bob, f"{path}/stream?view=true")
    assert "invite_code" not in guest.next().data
    ada.done(f"{path}/start")

    shown = {
        name: last(stream, bob.seen(path)["version"]) for name, stream in (("host", host), ("guest", guest))
    }
    assert shown["host"].raw == asked(ada, path).content
    assert shown["guest"].raw == asked(bob, path).content
    assert (shown["guest"].data["seat"], "invite_code" in shown["guest"].data) == (1, False)


def last(stream: Listener, version: int):
    return next(message for message in stream if message.event == "view" and message.id == version)


def test_a_burst_comes_to_one_view_and_a_resumed_stream_begins_with_the_newest(people, listen):
    ada, bob, _ = people
    path = chosen(ada, bob)
    begin = ada.seen(path)["version"]
    play_on(path.id, actions=40)
    version = ada.seen(path)["version"]

    resumed = listen(ada, f"{path}/stream?view=true", Last_Event_ID=str(begin))

    view = resumed.next()
    assert (view.event, view.id, view.raw) == ("view", version, asked(ada, path).content)
    assert resumed.next().event == "heartbeat"


def test_the_last_view_is_followed_by_the_end(people, listen):
    ada, bob, _ = people
    path = chosen(ada, bob)
    stream = listen(bob, f"{path}/stream?view=true")
    while not folded_now(path.id).is_over:
        play_on(path.id, actions=100)
        game_settle(path.id)

    *views, end = [message for message in stream if message.event != "heartbeat"]
    assert (end.event, end.data) == ("end", {"reason": "game_over"})
    assert views[-1].data["status"] == "finished"
    assert [view.id for view in views] == sorted({view.id for view in views})


def test_a_page_draws_no_view_for_nobody(people):
    ada, bob, _ = people
    path = chosen(ada, bob)
    version = Game.objects.get(pk=path.id).version

    assert game_page(path.id, 0, version, []).view(SPECTATOR, a_line) is None
    assert game_page(path.id, version, version, [SPECTATOR]).view(SPECTATOR, a_line) is None
    store.states.clear()
    assert len(log_of(None, path)) == version
