"""Whether a signature fits (RFC 8032), with whole numbers."""

import hashlib

P = 2**255 - 19
Q = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
ZERO = (0, 1, 1, 0)  # a point is x·z, y·z, z and x·y·z


def is_signed(public, message, signature):
    key, point = point_of(public), point_of(signature[:32])
    number = int.from_bytes(signature[32:], "little")
    if len(signature) != 64 or key is None or point is None or number >= Q:
        return False
    digest = int.from_bytes(hashlib.sha512(signature[:32] + public + message).digest(), "little")
    return is_same(times(number, BASE), plus(point, times(digest % Q, key)))


def is_key(public):
    """Whether it is of prime order; for others anybody can make signatures."""
    point = point_of(public)
    return point is not None and not is_same(point, ZERO) and is_same(times(Q, point), ZERO)


def point_of(raw):
    if len(raw) != 32:
        return None
    y, sign = int.from_bytes(raw, "little") % 2**255, raw[31] >> 7
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    x = x if x * x % P == square else x * pow(2, (P - 1) // 4, P) % P
    if y >= P or x * x % P != square or (x == 0 and sign):
        return None
    x = x if x % 2 == sign else P - x
    return x, y, 1, x * y % P


def plus(one, other):
    a, b = (one[1] - one[0]) * (other[1] - other[0]), (one[1] + one[0]) * (other[1] + other[0])
    c, d = 2 * one[3] * other[3] * D, 2 * one[2] * other[2]
    return (b - a) * (d - c) % P, (d + c) * (b + a) % P, (d - c) * (d + c) % P, (b - a) * (b + a) % P


def times(factor, point):
    total = ZERO
    for bit in f"{factor:b}":
        total = plus(total, total)
        total = plus(total, point) if bit == "1" else total
    return total


def is_same(one, other):
    return not any((one[at] * other[2] - other[at] * one[2]) % P for at in (0, 1))


BASE = point_of((4 * pow(5, -1, P) % P).to_bytes(32, "little"))
