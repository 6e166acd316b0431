"""Everything at one address, with a real Caddy in front: what it carries, what it keeps away."""

import gzip
import json
import re
import resource
import select
import socket
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from tests.e2e.bot_tables import Host
from tests.e2e.runs import Run, running
from tests.support.processes import eventually

SLOW, IDLE = 80, 1100
WAITING = 40
SLOW_LOGIN = (
    b"POST /admin/login/ HTTP/1.1\r\nHost: localhost\r\n"
    b"Cookie: csrftoken=abcdefghijklmnopqrstuvwxyzABCDEF\r\n"
    b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\n{"
)


@pytest.fixture(scope="module")
def host(run) -> Host:
    return Host(run, "hannah")


@contextmanager
def asked(run: Run, path: str, **headers: str) -> Iterator[HTTPResponse]:
    connection = HTTPConnection("127.0.0.1", run.port, timeout=60)
    try:
        connection.request("GET", path, headers={name.replace("_", "-"): v for name, v in headers.items()})
        yield connection.getresponse()
    finally:
        connection.close()


def wires(run: Run, count: int, words: bytes) -> list[socket.socket]:
    made = [socket.create_connection(("127.0.0.1", run.port)) for _ in range(count)]
    for wire in made:
        wire.sendall(words)
    return made


def test_requests_pages_and_streams_share_one_address(run, host):
    game = host.table("random", "random", bot_delay=60_000)
    _, index = run.get("/api/v1")
    _, table = run.get(f"/api/v1/games/{game}")

    assert run.get("/docs")[0] == 200
    assert all(link.startswith("/") for link in index["links"].values())
    assert table["links"]["stream"] == f"/api/v1/games/{game}/stream"
    with asked(run, table["links"]["stream"]) as stream:
        assert (stream.status, stream.getheader("Content-Type")) == (200, "text/event-stream")
        assert b"event: view" in (stream.readline(), stream.readline(), stream.readline().strip())


def test_a_stream_with_a_token_is_answered_where_it_is_asked_for(run, host):
    with asked(
        run, "/api/v1/me/stream", Authorization=f"Bearer {host.token}", Accept_Encoding="gzip"
    ) as stream:
        told = [stream.readline().strip() for _ in range(3)]

    assert (stream.status, stream.getheader("Content-Encoding")) == (200, None)
    assert b"event: standing" in told


def test_a_long_poll_waits_for_what_comes(run, host):
    wish = {"ruleset": "london", "seats": 2, "bots": ["random"]}
    game = host.post("/games", wish)["id"]
    _, before = run.get(f"/api/v1/games/{game}/events")
    heard: list[Any] = []
    waiting = f"/api/v1/games/{game}/events?after={before['version']}&wait=30"
    poll = Thread(target=lambda: heard.append(run.get(waiting)))
    poll.start()
    host.post(f"/games/{game}/start", {})
    poll.join()

    assert heard[0][0] == 200
    assert heard[0][1]["items"]


def test_many_long_polls_take_no_thread_of_the_web_server(run, host):
    game = host.post("/games", {"ruleset": "london", "seats": 2, "bots": ["random"]})["id"]
    version = run.get(f"/api/v1/games/{game}")[1]["version"]
    ask = f"GET /api/v1/games/{game}/events?after={version}&wait=30 HTTP/1.1\r\nHost: localhost\r\n\r\n"
    polls = wires(run, WAITING, ask.encode())
    try:
        eventually(lambda: waiting(run) == WAITING, what="waiting")
        answers = [run.get(f"/api/v1/games/{game}")[0] for _ in range(5)]
        assert select.select(polls, [], [], 0)[0] == []
        host.post(f"/games/{game}/start", {})
        firsts = [wire.recv(12) for wire in polls]
    finally:
        for wire in polls:
            wire.close()

    assert answers == [200] * 5
    assert firsts == [b"HTTP/1.1 200"] * WAITING


def waiting(run: Run) -> int:
    text = run.get("/metrics")[1]
    return int(float(text.partition("\nsignalbox_polls_waiting ")[2].partition("\n")[0] or 0))


def test_large_answers_are_compressed_for_those_who_can_read_them(run):
    with asked(run, "/api/v1/rulesets/world") as plain:
        whole = plain.read()
    with asked(run, "/api/v1/rulesets/world", Accept_Encoding="gzip") as packed:
        small = packed.read()
    with asked(run, "/api/v1/rulesets/world", Accept_Encoding="zstd, gzip") as best:
        best.read()

    assert gzip.decompress(small) == whole
    assert len(small) < len(whole) / 4
    assert best.getheader("Content-Encoding") == "zstd"


@pytest.mark.parametrize(
    ("path", "status", "media_type"),
    [
        ("/api/v1/games/{game}/export", 200, "application/x-ndjson"),
        ("/api/v1/games/{game}/board.svg", 200, "image/svg+xml"),
        ("/api/v1/games/{game}/events", 200, "application/json"),
        ("/api/v1/games/{game}/events?after=0&wait=1", 200, "application/json"),
        ("/api/v1/games?" + "&".join(f"unknown{n}=1" for n in range(20)), 400, "application/problem+json"),
        ("/api/v1/schema?format=yaml", 200, "application/yaml"),
        ("/docs", 200, "text/html"),
    ],
)
def test_text_of_every_kind_is_compressed(run, host, path, status, media_type):
    game = host.table("random", "random", bot_delay=60_000) if "{game}" in path else ""
    with asked(run, path.format(game=game), Accept_Encoding="gzip") as answer:
        body = gzip.decompress(answer.read())

    assert (answer.status, str(answer.getheader("Content-Type")).split(";")[0]) == (status, media_type)
    assert answer.getheader("Content-Encoding") == "gzip"
    assert body


@pytest.mark.parametrize("media_type", ["text/event-stream", "application/x-ndjson"])
def test_a_stream_is_never_compressed(run, host, media_type):
    game = host.table("random", "random", bot_delay=60_000)
    path = f"/api/v1/games/{game}/stream"
    with asked(run, path, Accept=media_type, Accept_Encoding="zstd, gzip") as stream:
        assert (stream.status, stream.getheader("Content-Type")) == (200, media_type)
        assert stream.getheader("Content-Encoding") is None
        assert stream.readline()


def test_the_etag_of_a_compressed_answer_is_good_for_if_match(run, host):
    wish = {"ruleset": "london", "seats": 2, "bots": ["random"], "options": {"first": "1"}}
    game = host.post("/games", wish)["id"]
    offer = host.post(f"/games/{game}/start", {})["view"]["seats"][0]["offer"]
    mine = {"Authorization": f"Bearer {host.token}"}
    with asked(run, f"/api/v1/games/{game}", Accept_Encoding="gzip", **mine) as table:
        etag = str(table.getheader("ETag"))

    assert etag.endswith('-gzip"')
    request = urllib.request.Request(
        f"http://127.0.0.1:{run.port}/api/v1/games/{game}/actions",
        data=json.dumps({"type": "keep_tickets", "tickets": offer}).encode(),
        headers={**mine, "Content-Type": "application/json", "If-Match": etag},
    )
    with urllib.request.urlopen(request, timeout=60) as answer:  # noqa: S310
        assert answer.status == 201


def left(answer: HTTPResponse) -> int:
    match = re.search(r'"address";r=(\d+)', str(answer.getheader("RateLimit")))
    assert match
    return int(match[1])


def test_a_client_cannot_choose_the_address_it_is_counted_by(run):
    def standing(address: str) -> int:
        with asked(run, "/api/v1", X_Forwarded_For=address, X_Real_IP=address) as answer:
            return left(answer)

    def is_one_count() -> bool:
        """When Redis was late, the process has counted alone for a moment."""
        first = standing("203.0.113.1")
        return [standing("203.0.113.2"), standing("203.0.113.3, 198.51.100.7")] == [first - 1, first - 2]

    eventually(is_one_count, what="one count for all three")


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/api/v1",
        "/api/v1/me/stream",
        "/api/v1/me/notices?wait=1",
        "/metrics",
        "/docs",
        "/log/checkpoint",
    ],
)
def test_a_name_that_was_made_to_lead_here_is_not_answered(run, path):
    """Otherwise a page of that name would be of our own origin."""
    with asked(run, path, Host=f"rebound.example:{run.port}") as answer:
        assert answer.status == 400


