"""A tree that forgets its leaves: the hashes of its complete subtrees are enough to append to it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

from proof.transparency.tree import EMPTY, HASH, node_hash


class CompactTree:
    """One hash for each bit of the size that is set, the largest subtree first."""

    __slots__ = ("hashes", "size")

    def __init__(self, size: int = 0, hashes: Iterable[bytes] = ()) -> None:
        self.size, self.hashes = size, list(hashes)
        if size < 0 or len(self.hashes) != size.bit_count() or any(len(one) != HASH for one in self.hashes):
            raise ValueError(f"a tree of {size} leaves has {size.bit_count()} complete subtrees")

    def append(self, leaf: bytes) -> None:
        """Like a one that is added to a binary number: each carry joins two subtrees of a size."""
        self.hashes.append(leaf)
        carries = ((self.size + 1) & -(self.size + 1)).bit_length() - 1
        for _ in range(carries):
            right, left = self.hashes.pop(), self.hashes.pop()
            self.hashes.append(node_hash(left, right))
        self.size += 1

    @property
    def root(self) -> bytes:
        if not self.hashes:
            return EMPTY
        return reduce(lambda right, left: node_hash(left, right), reversed(self.hashes))
