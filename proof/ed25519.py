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


def is_signed(public: bytes, message: bytes, signature: bytes) -> bool:
    """Whether this is the signature of the message by the owner of the public key."""
    if len(public) != 32 or len(signature) != 64:
        return False
    key, point, s = _point(public), _point(signature[:32]), int.from_bytes(signature[32:], "little")
    if key is None or point is None or s >= ORDER:
        return False
    digest = hashlib.sha512(signature[:32] + public + message).digest()
    left = _times(s, BASE)
    right = _plus(point, _times(int.from_bytes(digest, "little") % ORDER, key))
    return _same(left, right)


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


def _times(factor: int, point: Point) -> Point:
    total: Point = (0, 1, 1, 0)
    while factor:
        if factor & 1:
            total = _plus(total, point)
        point, factor = _plus(point, point), factor >> 1
    return total


def _same(one: Point, other: Point) -> bool:
    return not ((one[0] * other[2] - other[0] * one[2]) % P or (one[1] * other[2] - other[1] * one[2]) % P)


def _base() -> Point:
    found = _point((4 * pow(5, -1, P) % P).to_bytes(32, "little"))
    assert found is not None  # noqa: S101 (it is the base point of the curve)
    return found


BASE: Final = _base()
