"""The page that the third verifier was written from: its vectors are published, and it computes them all."""

import ast
import json
import re
import sys
from datetime import timedelta
from importlib.resources import files
from pathlib import Path

import pytest

from tests.proof.third.clocks import Clocks
from tests.proof.third.formulas import (
    Unknown,
    Wrong,
    canonical,
    commitment,
    game_key,
    link,
    moment,
    read_object,
    salt_of,
    sealed,
    shuffled,
)
from tests.proof.third.log import client_seeds, ranks
from tests.proof.third.looks import check_looks
from tests.proof.third.makers import makers
from tests.proof.third.moves import is_signed_move
from tests.proof.third.ratings import rated
from tests.proof.third.signed import Key, blinded, check_checkpoint, check_policy, check_proof, check_receipt
from tests.proof.third.tree import check_consistency, leaf, path_of, root, unbundled
from tests.support.checkout import CHECKOUT
from tests.support.pages import blocks

PAGE = "docs/verifier.md"
VECTORS = {
    kind: known
    for package in ("rules", "proof")
    for kind, known in json.loads((files(package) / "vectors.json").read_text(encoding="utf-8")).items()
}
# What is said in words on the page, and how a program prints what it found, which is its own business.
IN_WORDS, NOT_ON_THE_PAGE = (
    {"commitments", "objects", "moments", "leaves", "tiles", "inclusions"},
    {"printable"},
)


def outcome(check, *given):
    try:
        check(*given)
    except Unknown:
        return "skipped"
    except (Wrong, LookupError, AttributeError):
        return "failed"
    return "passed"


def deadline(vector):
    clocks = Clocks(vector["clock"], moment(vector["since"]))
    clocks.since, clocks.given[0] = {0: clocks.now}, timedelta(seconds=vector["given"])
    clocks.vacations[0] = [[moment(start), moment(end)] for start, end in vector["standing"]]
    if "bank" in vector:
        clocks.banks[0] = timedelta(seconds=vector["bank"])
    return clocks.last(0)


def numbers(strengths):
    return [(float(mean), float(deviation)) for mean, deviation in strengths]


def trees(vector):
    hashes = [bytes.fromhex(one) for one in vector["hashes"]]
    before, after = bytes.fromhex(vector["old_root"]), bytes.fromhex(vector["root"])
    return vector["old"], vector["size"], hashes, before, after


COMPUTED = {
    "shuffles": lambda v: shuffled(bytes.fromhex(v["key"]), v["label"], v["items"]) == v["order"],
    "commitments": lambda v: commitment(v["seed"]) == v["commitment"],
    "game_keys": lambda v: game_key(v["seed"], v["game"], v["client_seeds"]).hex() == v["key"],
    "canonical": lambda v: canonical(v["value"]).decode() == v["text"],
    "links": lambda v: link(v["prev"], v["entry"]) == v["hash"],
    "salts": lambda v: salt_of(bytes.fromhex(v["key"]), v["seq"]).hex() == v["salt"],
    "seals": lambda v: sealed(v["salt"], v["private"]) == v["commit"],
    "seats": lambda v: sealed(v["salt"], {"account": v["account"]}) == v["commitment"],
    "receipts": lambda v: outcome(check_receipt, v["receipt"], v["keys"]["keys"]) == v["result"],
    "inclusions": lambda v: outcome(check_proof, v["receipt"], v["keys"]["keys"]) == v["result"],
    "moves": lambda v: (
        is_signed_move(*(v[name] for name in ("key", "game", "after", "action", "value")))
        == v.get("holds", True)
    ),
    "blinded": lambda v: blinded(v["game"]) == v["name"],
    "moments": lambda v: (outcome(moment, v["text"]) == "passed") == ("micros" in v),
    "objects": lambda v: (outcome(read_object, v["text"]) == "failed") == v.get("refused", False),
    "client_seeds": lambda v: client_seeds(v["seats"], v["entries"]) == v["client_seeds"],
    "makers": lambda v: [*makers(v["entries"])] == [entry.get("by") for entry in v["entries"]],
    "deadlines": lambda v: deadline(v) == moment(v["last"]) == moment(v["deadline"]) + timedelta(seconds=2),
    "ranks": lambda v: ranks(v["points"], v["completed"]) == v["ranks"],
    "ratings": lambda v: rated(numbers(v["before"]), v["ranks"]) == [tuple(one) for one in v["after"]],
    "leaves": lambda v: leaf(v["entry"].encode()).hex() == v["hash"],
    "roots": lambda v: root([one.encode() for one in v["entries"]]).hex() == v["root"],
    "consistencies": lambda v: outcome(check_consistency, *trees(v)) == v["result"],
    "bundles": lambda v: [one.decode() for one in unbundled(bytes.fromhex(v["bytes"]))] == v["entries"],
    "tiles": lambda v: path_of(v["index"], v["width"]).replace("entries", str(v["level"])) == v["path"],
    "keys": lambda v: Key.of(v["vkey"]).id.hex() == v["id"],
    "checkpoints": lambda v: (
        outcome(check_checkpoint, v["checkpoint"], lambda _: [Key.of(v["vkey"])]) == v["result"]
    ),
    "looks": lambda v: outcome(check_looks, v["game"], v["looks"], []) == "passed",
    "policies": lambda v: outcome(check_policy, v["policy"], v["checkpoint"]) == v["result"],
}


def shown():
    """The vectors on the page, each with its kind."""
    return [
        (kind, vector)
        for block in blocks(PAGE)
        if block.language == "json"
        for kind, vector in json.loads(block.text).items()
    ]


def test_every_vector_on_the_page_is_a_published_one():
    assert [kind for kind, vector in shown() if vector not in map(without_note, VECTORS[kind])] == []


def without_note(vector):
    return {name: value for name, value in vector.items() if name != "note"}


def test_the_page_has_a_vector_for_each_of_its_formulas():
    assert {kind for kind, _ in shown()} == VECTORS.keys() - IN_WORDS - NOT_ON_THE_PAGE


def test_the_page_is_short():
    words = re.sub(r"```.*?```", "", (CHECKOUT / PAGE).read_text(encoding="utf-8"), flags=re.DOTALL).split()

    assert len(words) <= 2200


@pytest.mark.parametrize("kind", sorted(VECTORS.keys() - NOT_ON_THE_PAGE))
def test_the_third_verifier_computes_every_published_vector(kind):
    assert [one for one in VECTORS[kind] if not COMPUTED[kind](one)] == []


def test_it_imports_the_standard_library_and_itself():
    folder = Path(__file__).parent
    programs = [file for file in sorted(folder.glob("*.py")) if not file.name.startswith("test_")]
    named = {name for file in programs for name in imported(ast.parse(file.read_text(encoding="utf-8")))}

    assert len(programs) > 5
    assert {name for name in named if name.split(".")[0] not in sys.stdlib_module_names} == {
        f"tests.proof.third.{file.stem}"
        for file in programs
        if file.stem in {name.split(".")[-1] for name in named}
    }


def imported(tree):
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield "." * node.level + str(node.module)
