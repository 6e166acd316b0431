"""Whether a signature fits (RFC 8032), with whole numbers."""

import hashlib

P = 2**255 - 19
Q = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P


def is_signed(public, message, signature):
    key, point = point_of(public), point_of(signature[:32])
    number = int.from_bytes(signature[32:], "little")
    if len(signature) != 64 or key is None or point is None or number >= Q:
        return False
    digest = int.from_bytes(hashlib.sha512(signature[:32] + public + message).digest(), "little")
    return times(number, BASE) == plus(point, times(digest % Q, key))


def point_of(raw):
    if len(raw) != 32:
        return None
    y, sign = int.from_bytes(raw, "little") % 2**255, raw[31] >> 7
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    x = x if x * x % P == square else x * pow(2, (P - 1) // 4, P) % P
    if y >= P or x * x % P != square or (x == 0 and sign):
        return None
    return (x if x % 2 == sign else P - x), y


def plus(one, other):
    (a, b), (c, d) = one, other
    mixed = D * a * b * c * d % P
    x = (a * d + b * c) * pow(1 + mixed, -1, P) % P
    return x, (b * d + a * c) * pow(1 - mixed, -1, P) % P


def times(factor, point):
    total = (0, 1)
    for bit in f"{factor:b}":
        total = plus(total, total)
        total = plus(total, point) if bit == "1" else total
    return total


BASE = point_of((4 * pow(5, -1, P) % P).to_bytes(32, "little"))
