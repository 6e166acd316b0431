"""The public log: notes, keys, checkpoints, proofs, tiles, bundles, entries, and receipts with a proof."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Sequence
from importlib.resources import files

from proof.inclusion import check_proof
from proof.printed import printable
from proof.receipts import check_receipt
from proof.transparency.checkpoints import check_inclusion, checkpoint_from, checkpoint_opened, proof_from
from proof.transparency.ledger import SCHEMA, Ledger
from proof.transparency.notes import NoteError, parsed, verifier_from
from proof.transparency.tiles import bundle, place, placed, unbundled
from proof.transparency.tree import leaf_hash
from rules.strict_json import NotStrict, read_object
from tests.fuzz.targets import check_output
from tests.proof.transparency.logs import LogOfOne
from tests.support.exports import sound_entries

LONGEST = 32 << 10
VECTORS = json.loads((files("rules") / "vectors.json").read_text(encoding="utf-8"))
LOG = LogOfOne("example.org/log", [b"entry %d" % number for number in range(300)])
ENTRIES = sound_entries()


def seeds() -> Sequence[bytes]:
    receipts = [vector["receipt"] for vector in VECTORS["inclusions"]]
    texts = [
        *("n" + one for one in (LOG.note, str(LOG.key), str(LOG.proof(7)), LOG.note.split("\n\n")[0] + "\n")),
        *("p" + place(index, width) for index, width in ((1_234_067, 256), (7, 3))),
        *("e" + receipt["proof"]["entry"] for receipt in receipts if "entry" in receipt.get("proof", {})),
        *("r" + json.dumps({**receipt, "keys": vector["keys"]["keys"]})
          for receipt, vector in zip(receipts, VECTORS["inclusions"], strict=True)),
    ]  # fmt: skip
    return [*(text.encode() for text in texts), b"b" + bundle([b"one", b"", b"three"])]


def run(data: bytes) -> None:
    kind, text = data[:1], data[1:].decode("utf-8", "replace")
    if kind == b"b":
        _bundle(data[1:])
    elif kind == b"p":
        _path(text)
    elif kind == b"e":
        _entry(data[1:])
    elif kind == b"r":
        _receipt(text)
    else:
        for read in READERS:
            _refusing(read, text)


def _refusing(read: Callable[[str], object], text: str) -> None:
    try:
        read(text)
    except NoteError as error:
        check_output(printable(str(error)))


READERS: Sequence[Callable[[str], object]] = (
    parsed,
    checkpoint_from,
    proof_from,
    lambda text: str(verifier_from(text)),
    lambda text: checkpoint_opened(text, LOG.key),
    lambda text: check_inclusion(b"entry 7", proof_from(text), LOG.key),
)


def _bundle(raw: bytes) -> None:
    try:
        found = unbundled(raw)
    except ValueError:
        return
    if bundle(found) != raw:
        raise AssertionError("a bundle of two spellings")


def _path(text: str) -> None:
    found = placed(text)
    if found is not None and place(*found) != text:
        raise AssertionError("a path of two spellings")


def _entry(raw: bytes) -> None:
    """What a monitor makes of two entries that follow each other."""
    file = sqlite3.connect(":memory:")
    file.executescript(SCHEMA)
    ledger = Ledger(file)
    for index, one in enumerate(raw.split(b"\0", 2)):
        ledger.hear(index, one)
        ledger.tree.append(leaf_hash(one))
    ledger.keep()
    for line in ledger.wrong:
        check_output(printable(line))
    file.close()


def _receipt(text: str) -> None:
    try:
        told = read_object(text)
    except NotStrict:
        return
    for check in (check_receipt(ENTRIES, told, told), check_proof(told, told)):
        check_output(printable(check.detail))
        if check.result == "passed" and told["game"] not in KNOWN:
            raise AssertionError("a receipt of another game is accepted")


KNOWN = [vector["receipt"].get("game") for vector in VECTORS["inclusions"]]
