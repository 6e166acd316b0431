"""What a listener wants played. How streams resume and requests are repeated, the client's own tests say."""

import json
import logging
from collections.abc import Mapping

import pytest
from msgspec.structs import fields

from bots.errors import Trouble
from bots.runner.listener import Listener
from bots.runner.server import client
from signalbox_client import records
from tests.bots.runner.scripted import Answer, Scripted, Watch, scripted

TOKEN = {
    "id": "5f0c0000-0000-4000-8000-000000000000",
    "name": "first",
    "scopes": ["games:read", "games:play"],
    "created_at": "2026-01-31T18:00:00Z",
    "links": {"self": "/token"},
}
LINKS = {"stream": "/the/stream", "games": "/x", "notices": "/x", "tokens": "/x", "self": "/x"}
ME = Answer(
    200,
    {
        "id": TOKEN["id"],
        "name": "ada",
        "is_bot": True,
        "created_at": "2026-01-31T18:00:00Z",
        "token": TOKEN,
        "links": LINKS,
    },
)
ASK_ME, ASK_GAMES = "/api/v1/me", "/api/v1/me/games?turn=mine"
GONE = Answer(401, {"code": "invalid_token", "detail": "The token is unknown, revoked or expired."})


def stream(*messages: Mapping[str, object]) -> Answer:
    text = "".join(json.dumps(message) + "\n" for message in messages)
    return Answer(200, text.encode(), {"Content-Type": "application/x-ndjson"})


def summary(game: str) -> dict[str, object]:
    return {
        "id": game,
        "ruleset": "london@1",
        "ruleset_title": "London",
        "status": "playing",
        "visibility": "public",
        "test": False,
        "version": 9,
        "hash": "0" * 64,
        "seats": [],
        "to_act": [0],
        "options": {},
        "clock": {"strikes": 3},
        "speed": "untimed",
        "source": "played",
        "links": {field.encode_name: "/x" for field in fields(records.GameLinks) if field.required},
        "created_at": "2026-01-31T18:00:00Z",
        "moved_at": "2026-01-31T18:00:00Z",
    }


def standing(*games: str) -> dict[str, object]:
    data = {"number": 6, "forgotten": 0, "games": [summary(game) for game in games]}
    return {"event": "standing", "id": 6, "data": data}


def notice(kind: str, game: str | None) -> dict[str, object]:
    about = {"game": game, "seq": 3} if game else {}
    data = {"number": 7, "kind": kind, "at": "2026-01-31T18:00:00Z", "data": {"seat": 0}, **about}
    return {"event": "notice", "id": 7, "data": data}


def heard(server: Scripted) -> tuple[list[str], list[str], Trouble]:
    """What a listener wants played and knows to be over, until its token is gone."""
    wanted, over, watch = list[str](), list[str](), Watch()
    with client(server.url, "t", watch) as asking, pytest.raises(Trouble) as trouble:
        Listener(asking, watch, want=wanted.append, over=over.append).listen()
    return wanted, over, trouble.value


def test_it_wants_the_games_that_wait_and_those_it_is_told_of():
    told = stream(
        standing("a", "b"),
        notice("something.new", "c"),
        notice("something.else", None),
        {"event": "gossip", "data": {"game": "nobody asked"}},
    )
    with scripted(ME, ME, told, GONE) as server:
        wanted, over, trouble = heard(server)

    assert (wanted, over) == (["a", "b", "c"], [])
    assert (str(trouble), trouble.code) == (
        "The server does not take the token: The token is unknown, revoked or expired.",
        1,
    )


def test_it_looks_for_itself_with_every_heartbeat():
    beat = {"event": "heartbeat", "data": {"number": 6, "time": "2026-01-31T18:00:00Z"}}
    refused = Answer(403, {"code": "forbidden", "detail": "Not now."})
    games = Answer(200, {"items": [summary("a")], "next": None})
    with scripted(ME, ME, stream(beat, beat), games, refused, GONE) as server:
        wanted, _, _ = heard(server)

    assert wanted == ["a"]
    assert [asked.path for asked in server.asked][3:5] == [ASK_GAMES] * 2


def test_it_waits_for_a_server_that_is_not_there_yet(caplog):
    away = Answer(503, {"detail": "Not yet."})
    with scripted(*[away] * 6, ME, GONE) as server:
        heard(server)

    assert "Not yet; trying again" in caplog.text


def test_it_comes_back_when_the_address_is_empty_for_a_moment(caplog):
    """As behind a proxy whose server is away."""
    with scripted(ME, Answer(404, b"<html>"), ME, stream(standing("a")), GONE) as server:
        wanted, _, _ = heard(server)

    assert wanted == ["a"]
    assert "listening again in" in caplog.text


def test_what_is_no_such_server_is_trouble():
    for answer in (Answer(404, b"<html>"), Answer(200, {"hello": "world"})):
        with scripted(answer) as server:
            trouble = heard(server)[2]
        assert str(trouble) == "There is no API that a runner could use at this address."
        assert trouble.code == 2


def test_a_token_that_may_not_play_is_trouble():
    answer = Answer(200, {**ME.body, "token": {**TOKEN, "scopes": ["games:read", "webhooks"]}})
    with scripted(answer) as server:
        trouble = heard(server)[2]

    assert (str(trouble), trouble.code) == ("The token lacks the scope games:play.", 1)


def test_a_person_is_told_that_programs_are_labelled(caplog):
    with scripted(Answer(200, {**ME.body, "is_bot": False}), GONE) as server:
        heard(server)

    assert "this account is a person's" in caplog.text


def test_who_is_to_stop_waits_no_longer(caplog):
    caplog.set_level(logging.INFO)
    watch = Watch()
    watch.set()
    with scripted(Answer(503)) as server, client(server.url, "t", watch) as asking:
        Listener(asking, watch, want=print, over=print).listen()
    assert len(server.asked) == 1
