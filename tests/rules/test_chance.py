"""Chance, against its published vectors and against a second program written from its description."""

import hashlib
import hmac
import json
from collections import Counter
from collections.abc import Iterator
from importlib.resources import files
from itertools import count, permutations

import pytest

from rules import KeyedChance, ScriptedChance
from rules.chance import commitment, fair_below, game_key

VECTORS = json.loads((files("rules") / "vectors.json").read_text(encoding="utf-8"))
KEY = bytes(range(32))


def words(key: bytes, label: str) -> Iterator[int]:
    """The stream as described, byte by byte."""
    for counter in count():
        block = hmac.new(key, label.encode() + counter.to_bytes(8, "big"), hashlib.sha256).digest()
        for high, low in zip(block[::2], block[1::2], strict=True):
            yield 256 * high + low


def shuffled(key: bytes, label: str, items: list[str]) -> tuple[list[str], int]:
    """The order, and how many words were skipped."""
    stream, order, skipped = words(key, label), sorted(items), 0
    for size in range(len(order), 1, -1):
        fair = 65536 // size * size
        word = next(stream)
        while word >= fair:
            word, skipped = next(stream), skipped + 1
        order[size - 1], order[word % size] = order[word % size], order[size - 1]
    return order, skipped


@pytest.mark.parametrize("vector", VECTORS["shuffles"], ids=lambda vector: vector["note"])
def test_a_published_shuffle_comes_out_as_published(vector):
    key = bytes.fromhex(vector["key"])

    assert list(KeyedChance(key).shuffle(vector["label"], vector["items"])) == vector["order"]
    assert shuffled(key, vector["label"], vector["items"])[0] == vector["order"]


def test_one_of_the_published_shuffles_skips_a_word():
    skips = [shuffled(bytes.fromhex(v["key"]), v["label"], v["items"])[1] for v in VECTORS["shuffles"]]

    assert sum(skips) > 0


@pytest.mark.parametrize("size", [2, 44, 140, 20_000])
def test_any_shuffle_agrees_with_the_description(size):
    """With 20 000 items many words are skipped, and the counter goes far beyond a byte."""
    items = [f"{number:05}" for number in range(size)]

    order, skipped = shuffled(KEY, "long#1", items)

    assert list(KeyedChance(KEY).shuffle("long#1", items)) == order
    assert size < 20_000 or skipped > 1_000


def test_more_items_than_there_are_words_are_refused_instead_of_shuffled_for_ever():
    most = KeyedChance(KEY).shuffle("long#1", ["card"] * 65_536)

    assert len(most) == 65_536
    with pytest.raises(ValueError, match="65537 items, but 65536 is the most that can be shuffled"):
        KeyedChance(KEY).shuffle("long#1", ["card"] * 65_537)


def test_sizes_that_a_log_may_name_fill_no_memory():
    for size in range(1000, 1100):
        KeyedChance(KEY).shuffle("long#1", ["card"] * size)

    assert fair_below.cache_info().currsize <= 17


def test_every_order_of_few_items_comes_as_often_as_any_other():
    """Chi-square with 23 degrees of freedom: fair shuffles stay below 49.7 in 999 of 1000 cases."""
    chance, rounds = KeyedChance(KEY), 24_000
    found = Counter(chance.shuffle(f"fair#{nth}", "abcd") for nth in range(rounds))

    assert set(found) == set(permutations("abcd"))
    expected = rounds / 24
    assert sum((n - expected) ** 2 / expected for n in found.values()) < 49.7


def test_the_order_depends_on_the_key_and_the_label_and_on_nothing_else():
    items = [str(number) for number in range(30)]
    chance = KeyedChance(KEY)
    order = chance.shuffle("a#1", items)

    assert chance.shuffle("a#1", reversed(items)) == order
    assert KeyedChance(KEY).shuffle("a#1", items) == order
    assert sorted(order) == sorted(items)
    others = [chance.shuffle(label, items) for label in ("a#2", "b#1", "a#11", "")]
    others.append(KeyedChance(bytes(32)).shuffle("a#1", items))
    assert len({order, *others}) == 6


def test_a_seed_for_a_game_at_home_is_a_number_or_a_word():
    items = [str(number) for number in range(30)]

    assert KeyedChance.from_seed(7).shuffle("a#1", items) == KeyedChance.from_seed("7").shuffle("a#1", items)
    assert KeyedChance.from_seed(7).shuffle("a#1", items) != KeyedChance.from_seed(8).shuffle("a#1", items)


@pytest.mark.parametrize(
    "vector", VECTORS["game_keys"], ids=lambda v: "+".join([v["game"], *v["client_seeds"]])
)
def test_a_published_game_key_comes_out_as_published(vector):
    seed = bytes.fromhex(vector["seed"])
    message = json.dumps([vector["game"], vector["client_seeds"]], separators=(",", ":")).encode()

    assert game_key(seed, vector["game"], vector["client_seeds"]).hex() == vector["key"]
    assert hmac.new(seed, message, hashlib.sha256).hexdigest() == vector["key"]


def test_a_game_key_depends_on_the_seed_the_game_and_each_seats_seed():
    vectors = {v["key"] for v in VECTORS["game_keys"]}
    other = game_key(bytes(32), "g-1", ["", ""]).hex()

    assert len({*vectors, other}) == len(VECTORS["game_keys"]) + 1


def test_the_seed_is_committed_to_by_its_hash():
    (vector,) = VECTORS["commitments"]
    seed = bytes.fromhex(vector["seed"])

    assert commitment(seed) == vector["commitment"] == hashlib.sha256(seed).hexdigest()


def test_a_scripted_chance_puts_the_named_cards_first():
    chance = ScriptedChance({"transport#1": ["red", "wild", "red"]})

    assert chance.shuffle("transport#1", ["wild", "red", "blue", "red"]) == ("red", "wild", "red", "blue")
    assert chance.shuffle("transport#2", ["wild", "red", "blue"]) == ("blue", "red", "wild")
    with pytest.raises(ValueError, match="not in list"):
        chance.shuffle("transport#1", ["red"])
