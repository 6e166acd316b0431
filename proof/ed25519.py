"""Checking an Ed25519 signature (RFC 8032) with nothing but whole numbers.

Only for verification: everything here is public, so it need not hide how long it takes. Nothing is
ever signed with this file; the server signs with a library.
"""

from __future__ import annotations

import hashlib
from typing import Final

P: Final = 2**255 - 19
ORDER: Final = 2**252 + 27742317777372353535851937790883648493
D: Final = -121665 * pow(121666, -1, P) % P
ROOT: Final = pow(2, (P - 1) // 4, P)  # of minus one

Point = tuple[int, int, int, int]  # x/z, y/z and x·y/z
ZERO: Final = (0, 1, 1, 0)


def is_signed(public: bytes, message: bytes, signature: bytes) -> bool:
    """Whether this is the signature of the message by the owner of the public key."""
    if len(public) != 32 or len(signature) != 64:
        return False
    key, point, s = _point(public), _point(signature[:32]), int.from_bytes(signature[32:], "little")
    if key is None or point is None or s >= ORDER:
        return False
    digest = hashlib.sha512(signature[:32] + public + message).digest()
    # The product with the base and that with the key are added up in one go: it takes half as long.
    found = _sum(s, BASE, int.from_bytes(digest, "little") % ORDER, _minus(key))
    return _same(found, point)


def is_key(public: bytes) -> bool:
    """Whether one private key belongs to this public key. With a point of small order anybody could sign."""
    point = _point(public) if len(public) == 32 else None
    return point is not None and not _same(point, ZERO) and _same(_sum(ORDER, point, 0, ZERO), ZERO)


def _point(text: bytes) -> Point | None:
    y, odd = int.from_bytes(text, "little") & (2**255 - 1), text[31] >> 7
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * ROOT % P
    if (x * x - square) % P or (x == 0 and odd):
        return None
    x = P - x if x & 1 != odd else x
    return x, y, 1, x * y % P


def _plus(one: Point, other: Point) -> Point:
    a = (one[1] - one[0]) * (other[1] - other[0]) % P
    b = (one[1] + one[0]) * (other[1] + other[0]) % P
    c, d = 2 * one[3] * other[3] * D % P, 2 * one[2] * other[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def _minus(point: Point) -> Point:
    return P - point[0], point[1], point[2], P - point[3]


def _sum(one: int, first: Point, other: int, second: Point) -> Point:
    """The first point this many times, and the second."""
    both, total = (ZERO, first, second, _plus(first, second)), ZERO
    for place in reversed(range(max(one.bit_length(), other.bit_length()))):
        total = _plus(total, total)
        if which := (one >> place & 1) + 2 * (other >> place & 1):
            total = _plus(total, both[which])
    return total


def _same(one: Point, other: Point) -> bool:
    return not ((one[0] * other[2] - other[0] * one[2]) % P or (one[1] * other[2] - other[1] * one[2]) % P)


def _base() -> Point:
    found = _point((4 * pow(5, -1, P) % P).to_bytes(32, "little"))
    assert found is not None  # noqa: S101 (it is the base point of the curve)
    return found


BASE: Final = _base()
