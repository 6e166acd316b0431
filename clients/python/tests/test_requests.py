"""How requests are sent, and sent again."""

from datetime import UTC, datetime, timedelta

import httpx
import pytest
from scripted_server import CUT, GAME, Scripted, game, json_of

from signalbox_client import (
    Client,
    Conflict,
    Forbidden,
    IllegalAction,
    Invalid,
    NotFound,
    Problem,
    ProblemCode,
    RateLimited,
    Request,
    SignalboxError,
    StaleVersion,
    Unauthenticated,
    Unavailable,
    Unreachable,
)
from signalbox_client.core import origin_of

BUSY = {"code": "unavailable", "detail": "The database is away."}


def keys(server: Scripted) -> list[str | None]:
    return [request.headers.get("Idempotency-Key") for request in server.asked]


def test_a_request_is_repeated_with_the_same_key_until_there_is_an_answer():
    server = Scripted(CUT, json_of(BUSY, 503), json_of(BUSY, 502), json_of(game(), 201))

    assert server.client().games.create(ruleset="london", seats=2).id == GAME

    assert len(server.slept) == 3
    assert server.slept[0] < server.slept[2]
    (key,) = set(keys(server))
    assert key


def test_a_proof_waits_until_the_public_log_has_the_end_of_the_game():
    soon = {"version": 2, "proof_due": timestamp(seconds=200)}
    server = Scripted(
        json_of(soon), json_of(soon), json_of({"version": 2, "proof": {}}), json_of({"keys": []})
    )
    server.answers.append(httpx.Response(200, text="no export"))

    with pytest.raises(ValueError, match="line 1"):
        server.client().games.verify(GAME)

    assert [path.rpartition("/")[2] for path in server.paths()][:4] == [*["receipt"] * 3, "signalbox-key"]
    assert len(server.slept) == 2


@pytest.mark.parametrize("seconds", [-1, 3600])
def test_it_does_not_wait_in_vain(seconds):
    """A private game may be due in an hour, and a log that is late may stay late."""
    receipt = {"version": 2, "proof_due": timestamp(seconds=seconds)}
    server = Scripted(json_of(receipt), json_of({"keys": []}), httpx.Response(200, text="no export"))

    with pytest.raises(ValueError, match="line 1"):
        server.client().games.verify(GAME)

    assert not server.slept


def timestamp(**span: float) -> str:
    return (datetime.now(UTC) + timedelta(**span)).isoformat()


def test_the_async_client_does_the_same(monkeypatch):
    slept = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr("asyncio.sleep", sleep)
    server = Scripted(CUT, json_of(BUSY, 503, Retry_After="7"), json_of(game(), 201))

    found = server.awaited(lambda client: client.games.create(ruleset="london", seats=2))

    assert (found.id, slept[1]) == (GAME, 7)
    assert len(set(keys(server))) == 1


def test_a_key_of_ones_own_is_used():
    server = Scripted(json_of(game()))

    server.client().games.start(GAME, idempotency_key="mine")

    assert keys(server) == ["mine"]


def test_what_could_happen_twice_is_sent_once():
    server = Scripted(CUT)

    with pytest.raises(Unreachable, match="cut off"):
        server.client().players.sign_up(name="ada")

    assert (len(server.asked), keys(server)) == (1, [None])


def test_it_waits_as_long_as_the_server_asks_for():
    server = Scripted(json_of({}, 429, Retry_After="60"), json_of(game()))

    server.client().games.get(GAME)

    assert server.slept == [60]


def test_it_does_not_wait_for_hours():
    server = Scripted(json_of({"code": "throttled", "detail": "Too much."}, 429, Retry_After="3600"))

    with pytest.raises(RateLimited) as refused:
        server.client().games.get(GAME)

    assert (refused.value.retry_after, server.slept) == (3600, [])


def test_it_gives_up_in_the_end():
    for answer, error in ((CUT, Unreachable), (json_of(BUSY, 503), Unavailable)):
        server = Scripted(*[answer] * 3)
        with pytest.raises(error):
            server.client(retries=2).games.get(GAME)


