import json
import re

import pytest

from bots.errors import Trouble
from bots.runner.api import Api
from bots.runner.stream import Listener
from tests.bots.runner.scripted import Answer, Scripted, Watch, scripted

LINKS = {"stream": "/the/stream", "games": "/the/games"}
ME = Answer(
    200, {"name": "ada", "is_bot": True, "token": {"scopes": ["games:read", "games:play"]}, "links": LINKS}
)
ASK_ME, ASK_GAMES = "/api/v1/me", "/the/games?turn=mine"
QUIET = {ASK_ME: ME, ASK_GAMES: Answer(200, {"items": []})}
GONE = Answer(401, {"detail": "The token is unknown, revoked or expired."})


def stream(*messages: tuple[str, object]) -> Answer:
    said = [f"event: {event}\ndata: {json.dumps(data)}\n\n" for event, data in messages]
    return Answer(200, "".join(said).encode(), {"Content-Type": "text/event-stream"})


def notice(kind: str, game: str | None) -> tuple[str, object]:
    about = {"game": game, "seq": 3} if game else {}
    return "notice", {"number": 1, "kind": kind, "at": "2026-01-31T18:00:00Z", "data": {"seat": 0}, **about}


def heard(server: Scripted) -> tuple[list[str], list[str], Trouble]:
    """What a listener wants played and knows to be over, until its token is gone."""
    wanted, over, watch = list[str](), list[str](), Watch()
    api = Api(server.url, "t", watch)
    with pytest.raises(Trouble) as trouble:
        Listener(api, watch, want=wanted.append, over=over.append).listen()
    api.close()
    return wanted, over, trouble.value


def test_it_wants_the_games_that_wait_and_those_it_is_told_of():
    told = stream(
        ("standing", {"number": 6, "games": [{"id": "a"}, {"id": "b"}]}),
        notice("game.your_turn", "c"),
        notice("something.new", "d"),
        notice("webhook.paused", None),
        ("gossip", {"game": "nobody asked"}),
        notice("game.finished", "a"),
        notice("game.closed", "e"),
        notice("seat.cleared", "f"),
    )
    with scripted(told, GONE, always=QUIET) as server:
        wanted, over, trouble = heard(server)

    assert (wanted, over) == (["a", "b", "c", "d"], ["a", "e", "f"])
    assert trouble.code == 1
    assert "The token is unknown" in str(trouble)


def test_it_looks_for_itself_with_every_heartbeat():
    beats = stream(("heartbeat", {"number": 6}), ("heartbeat", {"number": 6}))
    games = Answer(200, {"items": [{"id": "a"}]})
    with scripted(beats, games, Answer(503), Answer(503), GONE, always={ASK_ME: ME}) as server:
        wanted, _, _ = heard(server)

    assert wanted == ["a"]
    paths = [asked.path for asked in server.asked]
    assert paths == [ASK_ME, "/the/stream", *[ASK_GAMES] * 3, ASK_ME, "/the/stream"]


@pytest.mark.parametrize(
    ("first", "reason"),
    [
        (stream(("end", {"reason": "server_stopping"})), "the stream has ended: server_stopping"),
        (stream(), "the stream broke off"),
        (None, "cut off (Server disconnected"),
        (Answer(503), "the server answered 503"),
        (Answer(307), "the server answered 307"),
    ],
)
def test_it_comes_back_whatever_ends_the_stream(first, reason, caplog):
    second = stream(("standing", {"number": 1, "games": [{"id": "a"}]}))
    with scripted(first, second, GONE, always=QUIET) as server:
        assert heard(server)[0] == ["a"]

    assert reason in caplog.text
    assert "listening again in" in caplog.text


def test_it_waits_longer_each_time_until_it_hears_something_again(caplog):
    away, back = Answer(503), stream(("standing", {"number": 1, "games": []}))
    busy = Answer(429, {}, {"Retry-After": "60"})
    with scripted(*[away] * 5, back, busy, GONE, always=QUIET) as server:
        heard(server)

    *growing, again, asked_for = map(float, re.findall(r"again in ([\d.]+) s", caplog.text))
    assert growing[0] < growing[2] < growing[4]
    assert again < growing[2]
    assert asked_for == 60


def test_it_looks_for_itself_while_there_is_no_stream():
    always = {ASK_ME: ME, ASK_GAMES: Answer(200, {"items": [{"id": "a"}]})}
    with scripted(Answer(429, {}, {"Retry-After": "10"}), GONE, always=always) as server:
        wanted, _, _ = heard(server)

    assert wanted == ["a"] * 5  # one look every two seconds


def test_what_is_no_such_server_is_trouble():
    for answer in (Answer(404, b"<html>"), Answer(200, {"hello": "world"})):
        with scripted(answer) as server:
            trouble = heard(server)[2]
        assert str(trouble) == f"There is no API that a runner could use at {server.url}/api/v1."
        assert trouble.code == 2


def test_it_listens_where_the_server_says_when_it_comes_back():
    moved = Answer(200, {**ME.body, "links": {**LINKS, "stream": "/elsewhere"}})
    with scripted(
        ME, None, Answer(404), moved, stream(), GONE, always={ASK_GAMES: QUIET[ASK_GAMES]}
    ) as server:
        heard(server)

    assert [asked.path for asked in server.asked if asked.path != ASK_GAMES] == [
        *(ASK_ME, "/the/stream"),
        ASK_ME,  # for a moment there is nothing, as behind a proxy whose server is away
        *(ASK_ME, "/elsewhere"),
        ASK_ME,
    ]


def test_a_token_that_may_not_play_is_trouble():
    answer = Answer(200, {**ME.body, "token": {"scopes": ["games:read", "webhooks"]}})
    with scripted(answer) as server:
        trouble = heard(server)[2]

    assert (str(trouble), trouble.code) == ("The token lacks the scope games:play.", 1)


def test_a_person_is_told_that_programs_are_labelled(caplog):
    with scripted(Answer(200, {**ME.body, "is_bot": False}), GONE) as server:
        heard(server)

    assert "this account is a person's" in caplog.text
