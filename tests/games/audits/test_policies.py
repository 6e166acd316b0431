"""A split view: a dishonest server shows two readers two logs, and each witness has seen one of them."""

import json
import subprocess
from contextlib import ExitStack
from itertools import product

import pytest

from proof.transparency.notes import Verifier, parsed
from proof.transparency.policy import NotCosigned, PolicyError, policy_from
from proof.verify import main
from tests.games.audits.test_second_verifier import NODE, PROGRAM, exported, proved, signed_head, with_node
from tests.proof.transparency.test_policy import NESTED, TWO_OF_THREE, WRONG, cosigners, noted, policy_text
from tests.support.witnesses import witnessing

__all__ = ["cosigners"]
pytestmark = pytest.mark.django_db


class Reader:
    """What one reader has: the game, a receipt that leads to the log they are shown, and a policy."""

    def __init__(self, folder, receipt, key, policy):
        folder.mkdir()
        self.receipt, self.folder = receipt, folder
        (folder / "game.ndjson").write_text("\n".join(exported()))
        (folder / "key.json").write_text(json.dumps({"keys": [key]}))
        (folder / "policy").write_text(policy)

    @property
    def note(self):
        return self.receipt["proof"]["inclusion"].partition("\n\n")[2]

    def given(self, cosignatures):
        receipt = json.loads(json.dumps(self.receipt))
        if "proof" in receipt:
            receipt["proof"]["inclusion"] += "".join(cosignatures)
        (self.folder / "receipt.json").write_text(json.dumps(receipt))
        return self

    def verdicts(self, capsys):
        """Exit codes of both verifiers, and what both say of the proof."""
        words = [str(self.folder / "game.ndjson")]
        for name in ("receipt.json", "key.json", "policy"):
            words += [f"--{name.removesuffix('.json')}", str(self.folder / name)]
        code = main(words)
        said = capsys.readouterr().out.splitlines()
        done = subprocess.run([str(NODE), str(PROGRAM), *words], capture_output=True, text=True, check=False)
        (line,) = (one for one in said if " inclusion " in one)
        assert line in done.stdout.splitlines(), done.stdout + done.stderr
        return code, done.returncode, line


@with_node
def test_who_is_shown_another_log_than_most_witnesses_finds_it(tmp_path, signing_key, capsys):
    """One more entry in the log of the second: the witnesses have seen another tree of this size."""
    receipt, key = signed_head(json.loads(exported()[0]), signing_key)
    one = proved(receipt, signing_key)
    other = proved(receipt, signing_key, at="2026-01-31T18:00:01.000000Z")  # another tree
    log = Verifier("example.org/log", signing_key.public_key().public_bytes_raw())
    with ExitStack() as running:
        witnesses = [
            running.enter_context(witnessing(tmp_path / name, [log], f"{name}.example")) for name in "abc"
        ]
        policy = "".join(f"witness {one.folder.name} {one.key}\n" for one in witnesses) + TWO_OF_THREE
        readers = [Reader(tmp_path / name, shown, key, policy) for name, shown in (("x", one), ("y", other))]
        told: list[list[str]] = [[], []]
        for number, witness in enumerate(witnesses):
            first, second = (0, 1) if number < 2 else (1, 0)
            told[first].append(witness.ask(0, [], readers[first].note)[1])
            assert witness.ask(3, [], readers[second].note)[0] == 422  # the server tries it with all of them
            for reader in readers:
                assert parsed(reader.note)[0] in witness.kept(log.name, "contradiction")

    cosigned_by_most, by_one = (reader.given(lines) for reader, lines in zip(readers, told, strict=True))

    code, second, line = cosigned_by_most.verdicts(capsys)
    assert (code, second) == (0, 0)
    assert line == "ok       inclusion entry 1 of 3 in the log example.org/log, cosigned by a, b"
    code, second, line = by_one.verdicts(capsys)
    assert (code, second) == (3, 3)
    assert line == "skipped  inclusion too few witnesses of the policy have cosigned the checkpoint: c"
    code, second, line = by_one.given(told[0]).verdicts(capsys)  # the cosignatures of the other log
    assert (code, second) == (1, 1)
    assert line == "FAILED   inclusion the signature of a.example does not fit the text"


@with_node
def test_a_receipt_without_a_proof_does_not_pass_a_policy(tmp_path, signing_key, capsys):
    receipt, key = signed_head(json.loads(exported()[0]), signing_key)

    reader = Reader(tmp_path / "x", receipt, key, "quorum none\n").given([])

    assert reader.verdicts(capsys)[:2] == (3, 3)


POLICIES = """
import { readFileSync } from "node:fs";
import { checkPolicy, policyFrom } from "%s";
const told = [];
for (const { text, note } of JSON.parse(readFileSync(process.argv[1], "utf-8"))) {
  try { told.push(await checkPolicy(await policyFrom(text), note)); }
  catch (problem) { told.push(problem.message); }
}
console.log(JSON.stringify(told));
"""


@with_node
def test_both_read_a_policy_alike(tmp_path, cosigners):
    rules = (TWO_OF_THREE, NESTED, "quorum none", "quorum a")
    pairs = [*product(WRONG, [""]), *product(rules, ["", "a", "ab", "abd", "aa", "abcdef"])]
    asked = [{"text": policy_text(cosigners, one), "note": noted(cosigners, names)} for one, names in pairs]
    (tmp_path / "asked").write_text(json.dumps(asked))
    words = ["--input-type=module", "-e", POLICIES % PROGRAM.as_uri(), "--", str(tmp_path / "asked")]
    done = subprocess.run([str(NODE), *words], capture_output=True, text=True, check=False)

    assert json.loads(done.stdout) == [said(**one) for one in asked], done.stderr


def said(text, note):
    try:
        found = policy_from(text).check(note)
    except (PolicyError, NotCosigned) as error:
        return str(error)
    return f", cosigned by {', '.join(found) or 'nobody, as the policy allows'}"
