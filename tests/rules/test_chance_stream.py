"""The stream of a shuffle is plain HMAC-SHA-256, however it is computed: here from the standard library."""

import hmac
import struct
from itertools import count

import pytest

from rules import KeyedChance


def shuffled_by_the_book(key: bytes, label: str, items: list[str]) -> tuple[str, ...]:
    def words():
        for counter in count():
            block = hmac.digest(key, label.encode() + counter.to_bytes(8, "big"), "sha256")
            yield from struct.unpack(">16H", block)

    cards, stream = sorted(items), words()
    for last in range(len(cards) - 1, 0, -1):
        limit = 65536 - 65536 % (last + 1)
        other = next(word for word in stream if word < limit) % (last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    return tuple(cards)


@pytest.mark.parametrize("size", [0, 1, 2, 16, 17, 18, 33, 44, 110])
@pytest.mark.parametrize("key", [b"", b"short", bytes(32), bytes(range(64)), bytes(range(200))], ids=len)
def test_a_shuffle_is_what_the_documented_stream_says(key, size):
    items = [f"card {n}" for n in range(size)]

    for label in ("transport#1", "tickets#12"):
        assert KeyedChance(key).shuffle(label, items) == shuffled_by_the_book(key, label, items)