def test_figures_are_for_this_machine_and_not_for_what_another_proxy_passes_on(run):
    assert "signalbox_http_requests_total" in run.get("/metrics")[1]
    with asked(run, "/metrics", X_Forwarded_For="203.0.113.1") as answer:
        assert (answer.status, json.load(answer)["code"]) == (404, "not_found")


@pytest.mark.parametrize("token", ["", "Authorization: Bearer sb_wrong\r\n"])
def test_nothing_is_kept_of_a_large_body_without_a_token(run, token):
    """The answer comes while the body is unsent, and a page of another origin can read it."""
    with socket.create_connection(("127.0.0.1", run.port), timeout=60) as wire:
        wire.sendall(
            f"POST /api/v1/imports HTTP/1.1\r\nHost: localhost\r\nOrigin: https://pages.example\r\n{token}"
            f"Content-Type: application/x-ndjson\r\nContent-Length: {4 << 20}\r\n\r\n".encode()
        )
        head, _, body = b"".join(iter(lambda: wire.recv(4096), b"")).partition(b"\r\n\r\n")

    assert head.startswith(b"HTTP/1.1 401 ")
    assert b"access-control-allow-origin: *" in head.lower()
    assert json.loads(body)["code"] == "unauthenticated"


def test_a_large_body_with_a_token_reaches_the_web_server(run, host):
    with pytest.raises(urllib.error.HTTPError) as refused:
        host.ask("POST", "/games", b'{"padding": "%s"}' % (b"x" * 100_000))

    with refused.value as answer:
        assert (answer.code, json.load(answer)["code"]) == (400, "invalid")


