"""Streams that break off, and what is heard nevertheless."""

import httpx
import pytest
from scripted_server import CUT, GAME, OVER, Scripted, event, event_message, game, json_of, listed, stream

from signalbox_client import Client, NotFound, SignalboxError, records

TABLE = f"/api/v1/games/{GAME}"
STREAM = f"/streams/{GAME}"
ALWAYS = {TABLE: game(3)}


def page(*seqs: int, version: int = 3) -> dict:
    return {"version": version, "hash": "1" * 64, "items": [event(seq) for seq in seqs], "next": None}


def seqs(updates) -> list[int]:
    return [update.event.seq for update in updates]


def resumed(server: Scripted) -> list[str | None]:
    return [found.headers.get("Last-Event-ID") for found in server.asked if found.url.path == STREAM]


def test_a_stream_is_resumed_after_its_last_id():
    answers = [
        stream(event_message(1), event_message(2)),
        json_of(page()),  # the poll between two streams
        stream(event_message(3), OVER),
    ]
    server = Scripted(*answers, always=ALWAYS)

    assert seqs(server.client().games.follow(GAME)) == [1, 2, 3]
    assert resumed(server) == ["0", "2"]


@pytest.mark.parametrize(
    "end",
    [
        stream(event_message(1), cut=True),
        stream(event_message(1), {"event": "end", "data": {"reason": "server_stopping"}}),
    ],
)
def test_whatever_ends_a_stream_nothing_is_missed(end):
    server = Scripted(end, CUT, stream(event_message(2), OVER), always=ALWAYS)

    assert seqs(server.client().games.follow(GAME)) == [1, 2]


def test_while_there_is_no_stream_it_waits_for_events():
    busy = json_of({"detail": "No streams."}, 503)
    finished = {TABLE: game(3, status="finished")}
    server = Scripted(busy, json_of(page(1, 2)), busy, json_of(page(3)), always=finished)

    assert seqs(server.client().games.follow(GAME)) == [1, 2, 3]
    polls = [dict(found.url.params) for found in server.asked if found.url.path == f"{TABLE}/events"]
    assert [poll["after"] for poll in polls] == ["0", "2"]
    assert all(int(poll["wait"]) > 0 for poll in polls)


def test_the_async_client_follows_the_same_way(monkeypatch):
    async def sleep(_: float) -> None:
        pass

    monkeypatch.setattr("asyncio.sleep", sleep)
    server = Scripted(stream(event_message(1)), CUT, stream(event_message(2), OVER), always=ALWAYS)

    assert seqs(server.awaited(lambda client: listed(client.games.follow(GAME)))) == [1, 2]


def test_it_waits_longer_each_time_until_it_hears_something_again():
    away = [json_of({}, 503), CUT] * 5
    server = Scripted(*away, stream(event_message(1)), CUT, stream(OVER), always=ALWAYS)

    list(server.client().games.follow(GAME))

    *growing, again = server.slept
    assert growing[0] < growing[2] < growing[4]
    assert again < growing[2]


def test_a_game_that_cannot_be_seen_is_an_error():
    gone = json_of({"code": "not_found", "detail": "There is no such game."}, 404)
    server = Scripted(gone)

    with pytest.raises(NotFound):
        next(iter(server.client().games.follow(GAME)))


def test_views_come_when_something_has_changed():
    def view(version: int) -> dict:
        return {"event": "view", "id": version, "data": game(version)}

    server = Scripted(
        stream(view(1), view(2)),
        CUT,
        stream(view(2), view(3), OVER),  # begins with what is known already
        always=ALWAYS,
    )

    tables = list(server.client().games.follow(GAME, view=True))

    assert [table.version for table in tables] == [1, 2, 3]
    assert [found.url.params["view"] for found in server.asked if found.url.path == STREAM] == ["true"] * 2


def test_a_token_goes_nowhere_without_tls():
    server = Scripted(json_of(game(links={**game()["links"], "stream": "http://elsewhere/stream"})))
    client = Client("https://server", "t", http=httpx.Client(transport=httpx.MockTransport(server)))

    with pytest.raises(SignalboxError, match="could be read on the way"):
        next(iter(client.games.follow(GAME)))
    assert len(server.asked) == 1


ME = {
    "id": GAME,
    "name": "ada",
    "is_bot": True,
    "created_at": "2026-01-31T18:00:00Z",
    "token": {
        "id": GAME,
        "name": "first",
        "scopes": ["games:read"],
        "created_at": "2026-01-31T18:00:00Z",
        "links": {"self": "/x"},
    },
    "links": {"self": "/x", "games": "/x", "notices": "/x", "tokens": "/x", "stream": "/streams/me"},
}


def notice(number: int, kind: str = "game.your_turn") -> dict:
    about = {"game": GAME, "ruleset": "london@1", "links": {"game": "/x", "actions": "/x"}, "seq": 1}
    data = {"seat": 0, "version": 1, "to_act": [0]}
    told = {"number": number, "kind": kind, "at": "2026-01-31T18:00:00Z", "data": data, **about}
    return {"event": "notice", "id": number, "data": told}


def standing(number: int) -> dict:
    return {"event": "standing", "id": number, "data": {"number": number, "forgotten": 0, "games": []}}


def offered(version: int, *items: dict) -> dict:
    return {"version": version, "hash": "1" * 64, "seat": 0, "items": list(items), "next": None}


PASS = {"type": "pass"}


def test_turns_are_found_by_notices_and_looked_for_again_after_each():
    server = Scripted(
        stream(standing(1), notice(2), notice(3, "dragon.seen")),
        json_of(offered(5, PASS)),
        json_of(game(5)),
        json_of(offered(6, PASS)),  # another decision at once
        json_of(game(6)),
        json_of(offered(7)),
        json_of(offered(8, PASS)),  # by a notice that it does not know
        json_of(game(8)),
        always={"/api/v1/me": ME},
    )
    turns = server.client().turns()

    assert [next(turns).version for _ in range(3)] == [5, 6, 8]


def test_a_decision_that_was_not_taken_comes_once():
    server = Scripted(
        stream(standing(1), notice(2), notice(3)),
        json_of(offered(5, PASS)),
        json_of(game(5)),
        json_of(offered(5, PASS)),
        json_of(offered(5, PASS)),
        CUT,  # the stream is over: games that wait
        json_of({"code": "unauthenticated", "detail": "The token was revoked."}, 401),
    )
    server.always = {"/api/v1/me": ME}
    turns = server.client().turns()

    assert next(turns).version == 5
    with pytest.raises(SignalboxError, match="revoked"):
        next(turns)


def test_ones_own_stream_resumes_and_says_what_waits_meanwhile():
    waiting = {"items": [], "next": None}
    notices = {"items": [notice(2)["data"]], "next": None, "forgotten": 0}
    server = Scripted(
        stream(standing(1)),
        json_of(waiting),
        json_of(notices),
        stream(notice(3)),
        always={"/api/v1/me": ME},
    )
    messages = server.client().me.follow()

    heard = [next(messages) for _ in range(4)]

    assert [message.event for message in heard] == ["standing", "standing", "notice", "notice"]
    assert [
        found.headers.get("Last-Event-ID") for found in server.asked if found.url.path == "/streams/me"
    ] == [None, "2"]
    assert isinstance(heard[3], records.NoticeMessage)
