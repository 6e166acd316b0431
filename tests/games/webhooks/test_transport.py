"""One POST: bounded in every way, to an address that was checked."""

from __future__ import annotations

import datetime as dt
import socket
import ssl
import time
from functools import partial
from pathlib import Path
from uuid import UUID

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from games.webhooks import transport
from games.webhooks.targets import addresses_of
from games.webhooks.transport import MAX_READ
from tests.support.webhook_receiver import Received, Reply

pytestmark = pytest.mark.usefixtures("nearby")
post = partial(transport.post, player=UUID(int=1))


def test_a_post_brings_the_body_and_the_headers_and_the_answer_comes_back(receiver):
    receiver.answering = lambda _: Reply(202, b"thanks")
    answer = post(f"{receiver.url}?a=b", {"webhook-id": "one"}, b'{"x":1}')

    assert (answer.status, answer.body, answer.is_whole, answer.error) == (202, b"thanks", True, "")
    (received,) = receiver.received
    assert (received.path, received.body) == ("/hook?a=b", b'{"x":1}')
    assert received.headers["webhook-id"] == "one"
    assert received.headers["host"] == f"127.0.0.1:{receiver.port}"


def test_a_redirect_is_an_answer_and_is_not_followed(receiver):
    receiver.answering = lambda _: Reply(307, headers=(("Location", "/elsewhere"),))

    assert post(receiver.url, {}, b"{}").status == 307
    assert [received.path for received in receiver.received] == ["/hook"]


def test_a_proxy_in_the_environment_is_not_used(receiver, monkeypatch):
    for name in ("http_proxy", "HTTP_PROXY", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")

    assert post(receiver.url, {}, b"{}").status == 204


def test_of_a_long_answer_only_the_beginning_is_read(receiver):
    receiver.answering = lambda _: Reply(200, b"x" * (50 * MAX_READ))
    answer = post(receiver.url, {}, b"{}")

    assert (answer.status, len(answer.body), answer.is_whole) == (200, MAX_READ, False)


@pytest.mark.parametrize(
    ("reply", "error"),
    [
        (Reply(raw=b"\x00\xff\xfe garbage \r\n\r\n"), "not an HTTP response"),
        (Reply(raw=b""), "not an HTTP response"),
        (Reply(raw=b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab"), "not an HTTP response"),
        (Reply(raw=b"HTTP/1.1 200 OK\r\nX: " + b"y" * 200_000 + b"\r\n\r\n"), "not an HTTP response"),
    ],
)
def test_what_is_no_answer_is_not_taken_for_one(receiver, reply, error):
    receiver.answering = lambda _: reply
    answer = post(receiver.url, {}, b"{}")

    assert (answer.status, answer.error) == (None, error)


@pytest.mark.parametrize(
    "reply",
    [Reply(hang=True), Reply(drip=b"H"), Reply(drip=b"HTTP/1.1 200 OK\r\nX-More: yes\r\n")],
)
def test_whatever_a_receiver_does_it_is_soon_over(receiver, hurried, reply):
    receiver.answering = lambda _: reply
    answer = post(receiver.url, {}, b"{}")

    assert (answer.status, answer.error) == (None, "response timed out")


def test_where_nobody_listens_there_is_no_connection():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        answer = post(f"http://127.0.0.1:{probe.getsockname()[1]}/", {}, b"{}")

    assert (answer.status, answer.error) == (None, "no connection")


def test_without_the_setting_this_machine_is_not_called_and_no_more_is_said(receiver, settings):
    settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = "none"
    answer = post(receiver.url.replace("http:", "https:"), {}, b"{}")

    assert (answer.status, answer.error) == (None, "address not allowed")
    assert receiver.received == []


def test_a_name_that_is_not_resolved_in_time_says_nothing_against_its_address(receiver, monkeypatch):
    monkeypatch.setattr(transport, "LOOKUP_SECONDS", 0.01)
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: time.sleep(0.5))
    answer = post(receiver.url, {}, b"{}")

    assert (answer.status, answer.error) == (None, "resolver busy")
    assert receiver.received == []


# -- names that change their mind ----------------------------------------------------------------


def test_a_name_is_resolved_once_and_the_checked_address_is_called(receiver, monkeypatch):
    """A public address first, another one afterwards: nobody asks a second time."""
    asked: list[str] = []
    dialled: list[list[str]] = []
    real = socket.getaddrinfo
    monkeypatch.setattr(transport, "addresses_of", recording(addresses_of, dialled))

    def getaddrinfo(host, port, *args, **more):
        if host != "rebind.example":
            return real(host, port, *args, **more)
        asked.append(host)
        first = "127.0.0.1" if len(asked) == 1 else "127.0.0.2"
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (first, port))]

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    answer = post(f"http://rebind.example:{receiver.port}/hook", {}, b"{}")

    assert (answer.status, asked, dialled) == (204, ["rebind.example"], [["127.0.0.1"]])
    assert receiver.received[0].headers["host"] == f"rebind.example:{receiver.port}"


def recording(call, found: list[list[str]]):
    def recorded(*args, **more):
        found.append(call(*args, **more))
        return found[-1]

    return recorded


def test_an_address_that_cannot_be_reached_leaves_the_others(receiver, monkeypatch):
    monkeypatch.setattr(transport, "addresses_of", lambda *_, **__: ["::1", "127.0.0.1"])

    assert post(f"http://two.example:{receiver.port}/", {}, b"{}").status == 204


# -- TLS -----------------------------------------------------------------------------------------


@pytest.fixture
def tls(receiver, monkeypatch, tmp_path):
    """The receiver speaks TLS as hooks.example, and that is what is believed."""
    certificate, key = certified("hooks.example", tmp_path)
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(certificate, key)
    names: list[str | None] = []
    server.sni_callback = lambda _, name, __: names.append(name)
    receiver.server.socket = server.wrap_socket(receiver.server.socket, server_side=True)
    monkeypatch.setattr(transport, "_trust", lambda: ssl.create_default_context(cafile=str(certificate)))
    monkeypatch.setattr(transport, "addresses_of", lambda *_, **__: ["127.0.0.1"])
    return names


def certified(name: str, folder: Path) -> tuple[Path, Path]:
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = dt.datetime.now(dt.UTC)
    certificate = (
        x509.CertificateBuilder(subject, subject, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + dt.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    files = folder / "certificate.pem", folder / "key.pem"
    files[0].write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    files[1].write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
    )
    return files


def test_over_tls_the_host_is_named_and_its_certificate_checked(receiver, tls):
    seen: list[Received] = receiver.received

    assert post(f"https://hooks.example:{receiver.port}/hook", {}, b"{}").status == 204
    assert tls == ["hooks.example"]
    assert len(seen) == 1


def test_a_certificate_of_another_host_is_no_connection(receiver, tls):
    answer = post(f"https://other.example:{receiver.port}/hook", {}, b"{}")

    assert (answer.status, answer.error) == (None, "no connection")
    assert receiver.received == []
