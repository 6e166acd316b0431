"""The Merkle tree of RFC 6962: its hashes, and proofs that a leaf is in it and that it has only grown.

A tree is read through a function that gives the hash of a complete subtree: `read(height, index)` is the hash
of the leaves from `index << height` up to `(index + 1) << height`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import Final

Hashes = Callable[[int, int], bytes]

HASH: Final = 32  # bytes
EMPTY: Final = hashlib.sha256(b"").digest()


def leaf_hash(entry: bytes) -> bytes:
    return hashlib.sha256(b"\x00" + entry).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\x01" + left + right).digest()


def root(size: int, read: Hashes) -> bytes:
    return _range(0, size, read) if size else EMPTY


def inclusion(index: int, size: int, read: Hashes) -> list[bytes]:
    """The proof that the leaf at the index is in the tree of this size, from its sibling upwards."""
    if not 0 <= index < size:
        raise IndexError(index)
    return _inclusion(index, 0, size, read)


def consistency(old: int, size: int, read: Hashes) -> list[bytes]:
    """The proof that the tree of this size begins with the tree of the old size."""
    if not 0 <= old <= size:
        raise IndexError(old)
    return _consistency(old, 0, size, read, is_known=True) if 0 < old < size else []


def is_included(leaf: bytes, index: int, size: int, proof: Sequence[bytes], head: bytes) -> bool:
    """Whether the proof shows that the tree with this root has the leaf with this hash at the index."""
    if not 0 <= index < size or len(leaf) != HASH:
        return False
    place, last, found = index, size - 1, leaf
    for sibling in proof:
        if last == 0:
            return False
        if place & 1 or place == last:
            found = node_hash(sibling, found)
            while not place & 1 and place:
                place, last = place >> 1, last >> 1
        else:
            found = node_hash(found, sibling)
        place, last = place >> 1, last >> 1
    return last == 0 and found == head


def is_consistent(old: int, size: int, proof: Sequence[bytes], old_head: bytes, head: bytes) -> bool:
    """Whether the proof shows that the tree with the root `head` begins with the one with `old_head`."""
    if not 0 <= old <= size:
        return False
    if old == size:
        return not proof and old_head == head and (size > 0 or head == EMPTY)
    if old == 0:
        return not proof and old_head == EMPTY and len(head) == HASH
    path = list(proof) if old & (old - 1) else [old_head, *proof]  # a complete subtree is known already
    return roots_of(old, size, path) == (old_head, head)


def continuation(old: int, size: int, read: Hashes) -> list[bytes]:
    """The proof of consistency, with the root of the old tree if that is a complete subtree.

    Both roots can be computed from it. So it also proves that a tree does not continue another one.
    """
    if not 0 < old < size:
        raise IndexError(old)
    return _consistency(old, 0, size, read, is_known=False)


def roots_of(old: int, size: int, path: Sequence[bytes]) -> tuple[bytes, bytes] | None:
    """The roots of both trees, from their `continuation`; None if it has too many hashes or too few."""
    if not path:
        return None
    place, last = old - 1, size - 1
    while place & 1:
        place, last = place >> 1, last >> 1
    before = after = path[0]
    for sibling in path[1:]:
        if last == 0:
            return None
        if place & 1 or place == last:
            before, after = node_hash(sibling, before), node_hash(sibling, after)
            while not place & 1 and place:
                place, last = place >> 1, last >> 1
        else:
            after = node_hash(after, sibling)
        place, last = place >> 1, last >> 1
    return (before, after) if last == 0 else None


def _range(start: int, end: int, read: Hashes) -> bytes:
    """The hash of these leaves, where a tree divides them so."""
    count = end - start
    if count & (count - 1) == 0:
        height = count.bit_length() - 1
        return read(height, start >> height)
    middle = start + _left(count)
    return node_hash(_range(start, middle, read), _range(middle, end, read))


def _left(count: int) -> int:
    """How many of these leaves are to the left: the largest power of two below the count."""
    return 1 << ((count - 1).bit_length() - 1)


def _inclusion(index: int, start: int, end: int, read: Hashes) -> list[bytes]:
    if end - start == 1:
        return []
    middle = start + _left(end - start)
    if index < middle:
        return [*_inclusion(index, start, middle, read), _range(middle, end, read)]
    return [*_inclusion(index, middle, end, read), _range(start, middle, read)]


def _consistency(old: int, start: int, end: int, read: Hashes, *, is_known: bool) -> list[bytes]:
    """`is_known`: the subtree is the whole old tree, whose root whoever checks has already."""
    if old == end:
        return [] if is_known else [_range(start, end, read)]
    middle = start + _left(end - start)
    if old <= middle:
        return [*_consistency(old, start, middle, read, is_known=is_known), _range(middle, end, read)]
    return [*_consistency(old, middle, end, read, is_known=False), _range(start, middle, read)]
