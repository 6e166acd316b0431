"""The Merkle tree: vectors of another implementation, and proofs of every leaf and size."""

import json
from base64 import b64decode
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proof.transparency.tiles import WIDTH, Tile, hashes_from, last_tiles, parent, place, placed
from proof.transparency.tree import (
    EMPTY,
    HASH,
    consistency,
    inclusion,
    is_consistent,
    is_included,
    leaf_hash,
    node_hash,
    root,
)

VECTORS = json.loads((Path(__file__).parent / "merkle_vectors.json").read_text())


def raw(text):
    return b64decode(text) if text else b""


def named(vector):
    return vector["name"]


@pytest.mark.parametrize("vector", VECTORS["inclusion"], ids=named)
def test_inclusion_is_judged_as_another_implementation_judges_it(vector):
    proof = [raw(one) for one in vector["proof"] or ()]

    found = is_included(
        raw(vector["leafHash"]), vector["leafIdx"], vector["treeSize"], proof, raw(vector["root"])
    )

    assert found is not vector["wantErr"]


@pytest.mark.parametrize("vector", VECTORS["consistency"], ids=named)
def test_consistency_is_judged_as_another_implementation_judges_it(vector):
    proof = [raw(one) for one in vector["proof"] or ()]

    found = is_consistent(vector["size1"], vector["size2"], proof, raw(vector["root1"]), raw(vector["root2"]))

    assert found is not vector["wantErr"]


def test_the_roots_are_those_of_the_specification():
    """The eight leaves that implementations of RFC 6962 have always been tested with."""
    leaves = [bytes.fromhex(one) for one in ("", "00", "10", "2021", "3031", "40414243")]
    leaves += [bytes.fromhex("5051525354555657"), bytes.fromhex("606162636465666768696a6b6c6d6e6f")]
    tree = [leaf_hash(leaf) for leaf in leaves]

    assert EMPTY.hex() == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    assert root(1, over(tree)).hex() == "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"
    assert root(8, over(tree)).hex() == "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328"


def over(leaves):
    def read(height, index):
        return (
            leaves[index]
            if height == 0
            else node_hash(read(height - 1, 2 * index), read(height - 1, 2 * index + 1))
        )

    return read


def test_every_leaf_of_every_tree_is_proved_and_every_growth():
    leaves = [leaf_hash(bytes([number])) for number in range(40)]
    read = over(leaves)
    for size in range(1, 41):
        head = root(size, read)
        for index in range(size):
            proof = inclusion(index, size, read)
            assert is_included(leaves[index], index, size, proof, head)
            assert not is_included(leaf_hash(b"another"), index, size, proof, head)
        for old in range(size + 1):
            proof = consistency(old, size, read)
            assert is_consistent(old, size, proof, root(old, read), head)
            assert old == 0 or not is_consistent(old, size, proof, leaf_hash(b"another"), head)


@given(st.integers(min_value=0, max_value=10**12), st.integers(min_value=1, max_value=WIDTH))
def test_the_path_of_a_tile_can_be_read_back(index, width):
    assert placed(place(index, width)) == (index, width)


@pytest.mark.parametrize(
    "path", ["", "1", "0001", "x001", "x000/001", "001.p/0", "001.p/256", "001.p/01", "-01", "x1/001"]
)
def test_a_path_that_is_spelled_differently_names_no_tile(path):
    assert placed(path) is None


def test_paths_and_tiles_are_those_of_the_specification():
    assert Tile(0, 1234067).path == "tile/0/x001/x234/067"
    assert list(last_tiles(70_000)) == [Tile(0, 273, 112), Tile(1, 1, 17), Tile(2, 0, 1)]
    assert list(last_tiles(256)) == [Tile(0, 0), Tile(1, 0, 1)]


@pytest.mark.parametrize("size", [0, 1, 255, 256, 257, 65_535, 65_536, 65_537, 70_000])
def test_the_last_tile_of_each_level_is_known_without_the_others(size):
    counts = [count for count in (size, size // WIDTH, size // WIDTH**2) if count]
    assert list(last_tiles(size)) == [
        Tile(level, (count - 1) // WIDTH, (count - 1) % WIDTH + 1) for level, count in enumerate(counts)
    ]


@pytest.mark.parametrize("size", [1, 2, 255, 256, 257, 600, 66_000])
def test_tiles_give_the_same_root_as_the_leaves(size):
    leaves = [leaf_hash(number.to_bytes(4, "big")) for number in range(size)]
    levels = [leaves]
    while len(levels[-1]) >= WIDTH:
        full = range(0, len(levels[-1]) // WIDTH * WIDTH, WIDTH)
        levels.append([parent(b"".join(levels[-1][at : at + WIDTH])) for at in full])

    def tiles(tile):
        data = b"".join(levels[tile.level][tile.index * WIDTH :][: tile.width])
        assert len(data) == tile.width * HASH
        return data

    assert root(size, hashes_from(tiles, size)) == root(size, over(leaves))
