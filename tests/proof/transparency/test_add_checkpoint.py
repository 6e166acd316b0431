"""A witness that logs ask for cosignatures, as C2SP tlog-witness has it: a real process, over HTTP."""

import socket
import subprocess
import sys
from base64 import b64decode
from collections import defaultdict
from contextlib import suppress
from http.client import HTTPException
from threading import Thread, Timer

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from proof.transparency import endpoint
from proof.transparency.checkpoints import Checkpoint, checkpoint_opened
from proof.transparency.cosigner import cosigner_from
from proof.transparency.endpoint import Endpoint
from proof.transparency.notes import Signature, opened, parsed, sealed
from proof.transparency.submissions import Witness, folder_of
from proof.transparency.tree import consistency, continuation, roots_of
from proof.witness import main
from tests.proof.transparency.logs import LogOfOne
from tests.support.witnesses import answered, submission, witnessing

ORIGIN = "example.org/log"


def grown(size, odd=""):
    """A log of this size; of an odd one the first entry is another."""
    return LogOfOne(
        ORIGIN, [b"entry %d%s" % (number, odd.encode() if number == 0 else b"") for number in range(size)]
    )


def proof(log, old):
    return consistency(old, len(log.entries), log.read)


@pytest.fixture
def witness(tmp_path):
    with witnessing(tmp_path / "w", [grown(1).key]) as running:
        yield running


def test_a_log_that_grows_is_cosigned_each_time(witness):
    for old, size in [(0, 1), (1, 2), (2, 7), (7, 7), (7, 300)]:
        log = grown(size)
        status, line = witness.ask(old, proof(log, old), log.note)
        assert status == 200
        assert opened(log.note + line, [log.key, witness.key])[1] == [log.key, witness.key]


def test_it_tells_the_size_that_it_has_cosigned_to_whoever_does_not_know(witness):
    log = grown(5)
    witness.ask(0, [], log.note)

    assert answered(f"{witness.url}/add-checkpoint", submission(0, [], grown(9).note)) == (
        409,
        "text/x.tlog.size",
        "5\n",
    )
    assert witness.ask(3, proof(log, 3), log.note) == (409, "5\n")


def signed(text):
    """Any text as the log signs it."""
    log = grown(1)
    return sealed(text, [Signature(ORIGIN, log.key.key_id, log.private.sign(text.encode()))])


def spoilt(note):
    text, (signature,) = parsed(note)
    return sealed(text, [signature._replace(value=bytes(64))])


def by_a_stranger():
    log = grown(3)
    log.private = Ed25519PrivateKey.from_private_bytes(bytes(range(1, 33)))
    return log.note


REFUSED = {
    "not a request": (400, lambda: b"hello"),
    "not UTF-8": (400, lambda: b"old 0\n\n\xff"),
    "no old size": (400, lambda: submission(0, [], grown(3).note).removeprefix(b"old 0\n")),
    "an old size with a zero before it": (400, lambda: b"old 00\n\n" + grown(3).note.encode()),
    "more than 63 hashes": (400, lambda: submission(0, [bytes(32)] * 64, grown(3).note)),
    "no checkpoint": (400, lambda: submission(0, [], signed(f"{ORIGIN}\nthree\n"))),
    "an older checkpoint": (400, lambda: submission(9, [], grown(3).note)),
    "another log": (404, lambda: submission(0, [], LogOfOne("example.net/log", [b"x"]).note)),
    "an unknown key": (403, lambda: submission(0, [], by_a_stranger())),
    "a wrong signature": (403, lambda: submission(0, [], spoilt(grown(3).note))),
    "a root of no empty tree": (
        422,
        lambda: submission(0, [], signed(Checkpoint(ORIGIN, 0, bytes(32)).text)),
    ),
    "a proof from nothing": (422, lambda: submission(0, [bytes(32)], grown(3).note)),
    "too long": (413, lambda: b"old 0\n" + b"A" * 100_000),
}


def test_what_does_not_hold_is_refused_and_not_remembered(witness):
    assert {what: witness.post(body())[0] for what, (_, body) in REFUSED.items()} == {
        what: status for what, (status, _) in REFUSED.items()
    }
    assert witness.post(submission(0, [], grown(3).note), "/elsewhere")[0] == 404
    assert witness.ask(0, [], grown(3).note)[0] == 200


def test_a_bad_proof_is_refused_and_is_no_evidence(witness):
    witness.ask(0, [], grown(5).note)
    log = grown(9)

    assert witness.ask(5, [bytes(32)] * 3, log.note)[0] == 422
    assert witness.ask(5, proof(log, 5)[1:], log.note)[0] == 422
    assert not (witness.folder / folder_of(ORIGIN) / "contradiction").exists()
    assert witness.ask(5, proof(log, 5), log.note)[0] == 200


def test_another_tree_of_the_same_size_is_refused_and_kept_as_evidence(witness):
    one, other = grown(5), grown(5, "!")
    witness.ask(0, [], one.note)

    assert witness.ask(5, [], other.note)[0] == 422
    first, second = witness.kept(ORIGIN, "contradiction").split("\n\n" + ORIGIN)
    assert first.startswith(one.note.split("\n\n")[0])
    assert checkpoint_opened(ORIGIN + second, one.key).root == other.root != one.root