def test_slow_bodies_do_not_stop_the_api(run):
    slow = wires(run, SLOW, SLOW_LOGIN)
    try:
        answers = [run.get(path)[0] for path in ("/healthz", "/api/v1/games") for _ in range(5)]
    finally:
        for wire in slow:
            wire.close()

    assert answers == [200] * 10


def test_idle_connections_do_not_stop_the_api(run):
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < 2 * IDLE:
        pytest.skip(f"this account may open {hard} files, and {2 * IDLE} are needed")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, 2 * IDLE), hard))
    with ExitStack() as stack:
        stack.callback(resource.setrlimit, resource.RLIMIT_NOFILE, (soft, hard))
        idle = wires(run, IDLE // 2, b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        idle += wires(run, IDLE // 2, b"GET /healthz HTTP/1.1\r\nHost: lo")
        for wire in idle:
            stack.callback(wire.close)

        assert [run.get(path)[0] for path in ("/healthz", "/api/v1/games") for _ in range(5)] == [200] * 10


def test_while_the_web_server_is_away_clients_are_asked_to_come_again(run):
    eventually(lambda: run.child("granian")).kill()

    def refused() -> HTTPResponse | None:
        with asked(run, "/api/v1") as answer:
            assert answer.status in (200, 503)
            return answer if answer.status == 503 else None

    answer = eventually(refused, every=0.01)
    assert answer
    assert answer.getheader("Retry-After")
    assert answer.getheader("Content-Type") == "application/problem+json"
    eventually(run.is_ready, what="being ready again")


def test_the_proxy_writes_in_the_data_folder_and_logs_no_token(run, host):
    proxy = eventually(lambda: run.child("caddy"))
    environment = proxy.environ()

    assert {Path(environment[name]).parent for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME")} == {
        run.data / "run"
    }
    assert not {"SECRET_KEY", "SIGNING_KEY", "SEALING_KEY", "DATABASE_URL"} & set(environment)
    assert host.token not in run.log()


def test_without_the_proxy_streams_have_a_port_of_their_own(tmp_path):
    with running(tmp_path / "data", PROXY="none", WEB_PROCESSES="1", TASK_PROCESSES="1") as run:
        host = Host(run, "hannah")
        game = host.table("random", "random", bot_delay=60_000)
        address = f"http://localhost:{run.streams_port}/api/v1/games/{game}/stream"

        assert run.child("caddy") is None
        assert run.get(f"/api/v1/games/{game}")[1]["links"]["stream"] == address
        with asked(run, f"/api/v1/games/{game}/stream") as answer:
            assert (answer.status, answer.getheader("Location")) == (307, address)
        waiting = "/api/v1/me/notices?after=0&wait=30"
        with asked(run, waiting, Authorization=f"Bearer {host.token}") as answer:
            link = f'<http://localhost:{run.streams_port}{waiting}>; rel="monitor"'
            assert (answer.status, answer.getheader("Link")) == (200, link)
        with asked(run, "/api/v1/me/stream", Authorization=f"Bearer {host.token}") as answer:
            told = json.load(answer)
        assert (answer.status, told["code"]) == (421, "served_elsewhere")
        mine = {"Authorization": f"Bearer {host.token}"}
        request = urllib.request.Request(told["context"]["url"], headers=mine)  # noqa: S310
        with urllib.request.urlopen(request, timeout=60) as stream:  # noqa: S310
            assert stream.status == 200
        assert b" 400 " in cut_off(run, host)
        assert len(host.get("/games")["items"]) == 1


def cut_off(run: Run, host: Host) -> bytes:
    """The first line of the answer to a body that is a whole object and yet shorter than announced."""
    body = b'{"ruleset": "london", "seats": 2}'
    with socket.create_connection(("127.0.0.1", run.port), timeout=60) as wire:
        wire.sendall(
            b"POST /api/v1/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            b"Authorization: Bearer %s\r\nContent-Length: %d\r\n\r\n%s"
            % (host.token.encode(), len(body) + 9, body)
        )
        wire.shutdown(socket.SHUT_WR)
        return wire.recv(4096).partition(b"\r\n")[0]


@pytest.mark.parametrize(("path", "size"), [("/api/v1/players/x", 60_000), ("/api/v1/games", 400_000)])
def test_a_large_body_does_not_hide_why_it_is_refused(run, path, size):
    """The web server reads it before it answers; else it would hang up on the proxy, which then says 503."""

    def status() -> int:
        connection = HTTPConnection("127.0.0.1", run.port, timeout=60)
        try:
            connection.request("POST", path, b"x" * size, {"Authorization": "Bearer sb_wrong"})
            return connection.getresponse().status
        finally:
            connection.close()

    assert {status() for _ in range(20)} == {401}


def test_a_body_that_was_cut_off_changes_nothing_behind_the_proxy(run, host):
    before = len(host.get("/me/games")["items"])

    assert re.match(rb"HTTP/1.1 4\d\d ", cut_off(run, host))
    assert len(host.get("/me/games")["items"]) == before
