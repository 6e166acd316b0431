"""The tree of the public log: its root, and proofs that an entry is in it and that it has only grown."""

from tests.proof.third.formulas import demand, sha256


def leaf(entry):
    return sha256(b"\0" + entry)


def node(left, right):
    return sha256(b"\1" + left + right)


def root(entries):
    if len(entries) < 2:
        return leaf(entries[0]) if entries else sha256(b"")
    left = half(len(entries))
    return node(root(entries[:left]), root(entries[left:]))


def half(size):
    """The largest power of two below a size."""
    return 1 << (size - 1).bit_length() - 1


def check_inclusion(entry, index, size, hashes, head):
    """From the root down: which hash of the proof stands beside which part of the tree."""
    demand(0 <= index < size, "no such place in the tree")
    rest = [*hashes]
    found = rebuilt(leaf(entry), index, size, rest)
    demand(found == head and not rest, "the proof does not lead to the root")


def rebuilt(found, index, size, rest):
    if size == 1:
        return found
    demand(rest, "the proof is too short")
    beside, left = rest.pop(), half(size)
    if index < left:
        return node(rebuilt(found, index, left, rest), beside)
    return node(beside, rebuilt(found, index - left, size - left, rest))


def check_consistency(old, size, hashes, before, after):
    demand(0 <= old <= size, "a tree does not shrink")
    if old in (0, size):
        demand(not hashes and before == (sha256(b"") if old == 0 else after), "not the same tree")
        return
    rest = [*hashes]
    first, second = both(old, size, rest, before, is_whole=True)
    demand((first, second) == (before, after) and not rest, "the proof does not lead to both roots")


def both(old, size, rest, before, *, is_whole):
    """The hash of this part in the old tree, and in the new one."""
    if old == size:
        if is_whole:
            return before, before
        demand(rest, "the proof is too short")
        found = rest.pop()
        return found, found
    demand(rest, "the proof is too short")
    beside, left = rest.pop(), half(size)
    if old <= left:
        first, second = both(old, left, rest, before, is_whole=is_whole)
        return first, node(second, beside)
    first, second = both(old - left, size - left, rest, before, is_whole=False)
    return node(beside, first), node(beside, second)


def unbundled(data):
    entries = []
    while data:
        length = int.from_bytes(data[:2], "big")
        demand(len(data) >= 2 + length, "the bundle ends in the middle of an entry")
        entries.append(data[2 : 2 + length])
        data = data[2 + length :]
    return entries


def path_of(bundle, width):
    steps = [f"{bundle % 1000:03}"]
    while bundle := bundle // 1000:
        steps.insert(0, f"x{bundle % 1000:03}")
    return "tile/entries/" + "/".join(steps) + (f".p/{width}" if width < 256 else "")


def entries_of(size, fetch):
    """All entries of a log, a bundle at a time."""
    found = []
    for number in range(-(-size // 256)):
        width = min(256, size - 256 * number)
        found += unbundled(fetch(path_of(number, width)))
    demand(len(found) == size, "the bundles have another number of entries")
    return found