def test_a_fork_that_the_log_itself_proves_is_kept_as_evidence(witness):
    one, other = grown(5), grown(9, "!")
    witness.ask(0, [], one.note)
    hashes = continuation(5, 9, other.read)

    assert witness.ask(5, hashes, other.note)[0] == 422
    lines = witness.kept(ORIGIN, "contradiction").rpartition("=\n\n")[2].splitlines()
    told = [b64decode(line) for line in lines]
    found = roots_of(5, 9, told)
    assert found
    assert found[1] == other.root  # so the hashes are those of the new log, and the old one does not begin it
    assert found[0] != one.root


def test_it_serves_what_it_has_cosigned_with_the_signatures_it_has_checked(witness):
    log = grown(5)
    path = f"{witness.url}/{folder_of(ORIGIN)}/checkpoint"
    assert answered(path)[0] == 404
    junk = Signature("somebody.example", b"1234", b"junk").line
    _, line = witness.ask(0, [], log.note + junk)

    assert answered(path)[2] == log.note + line
    assert answered(f"{witness.url}/{'0' * 64}/checkpoint")[0] == 404
    assert answered(f"{witness.url}/../w.key")[0] == 404


def test_a_witness_that_is_killed_at_any_moment_never_cosigns_two_trees_of_one_size(tmp_path):
    """A log with two histories tries to have both cosigned, while the witness dies and comes back."""
    cosigned: dict[int, set[bytes]] = defaultdict(set)
    for seconds in (0.1, 0.15, 0.2, 0.25):
        with witnessing(tmp_path / "w", [grown(1).key]) as running:
            Timer(seconds, running.process.kill).start()
            with suppress(OSError, HTTPException):
                while True:
                    sell(running, cosigned)

    assert cosigned
    assert {len(roots) for roots in cosigned.values()} == {1}
    with witnessing(tmp_path / "w", [grown(1).key]) as running:
        kept = checkpoint_opened(running.kept(ORIGIN), grown(1).key)
        assert kept.size >= max(cosigned)
        assert kept.root in {grown(kept.size).root, grown(kept.size, "!").root}


def sell(running, cosigned):
    status, told = running.ask(0, [], grown(1, "!").note)
    last = int(told) if status == 409 else 1
    for odd in ("!", ""):
        for size in (last or 1, last + 1):
            log = grown(size, odd)
            if running.ask(last, proof(log, last), log.note)[0] == 200:
                cosigned[size].add(log.root)


def test_one_process_signs_by_a_folder_and_one_that_forgot_does_not_start(tmp_path, capsys):
    words = ["--vkey", str(grown(1).key), "--folder", str(tmp_path / "w"), "--key", f"{tmp_path}/w.key"]
    with witnessing(tmp_path / "w", [grown(1).key]) as running:
        running.ask(0, [], grown(5).note)
        assert main([*words, "--serve", "127.0.0.1:0"]) == main(["https://example.org/log", *words]) == 2
        assert "another witness signs by" in capsys.readouterr().err
    (tmp_path / "w" / folder_of(ORIGIN) / "checkpoint").write_text("")

    assert main([*words, "--serve", "127.0.0.1:0"]) == 2
    assert "checkpoint is damaged" in capsys.readouterr().err


def test_it_wants_an_address_or_something_to_look_at(capsys):
    for words in (
        [],
        ["https://example.org/log", "--serve", "127.0.0.1:0"],
        ["--serve", "127.0.0.1:0"],
        ["--serve", "7"],
    ):
        with pytest.raises(SystemExit):
            main(["--vkey", str(grown(1).key), *words])


def test_those_who_say_nothing_are_cut_off_and_keep_nobody_waiting(tmp_path, monkeypatch):
    monkeypatch.setattr(endpoint, "SECONDS", 0.5)
    monkeypatch.setattr(endpoint, "MOST_AT_ONCE", 4)
    log = grown(3)
    witness = Witness(tmp_path, cosigner_from(tmp_path / "key", "w"), [log.key])
    with Endpoint("127.0.0.1", 0, witness) as server:
        Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        address = ("127.0.0.1", server.server_address[1])
        silent = [socket.create_connection(address, timeout=20) for _ in range(3)]
        assert (
            answered(f"http://127.0.0.1:{address[1]}/add-checkpoint", submission(0, [], log.note))[0] == 200
        )
        assert [one.recv(1) for one in silent] == [b""] * 3
        for one in silent:
            one.close()
        server.shutdown()


def test_a_witness_needs_nothing_but_python_to_be_read(tmp_path):
    """Only to sign it needs a library; without one it says so."""
    block = "import sys; sys.modules['cryptography'] = None; from proof.witness import main; "
    block += "sys.exit(main(sys.argv[1:]))"
    words = ["--serve", "127.0.0.1:0", "--key", str(tmp_path / "key"), "--folder", str(tmp_path / "w")]
    done = subprocess.run(
        [sys.executable, "-c", block, *words, "--vkey", str(grown(1).key)],
        capture_output=True,
        text=True,
        check=False,
    )

    assert (done.returncode, done.stderr) == (2, "witness: to cosign, install the package cryptography\n")