@pytest.mark.parametrize(
    ("status", "members", "kind"),
    [
        (400, {"code": "invalid"}, Invalid),
        (422, {"code": "malformed"}, Invalid),
        (422, {"code": "mixed_colors", "rule": "CLAIM-2"}, IllegalAction),
        (409, {"code": "not_your_turn", "rule": "TURN-1"}, IllegalAction),
        (409, {"code": "stale_version"}, StaleVersion),
        (409, {"code": "table_full"}, Conflict),
        (401, {"code": "unauthenticated"}, Unauthenticated),
        (403, {"code": "missing_scope"}, Forbidden),
        (404, {"code": "not_found"}, NotFound),
        (500, {"code": "internal_error"}, Unavailable),
        (418, {"code": "of_the_future"}, Problem),
    ],
)
def test_a_problem_is_an_exception_of_its_family(status, members, kind):
    server = Scripted(json_of({**members, "detail": "Why.", "status": status}, status))

    with pytest.raises(SignalboxError) as refused:
        server.client(retries=0).games.get(GAME)

    assert type(refused.value) is kind
    assert isinstance(refused.value, Problem)
    assert (refused.value.code, refused.value.rule, str(refused.value)) == (
        members["code"],
        members.get("rule"),
        "Why.",
    )


def test_the_context_of_a_problem_is_typed():
    context = {"version": 9, "actions": [{"type": "draw_card", "pile": "transport"}, {"type": "fly"}]}
    server = Scripted(json_of({"code": "stale_version", "detail": "Stale.", "context": context}, 409))

    with pytest.raises(StaleVersion) as refused:
        server.client().games.act(GAME, {"type": "pass"}, expected_version=3)

    assert refused.value.code == ProblemCode.STALE_VERSION
    assert refused.value.version == 9
    assert [action.type for action in refused.value.actions] == ["draw_card", "fly"]


def test_an_error_page_of_a_proxy_is_a_problem_too():
    server = Scripted(*[httpx.Response(502, text="<html>Bad gateway")] * 2)

    with pytest.raises(Unavailable, match="The server answered 502"):
        server.client(retries=1).games.get(GAME)


def test_arguments_go_where_the_document_says():
    page = {"items": [], "next": None}
    server = Scripted(json_of(page), json_of({}, 204), json_of(game()))
    client = server.client(user_agent="mine/1")

    client.games.list(status=["open", "playing"], open_seats=True, limit=5)
    client.me.unblock_player("a/b")
    client.games.rename_table(GAME, name="Friday")

    listed, unblocked, renamed = server.asked
    assert dict(listed.url.params) == {"status": "open,playing", "open_seats": "true", "limit": "5"}
    assert listed.headers["Authorization"] == "Bearer t"
    assert listed.headers["User-Agent"].startswith("mine/1 signalbox-client/")
    assert unblocked.url.raw_path == b"/api/v1/me/blocks/a%2Fb"
    assert renamed.content == b'{"name":"Friday"}'


def test_all_pages_of_a_list_are_one():
    entry = {"name": "a", "scopes": [], "created_at": "2026-01-31T18:00:00Z", "links": {"self": "/x"}}
    pages = [
        {"items": [{**entry, "id": "1"}], "next": "more"},
        {"items": [{**entry, "id": "2"}], "next": None},
    ]
    server = Scripted(*map(json_of, pages))

    assert [token.id for token in server.client().me.iterate_tokens(limit=1)] == ["1", "2"]
    assert dict(server.asked[1].url.params) == {"limit": "1", "cursor": "more"}


def test_an_operation_of_the_future_can_be_called():
    server = Scripted(json_of({"answer": 42}))

    assert server.client().call(Request("GET", "/api/v1/future", answer=dict)) == {"answer": 42}


@pytest.mark.parametrize(
    "url", ["localhost:8000", "ftp://server", "http://", "http://server:0", "http://a b/"]
)
def test_what_is_not_an_address_is_refused(url):
    with pytest.raises(ValueError, match="is not the address of a server"):
        Client(url)


def test_the_address_of_the_api_will_do():
    server = Scripted(json_of(game()))
    client = server.client()
    assert {origin_of(f"http://server{end}") for end in ("", "/", "/api/v1", "/api/v1/")} == {"http://server"}
    client.games.get(GAME)
    assert server.paths() == [f"/api/v1/games/{GAME}"]
