"""Signed notes, checkpoints and proofs: examples of the specifications, and notes that are wrong."""

import pytest

from proof.transparency.checkpoints import (
    Checkpoint,
    InclusionProof,
    check_inclusion,
    checkpoint_from,
    checkpoint_opened,
    proof_from,
)
from proof.transparency.notes import NoteError, Verifier, opened, parsed, verifier_from
from tests.proof.transparency.logs import LogOfOne

VKEY = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k"
NOTE = (
    "This is an example message.\n\n— example.com/foo "
    "Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n"
)


def test_the_example_of_the_specification_holds():
    key = verifier_from(VKEY)

    assert opened(NOTE, [key]) == ("This is an example message.\n", [key])
    assert str(key) == VKEY


@pytest.mark.parametrize(
    "note",
    [
        "",
        "no signatures\n",
        NOTE.replace("example message", "another message"),
        NOTE.removesuffix("\n"),
        NOTE.replace("— ", "- "),
        NOTE.replace("example.com/foo", "example.com/bar"),
        NOTE.replace("\n\n", "\r\n\n"),
        NOTE.replace("Uw2QOkn8", "Uw2QOkn9"),
        NOTE.replace("Uw2QOkn8", "Öw2QOkn8"),
        NOTE.replace("Uw2QOkn8", "Uw2Q\u2028Okn8"),
    ],
)
def test_a_note_that_was_changed_is_refused(note):
    with pytest.raises(NoteError):
        opened(note, [verifier_from(VKEY)])


def test_signatures_of_unknown_keys_are_ignored():
    other = Verifier("example.com/foo", bytes(32))

    assert opened(NOTE, [other, verifier_from(VKEY)])[1] == [verifier_from(VKEY)]


@pytest.mark.parametrize("vkey", ["", "a+b", "a b+00000000+AQ==", VKEY.replace("530d903a", "530d903b")])
def test_a_key_that_is_none_is_refused(vkey):
    with pytest.raises(NoteError):
        verifier_from(vkey)


def test_a_checkpoint_reads_as_it_is_written_and_may_say_more():
    text = "example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n"

    assert checkpoint_from(text).text == text
    assert checkpoint_from(text + "more\n") == checkpoint_from(text)
    for wrong in (text.replace("20852163", "020852163"), text.replace("Cs", ""), "a\n1\n", "\n" + text):
        with pytest.raises(NoteError):
            checkpoint_from(wrong)


def test_a_proof_is_checked_with_its_entry_and_its_key():
    log = LogOfOne("example.org/log", [b"one", b"two", b"three"])
    proof = log.proof(1)

    assert proof_from(str(proof)) == proof
    assert check_inclusion(b"two", proof, log.key) == Checkpoint("example.org/log", 3, log.root)
    for entry, given in ((b"three", proof), (b"two", InclusionProof(2, proof.hashes, proof.note))):
        with pytest.raises(NoteError):
            check_inclusion(entry, given, log.key)


def test_a_checkpoint_of_another_log_is_refused():
    log = LogOfOne("example.org/log", [b"one"])
    other = LogOfOne("example.org/other", [b"one"])

    with pytest.raises(NoteError):
        checkpoint_opened(other.note, log.key)
    assert len(parsed(log.note)[1]) == 1
