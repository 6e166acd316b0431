"""Tokens: refreshed in time and once, and where they come from."""

import json
import threading
import time
from urllib.parse import parse_qs, parse_qsl, urlencode, urlsplit

import httpx
import pytest
from scripted_server import GAME, Scripted, game, json_of

from signalbox_client import (
    SignInFailed,
    Tokens,
    plain,
    sign_in,
    sign_in_with_browser,
    sign_in_with_device,
    sign_out,
)

OLD = Tokens(access_token="old", refresh_token="r1", expires_at=time.time() + 3600, scope="games:read")
NEW = {"access_token": "new", "refresh_token": "r2", "expires_in": 3600, "scope": "games:read"}
EXPIRED = {"code": "invalid_token", "detail": "The token is unknown, revoked or expired."}


def bearers(server: Scripted) -> list[str]:
    return [found.headers["Authorization"] for found in server.asked if "Authorization" in found.headers]


def test_a_token_that_runs_out_is_refreshed_before_it_is_used():
    kept: list[Tokens] = []
    late = Tokens(access_token="old", refresh_token="r1", expires_at=time.time() + 5)
    server = Scripted(json_of(NEW), json_of(game()), json_of(game()))
    client = server.client(None, tokens=late, client_id="app", save=kept.append)

    client.games.get(GAME)
    client.games.get(GAME)

    form = parse_qs(server.asked[0].content.decode())
    assert form == {"grant_type": ["refresh_token"], "refresh_token": ["r1"], "client_id": ["app"]}
    assert bearers(server) == ["Bearer new"] * 2
    assert [tokens.refresh_token for tokens in kept] == ["r2"]


def test_a_token_that_was_refused_is_refreshed_once():
    server = Scripted(json_of(EXPIRED, 401), json_of(NEW), json_of(game()))

    server.client(None, tokens=OLD, client_id="app").games.get(GAME)

    assert bearers(server) == ["Bearer old", "Bearer new"]


def test_what_cannot_be_refreshed_ends_the_sign_in():
    gone = {"error": "invalid_grant", "error_description": "It was used before."}
    server = Scripted(json_of(EXPIRED, 401), json_of(gone, 400), json_of(gone, 400))
    client = server.client(None, tokens=OLD, client_id="app")

    with pytest.raises(SignInFailed, match="used before") as failed:
        client.games.get(GAME)
    assert failed.value.error == "invalid_grant"


def test_threads_refresh_once():
    """A refresh token that comes twice would end everything."""
    late = Tokens(access_token="old", refresh_token="r1", expires_at=0)
    server = Scripted(json_of(NEW), *[json_of(game()) for _ in range(4)])
    client = server.client(None, tokens=late, client_id="app")

    threads = [threading.Thread(target=client.games.get, args=(GAME,)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert bearers(server) == ["Bearer new"] * 4


def test_refreshing_takes_the_app():
    with pytest.raises(ValueError, match="client_id"):
        Scripted().client(None, tokens=OLD)


@pytest.fixture
def server(monkeypatch) -> Scripted:
    found = Scripted()
    http = httpx.Client
    monkeypatch.setattr("httpx.Client", lambda: http(transport=httpx.MockTransport(found)))
    return found


def test_by_device_it_shows_the_code_and_waits_as_it_is_told(server):
    device = {
        "device_code": "d",
        "user_code": "ABCD",
        "verification_uri": "/device",
        "expires_in": 600,
        "interval": 2,
    }
    pending, slower = {"error": "authorization_pending"}, {"error": "slow_down"}
    server.answers = [json_of(device), json_of(pending, 400), json_of(slower, 400), json_of(NEW)]
    shown, waited = [], []

    tokens = sign_in_with_device("http://server", "app", show=shown.append, wait=waited.append)

    assert (tokens.access_token, shown[0].user_code, waited) == ("new", "ABCD", [2, 2, 7])
    assert parse_qs(server.asked[0].content.decode())["scope"] == ["games:read games:play"]


def test_by_device_a_refusal_ends_it(server):
    device = {"device_code": "d", "user_code": "ABCD", "verification_uri": "/device", "expires_in": 600}
    server.answers = [json_of(device), json_of({"error": "access_denied"}, 400)]

    with pytest.raises(SignInFailed, match="access_denied"):
        sign_in_with_device("http://server", "app", show=print, wait=lambda _: None)


FOUND = {"issuer": "http://server", "authorization_endpoint": "http://server/oauth/authorize"}


def come_back(address: str, **more: str) -> None:
    """What a browser does after the user has agreed."""
    asked = dict(parse_qsl(urlsplit(address).query))
    answer = {"code": "c", "state": asked["state"], "iss": "http://server", **more}
    request = f"{asked['redirect_uri']}?{urlencode(answer)}"
    threading.Thread(target=httpx.get, args=(request,)).start()


def test_in_a_browser_the_code_is_redeemed_with_its_proof(server):
    server.answers = [json_of(FOUND), json_of(NEW)]
    opened: list[str] = []

    def browser(address: str) -> None:
        opened.append(address)
        come_back(address)

    tokens = sign_in_with_browser("http://server", "app", scopes=["games:read"], open_browser=browser)

    asked, form = (
        dict(parse_qsl(urlsplit(opened[0]).query)),
        dict(parse_qsl(server.asked[1].content.decode())),
    )
    assert tokens.access_token == "new"
    assert sign_in.challenge_of(form["code_verifier"]) == asked["code_challenge"]
    assert form["redirect_uri"] == asked["redirect_uri"]
    assert asked["scope"] == "games:read"


@pytest.mark.parametrize(
    "registered", ["http://127.0.0.1/back", "http://localhost:8080/back", "http://[::1]/back"]
)
def test_it_comes_back_to_the_address_that_the_app_has_registered_at_a_free_port(server, registered):
    server.answers = [json_of(FOUND), json_of(NEW)]

    sign_in_with_browser("http://server", "app", redirect_uri=registered, open_browser=come_back)

    form = dict(parse_qsl(server.asked[1].content.decode()))
    used, wished = urlsplit(form["redirect_uri"]), urlsplit(registered)
    assert (used.hostname, used.path) == (wished.hostname, wished.path)
    assert used.port not in (None, 8080)


def test_signing_out_ends_what_the_user_has_allowed(server):
    server.answers = [json_of({}), json_of({"error": "invalid_client"}, 401)]

    sign_out("http://server/", "app", OLD)

    assert server.asked[0].url == "http://server/oauth/revoke"
    assert parse_qs(server.asked[0].content.decode()) == {"client_id": ["app"], "token": ["r1"]}
    with pytest.raises(SignInFailed, match="invalid_client"):
        sign_out("http://server", "app", OLD)


@pytest.mark.parametrize("wrong", [{"state": "forged"}, {"iss": "http://elsewhere"}])
def test_an_answer_that_is_not_ours_is_refused(server, wrong):
    server.answers = [json_of(FOUND)]

    with pytest.raises(SignInFailed):
        sign_in_with_browser("http://server", "app", open_browser=lambda address: come_back(address, **wrong))
    assert len(server.asked) == 1


def test_nobody_waits_for_ever(server):
    server.answers = [json_of(FOUND)]

    with pytest.raises(SignInFailed, match="in time"):
        sign_in_with_browser("http://server", "app", open_browser=lambda _: None, seconds=0)


def test_tokens_can_be_kept_as_json():
    assert json.loads(json.dumps(plain(OLD)))["refresh_token"] == "r1"
