"""The body of a push message: encrypted for one browser (RFC 8291), so that its push service cannot read it.

There is a library, but it comes with two HTTP clients that we do not use and without a wheel; what is left
of it is this page.
"""

from __future__ import annotations

import os
import struct
from typing import Final

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE: Final = ec.SECP256R1()
SALT_BYTES, KEY_BYTES, NONCE_BYTES, SECRET_BYTES = 16, 16, 12, 32
RECORD_SIZE: Final = 4096  # what every push service takes
OVERHEAD: Final = 103  # the header with our public key, the end mark and the tag of the cipher
MAX_PLAIN_BYTES: Final = RECORD_SIZE - OVERHEAD
_LAST_RECORD: Final = b"\x02"


def encrypted(
    plain: bytes,
    browser: bytes,
    auth: bytes,
    *,
    own: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """For the browser with this public key and secret; `own` and `salt` are made up for each message."""
    own = own or ec.generate_private_key(CURVE)
    salt = salt or os.urandom(SALT_BYTES)
    public = point_of(own.public_key())
    shared = own.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, browser))
    secret = _derived(shared, auth, b"WebPush: info\0" + browser + public, SECRET_BYTES)
    key = _derived(secret, salt, b"Content-Encoding: aes128gcm\0", KEY_BYTES)
    nonce = _derived(secret, salt, b"Content-Encoding: nonce\0", NONCE_BYTES)
    header = salt + struct.pack("!IB", RECORD_SIZE, len(public)) + public
    return header + AESGCM(key).encrypt(nonce, plain + _LAST_RECORD, None)


def point_of(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)
