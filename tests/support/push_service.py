"""A browser and its push service: a real HTTP server that decrypts what comes in, as a browser does."""

from __future__ import annotations

import base64
import json
import struct
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from tests.support.webhook_receiver import Received, Receiver

CURVE = ec.SECP256R1()


def unpadded(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def padded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Browser:
    """Keys of a subscription, and what a page posts to the server."""

    def __init__(
        self, key: ec.EllipticCurvePrivateKey | None = None, auth: bytes = b"sixteen bytes ok"
    ) -> None:
        self.key, self.auth = key or ec.generate_private_key(CURVE), auth
        self.public = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    def subscription(self, endpoint: str) -> dict[str, Any]:
        keys = {"p256dh": unpadded(self.public), "auth": unpadded(self.auth)}
        return {"endpoint": endpoint, "expirationTime": None, "keys": keys}

    def decrypted(self, body: bytes) -> bytes:
        """RFC 8291, from the other side: one record, which ends with the mark of the last one."""
        salt, (size, length) = body[:16], struct.unpack("!IB", body[16:21])
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(body) <= size
        theirs = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, sender)
        shared = self.key.exchange(ec.ECDH(), theirs)
        info = b"WebPush: info\x00" + self.public + sender
        secret = HKDF(SHA256(), 32, self.auth, info).derive(shared)
        key = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\x00").derive(secret)
        nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\x00").derive(secret)
        plain = AESGCM(key).decrypt(nonce, sealed, None)
        assert plain.endswith(b"\x02")
        return plain[:-1]

    def shown(self, received: Received) -> Any:
        """The message, if its headers are as RFC 8030 and RFC 8292 want them."""
        headers = received.headers
        assert headers["content-encoding"] == "aes128gcm"
        assert int(headers["ttl"]) > 0
        assert Vapid02.verify(headers["authorization"])
        return json.loads(self.decrypted(received.body))


def claims_of(received: Received) -> Any:
    """What the server says of itself to the push service."""
    token = received.headers["authorization"].partition("t=")[2].partition(",")[0]
    return json.loads(padded(token.split(".")[1]))


def pushed(browser: Browser, service: Receiver) -> list[Any]:
    with service.lock:
        return [browser.shown(received) for received in service.received]
