"""Signing in by OAuth: in a browser on this machine, or with a code on any other."""

from __future__ import annotations

import base64
import secrets
import socket
import time
import webbrowser
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, Final, Self
from urllib.parse import parse_qsl, urlencode, urlsplit

from signalbox_client.auth import Tokens, granted, oauth_answer
from signalbox_client.core import origin_of
from signalbox_client.errors import SignInFailed
from signalbox_client.record import Record, read
from signalbox_client.request import Request
from signalbox_client.steps import Steps, Wire, send, sleep
from signalbox_client.sync import Client

DISCOVERY: Final = "/.well-known/oauth-authorization-server"
DEVICE_GRANT: Final = "urn:ietf:params:oauth:grant-type:device_code"
SLOWER_SECONDS: Final = 5.0
SCOPES: Final = ("games:read", "games:play")
REDIRECT_URI: Final = "http://127.0.0.1/callback"
PAGE: Final = b"<!doctype html><title>Signalbox</title><p>You can close this page and go back to the program."


class Device(Record, kw_only=True):
    """What to show to the user: the address, and the code to type in there."""

    device_code: str
    user_code: str
    verification_uri: str
    verification_uri_complete: str | None = None
    expires_in: float
    interval: float = 5.0


def sign_in_with_device(
    url: str,
    client_id: str,
    *,
    scopes: Sequence[str] = SCOPES,
    show: Callable[[Device], Any],
    wait: Callable[[float], Any] = time.sleep,
) -> Tokens:
    """Ask the user to type a code in elsewhere, and wait until that is done."""
    with Client(url, sleep=wait) as client:
        return client.call(_by_device(origin_of(url), client_id, scopes, show))


def _by_device(
    origin: str, client_id: str, scopes: Sequence[str], show: Callable[[Device], Any]
) -> Steps[Tokens]:
    form = {"client_id": client_id, "scope": " ".join(scopes)}
    reply = yield from send(Wire("POST", f"{origin}/oauth/device-authorization", form=form))
    device = read(oauth_answer(reply), Device)
    show(device)
    form = {"grant_type": DEVICE_GRANT, "client_id": client_id, "device_code": device.device_code}
    interval = device.interval
    while True:
        yield from sleep(interval)
        try:
            return (yield from granted(origin, form))
        except SignInFailed as failed:
            if failed.error == "slow_down":
                interval += SLOWER_SECONDS
            elif failed.error != "authorization_pending":
                raise


def sign_in_with_browser(
    url: str,
    client_id: str,
    *,
    scopes: Sequence[str] = SCOPES,
    redirect_uri: str = REDIRECT_URI,
    open_browser: Callable[[str], Any] = webbrowser.open,
    seconds: float = 300.0,
) -> Tokens:
    """Open a browser and wait for its return to this machine.

    `redirect_uri` is a loopback address as registered for the app; the port is a free one.
    """
    verifier, state = secrets.token_urlsafe(48), secrets.token_urlsafe(16)
    with Client(url) as client, Callback(redirect_uri) as server:
        found = client.call(Request("GET", DISCOVERY, answer=dict))
        asked = {
            "response_type": "code",
            "client_id": client_id,
            "redirect_uri": server.redirect_uri,
            "scope": " ".join(scopes),
            "state": state,
            "code_challenge": challenge_of(verifier),
            "code_challenge_method": "S256",
        }
        open_browser(f"{found['authorization_endpoint']}?{urlencode(asked)}")
        answer = server.wait(seconds)
        code = code_in(answer, state=state, issuer=found["issuer"])
        form = {"grant_type": "authorization_code", "client_id": client_id, "code": code}
        proof = {"code_verifier": verifier, "redirect_uri": server.redirect_uri}
        return client.call(granted(origin_of(url), form | proof))


def challenge_of(verifier: str) -> str:
    return base64.urlsafe_b64encode(sha256(verifier.encode()).digest()).rstrip(b"=").decode()


def code_in(answer: Mapping[str, str], *, state: str, issuer: str) -> str:
    """The code, if the answer belongs to our question and comes from our server."""
    if not secrets.compare_digest(answer.get("state", ""), state):
        raise SignInFailed("invalid_request", "The answer does not belong to this sign-in.")
    if answer.get("iss") != issuer:
        raise SignInFailed("invalid_request", "The answer comes from another server.")
    if "code" not in answer:
        raise SignInFailed(answer.get("error", "no_code"), answer.get("error_description", ""))
    return answer["code"]


class Callback:
    """Where the browser comes back to: one request, on a port of this machine alone.

    Browsers open connections in advance and say nothing on them, so each has a thread of its own.
    """

    def __init__(self, registered: str) -> None:
        answers = self._answers = SimpleQueue[dict[str, str]]()
        address = urlsplit(registered)

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                parts = urlsplit(self.path)
                is_ours = parts.path == address.path
                self.send_response(200 if is_ours else 404)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.end_headers()
                if is_ours:
                    self.wfile.write(PAGE)
                    answers.put(dict(parse_qsl(parts.query)))

            def log_message(self, *_: Any) -> None:
                """The address has the code in it."""

        self._server = server_at(address.hostname or "", Handler)
        host = address.netloc.removesuffix(f":{address.port}")
        self.redirect_uri = address._replace(netloc=f"{host}:{self._server.server_port}").geturl()

    def wait(self, seconds: float) -> dict[str, str]:
        try:
            return self._answers.get(timeout=seconds)
        except Empty:
            raise SignInFailed("timeout", "Nobody came back from the browser in time.") from None

    def __enter__(self) -> Self:
        Thread(target=self._server.serve_forever, args=(0.1,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()


def server_at(host: str, handler: type[BaseHTTPRequestHandler]) -> ThreadingHTTPServer:
    """On a free port of a loopback address, by whichever protocol it is of."""

    class Server(ThreadingHTTPServer):
        address_family = socket.AF_INET6 if ":" in host else socket.AF_INET

    return Server((host, 0), handler)


def sign_out(url: str, client_id: str, tokens: Tokens) -> None:
    """End what the user has allowed."""
    form = {"client_id": client_id, "token": tokens.refresh_token or tokens.access_token}
    with Client(url) as client:
        client.call(_revoked(f"{origin_of(url)}/oauth/revoke", form))


def _revoked(endpoint: str, form: dict[str, str]) -> Steps[None]:
    oauth_answer((yield from send(Wire("POST", endpoint, form=form))))
