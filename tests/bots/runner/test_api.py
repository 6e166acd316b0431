import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing

import pytest

from bots.errors import Trouble
from bots.runner.api import MAX_ATTEMPTS, MAX_RETRY_AFTER, Api, Away, Refused
from bots.runner.wire import Message
from tests.bots.runner.scripted import Answer, Watch, scripted
from tests.support.processes import free_port

FINE = Answer(200, {"fine": True})


@pytest.fixture
def asking() -> Iterator[Callable[..., Api]]:
    with ExitStack() as stack:
        yield lambda url, token="t", stop=None: stack.enter_context(closing(Api(url, token, stop or Watch())))


@pytest.mark.parametrize(
    ("url", "root"),
    [
        ("http://localhost:8000", "http://localhost:8000/api/v1"),
        ("http://localhost:8000/", "http://localhost:8000/api/v1"),
        ("https://games.example/api/v1", "https://games.example/api/v1"),
        ("https://games.example/api/v1/", "https://games.example/api/v1"),
        ("https://example.org/signalbox", "https://example.org/signalbox/api/v1"),
    ],
)
def test_the_address_may_be_that_of_the_server_or_of_its_api(asking, url, root):
    assert asking(url).root == root


@pytest.mark.parametrize(
    "url",
    ["localhost:8000", "ftp://localhost", "http://", "games", "http://a b", "http://a:99999", "http://a?b=c"],
)
def test_what_is_no_address_is_refused_by_name(asking, url):
    with pytest.raises(Trouble, match=re.escape(f"{url} is not the address of a server")):
        asking(url)


def test_a_post_whose_answer_is_lost_is_sent_again_as_it_was(asking):
    with scripted(None, Answer(503), FINE) as server:
        answer = asking(server.url, "sb_secret").post("/act", {"type": "pass"}, key="game-7")

    assert answer == {"fine": True}
    assert {asked.headers["Idempotency-Key"] for asked in server.asked} == {"game-7"}
    assert {asked.headers["Authorization"] for asked in server.asked} == {"Bearer sb_secret"}
    assert [asked.body for asked in server.asked] == [{"type": "pass"}] * 3


def test_who_is_told_to_wait_waits_so_long(asking):
    watch = Watch()
    busy = (Answer(429, {}, {"Retry-After": seconds}) for seconds in ("7", "1000000", "soon"))
    with scripted(*busy, FINE) as server:
        asking(server.url, stop=watch).get("/x")

    asked, forever, nonsense = watch.waits
    assert (asked, forever) == (7, MAX_RETRY_AFTER)
    assert nonsense is not None
    assert 0 < nonsense <= 2


def test_whoever_stays_away_is_given_up_and_nobody_waits_once_stopped(asking):
    watch = Watch()
    api = asking(f"http://127.0.0.1:{free_port()}", stop=watch)
    with pytest.raises(Away, match="no connection"):
        api.get("/x")
    assert len(watch.waits) == MAX_ATTEMPTS - 1

    watch.set()
    with pytest.raises(Away, match="stopped"):
        api.get("/x")
    assert len(watch.waits) == MAX_ATTEMPTS


@pytest.mark.parametrize(
    "answer",
    [
        Answer(401, {"code": "unauthenticated", "detail": "The token is unknown."}),
        Answer(403, {"code": "missing_scope", "detail": "This needs a token with the scope games:play."}),
    ],
)
def test_a_token_that_is_not_taken_is_trouble(asking, answer):
    with scripted(answer) as server, pytest.raises(Trouble, match=answer.body["detail"]) as trouble:
        asking(server.url).get("/x")

    assert trouble.value.code == 1


def test_a_refusal_keeps_its_code_and_its_rule(asking):
    problem = {"code": "not_enough_pieces", "rule": "CLAIM-2", "detail": "You have too few."}
    with scripted(Answer(409, problem)) as server, pytest.raises(Refused, match="too few") as refused:
        asking(server.url).get("/x")

    assert (refused.value.status, refused.value.code) == (409, "not_enough_pieces")


@pytest.mark.parametrize("answer", [Answer(200, b"<html>"), Answer(200, []), Answer(404, b"Not here")])
def test_an_answer_that_is_no_object_is_no_answer(asking, answer):
    with scripted(answer) as server, pytest.raises(Refused, match=f"the server answered {answer.status}"):
        asking(server.url).get("/x")


def test_a_token_that_came_over_tls_is_not_sent_without(asking):
    api = asking("https://games.example")

    assert api.address("/api/v1/me") == "https://games.example/api/v1/me"
    assert api.address("https://streams.example/s") == "https://streams.example/s"
    with pytest.raises(Trouble, match=r"links to http://games\.example/s"):
        api.address("http://games.example/s")


def test_a_stream_is_read_to_its_end(asking):
    body = b'event: end\ndata: {"reason":"server_stopping"}\n\n'
    with (
        scripted(Answer(200, body, {"Content-Type": "text/event-stream"})) as server,
        asking(server.url).stream("/s") as messages,
    ):
        assert list(messages) == [Message("end", '{"reason":"server_stopping"}')]

    assert server.asked[0].headers["Accept"] == "text/event-stream"


@pytest.mark.parametrize("answer", [None, Answer(503, {}), Answer(429, {}, {"Retry-After": "9"})])
def test_a_stream_that_is_not_there_is_away(asking, answer):
    with (
        scripted(answer) as server,
        pytest.raises(Away) as away,
        asking(server.url).stream("/s"),
    ):
        pass

    assert away.value.seconds == (9 if answer and answer.status == 429 else 0)
