"""The only source of randomness. It leaves as a fact in an event, so replay needs no chance.

Nobody alone can steer a deal, and nobody can look ahead (docs/fairness.md says what is left):

1. When a table is opened, the server draws a seed of 32 bytes and publishes its `commitment`, SHA-256, in
   the log.
2. Each player may add a client seed, which is public, once the commitment was shown to them.
3. At the start, `game_key` mixes the seed with the game id and the client seeds. The server fixed its
   half before it saw theirs.
4. Each shuffle follows from that key and its label. Its order goes into the log, sealed.
5. At the end the seed is revealed, so anyone can compute every shuffle again, offline.

A shuffle is named by a label (`"transport#2"`: the second shuffle of that pile) and given items in
sorted order, so anyone who knows the key and the outcome can check it without knowing the game.

The stream of a label is HMAC-SHA-256(key, label ‖ counter), the counter in 8 bytes, big-endian,
from 0, read as 16-bit big-endian words. A number below n is the next word modulo n, where words
not below the largest multiple of n that fits 16 bits are skipped. The shuffle is Fisher–Yates from
the last item. So no more than 65536 items can be shuffled.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import struct
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Final, Protocol

WORD: Final = 1 << 16
HASH_BLOCK: Final = 64  # bytes SHA-256 takes at a time; HMAC pads its key to as many
INNER_PAD, OUTER_PAD = (bytes(byte ^ pad for byte in range(256)) for pad in (0x36, 0x5C))
WORDS_OF_A_BLOCK: Final = struct.Struct(">16H").unpack


class Chance(Protocol):
    def shuffle(self, label: str, items: Iterable[str]) -> tuple[str, ...]:
        """The items in a random order that depends on nothing but the key and the label."""


class Hash(Protocol):
    """One that `hashlib` makes; it gives its class no public name."""

    def copy(self) -> Hash: ...
    def update(self, data: bytes, /) -> None: ...
    def digest(self) -> bytes: ...


class KeyedChance:
    """Provably fair: the key fixes every shuffle of the game."""

    def __init__(self, key: bytes) -> None:
        self._inner, self._outer = _hmac_halves(key)

    @classmethod
    def from_seed(cls, seed: int | str) -> KeyedChance:
        """For tests, benchmarks and games at home; a server uses `game_key`."""
        return cls(hashlib.sha256(str(seed).encode()).digest())

    def shuffle(self, label: str, items: Iterable[str]) -> tuple[str, ...]:
        cards, name, counter = sorted(items), label.encode(), 0
        size = len(cards)
        if size > WORD:  # no word would be fair, so this would never end
            raise ValueError(f"{size} items, but {WORD} is the most that can be shuffled")
        fair = fair_below(size.bit_length())
        while size > 1:
            for word in self._words(name, counter):
                if word < fair[size]:
                    other = word % size
                    size -= 1
                    cards[size], cards[other] = cards[other], cards[size]
            counter += 1
        return tuple(cards)

    def _words(self, label: bytes, counter: int) -> tuple[int, ...]:
        """One block of the stream."""
        inner, outer = self._inner.copy(), self._outer.copy()
        inner.update(label + counter.to_bytes(8, "big"))
        outer.update(inner.digest())
        return WORDS_OF_A_BLOCK(outer.digest())


@cache
def fair_below(bits: int) -> tuple[int, ...]:
    """By the number of cards left, of up to so many bits: words from this one on would favour small numbers.

    One card needs no word, so none is fair.
    """
    return (0, 0, *[WORD - WORD % left for left in range(2, 1 << bits)])


def _hmac_halves(key: bytes) -> tuple[Hash, Hash]:
    """The two hashes of HMAC with the key already in them: half the time of `hmac.digest` for each block."""
    block = hashlib.sha256(key).digest() if len(key) > HASH_BLOCK else key
    block = block.ljust(HASH_BLOCK, b"\0")
    return hashlib.sha256(block.translate(INNER_PAD)), hashlib.sha256(block.translate(OUTER_PAD))


class ScriptedChance:
    """For tests: the cards named for a label come first, the rest follow sorted."""

    def __init__(self, tops: Mapping[str, Sequence[str]] | None = None) -> None:
        self._tops = dict(tops or {})

    def shuffle(self, label: str, items: Iterable[str]) -> tuple[str, ...]:
        rest, top = sorted(items), tuple(self._tops.get(label, ()))
        for card in top:
            rest.remove(card)
        return (*top, *rest)


def commitment(seed: bytes) -> str:
    """What the server publishes at creation to be held to its seed."""
    return hashlib.sha256(seed).hexdigest()


TEST: Final = "test"  # the purpose of a test table, as its log states it


def key_name(game_id: str, purpose: str | None) -> str:
    """What a game's key is mixed with besides the seeds: its id, so that no two games share a deal.

    A test table uses a constant word instead, so that equal seeds give equal deals. This also means that a
    log without its mark does not verify: its shuffles follow from another key.
    """
    return TEST if purpose == TEST else game_id


def game_key(seed: bytes, game_id: str, client_seeds: Sequence[str]) -> bytes:
    """The key of a game: nobody can choose it alone. Client seeds in seat order, "" where none was given."""
    message = json.dumps([game_id, list(client_seeds)], separators=(",", ":"), ensure_ascii=False)
    return hmac.digest(seed, message.encode(), "sha256")
