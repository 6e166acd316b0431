"""A witness over HTTP: `POST /add-checkpoint`, and `GET /HASH/checkpoint` for what it has cosigned.

Anybody may ask, so everything is bounded: the bytes of a request, the time of a connection, and how many are
served at once. TLS and limits by address are the business of a proxy in front.
"""

from __future__ import annotations

import re
import socket
import sys
from http.server import BaseHTTPRequestHandler
from socketserver import ThreadingTCPServer
from threading import BoundedSemaphore, Timer
from typing import Any, Final

from proof.printed import complain
from proof.transparency.memory import NotRemembered
from proof.transparency.submissions import Refused, Witness

MOST_BYTES: Final = 64 * 1024
MOST_AT_ONCE: Final = 32
SECONDS: Final = 10.0  # of a connection, however slowly it sends
_CHECKPOINT: Final = re.compile(r"/([0-9a-f]{64})/checkpoint")


class Endpoint(ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True
    request_queue_size = 64

    def __init__(self, host: str, port: int, witness: Witness) -> None:
        self.address_family = socket.AF_INET6 if ":" in host else socket.AF_INET
        self.witness, self._places = witness, BoundedSemaphore(MOST_AT_ONCE)
        super().__init__((host, port), _Handler)

    def process_request(self, request: Any, client_address: Any) -> None:
        if self._places.acquire(blocking=False):
            super().process_request(request, client_address)
        else:
            self.shutdown_request(request)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        end = Timer(SECONDS, _cut, [request])
        end.daemon = True
        end.start()
        try:
            super().process_request_thread(request, client_address)
        finally:
            end.cancel()
            self._places.release()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A connection that ended early is nobody's fault; the witness goes on after anything else, too."""
        error = sys.exception()
        if not isinstance(error, OSError):
            complain(f"witness: {type(error).__name__}: {error}")


def _cut(request: socket.socket) -> None:
    try:
        request.shutdown(socket.SHUT_RDWR)
    except OSError:
        return


class _Handler(BaseHTTPRequestHandler):
    server: Endpoint
    server_version, sys_version = "signalbox-witness", ""

    def do_POST(self) -> None:
        try:
            self._answer(200, self.server.witness.add_checkpoint(self._body()))
        except Refused as refused:
            self._answer(refused.status, refused.text, refused.kind)
        except (NotRemembered, OSError) as error:
            complain(f"witness: nothing was signed: {error}")
            self._answer(500, "this witness cannot remember")

    def do_GET(self) -> None:
        found = _CHECKPOINT.fullmatch(self.path)
        note = self.server.witness.checkpoint(found[1]) if found else None
        self._answer(404 if note is None else 200, note or "nothing was cosigned")

    def _body(self) -> bytes:
        if self.path != "/add-checkpoint":
            raise Refused(404, "a witness answers POST /add-checkpoint")
        length = self.headers.get("Content-Length", "")
        if not re.fullmatch(r"\d{1,9}", length, re.ASCII):
            raise Refused(411, "a request has a length")
        if int(length) > MOST_BYTES:
            raise Refused(413, f"a request has at most {MOST_BYTES} bytes")
        return self.rfile.read(int(length))

    def _answer(self, status: int, text: str, kind: str = "text/plain; charset=utf-8") -> None:
        data = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 (its name there)
        """A proxy logs requests."""
