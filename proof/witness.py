"""`python -m proof witness URL --vkey KEY`: watch the public log of a server, and cosign it.

A witness keeps the last checkpoint it has seen in a folder of its own. A newer one must be a continuation of
it: otherwise the server shows different logs to different people, or has changed what was in it. The witness
then says so, keeps both checkpoints as evidence and signs nothing. What holds is cosigned in the form of C2SP
tlog-cosignature, if it is given a key (`--key`, which needs the package `cryptography`).

Exit code 0: the log holds; 1: it does not, and that is proved by what it has signed; 2: wrong use; 3: it
cannot be read now.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path

from proof.printed import command, complain, say
from proof.transparency.memory import Memory, continued
from proof.transparency.mirror import Mirror, Unreachable
from proof.transparency.notes import COSIGNATURE, NoteError, Signature, Verifier, cosigned, is_name, parsed
from proof.transparency.watch import HOLDS, WRONG_USE, mirror_of, parser_for, watched

Sign = Callable[[bytes], bytes]


class Cosigner:
    """A witness's own key."""

    def __init__(self, name: str, public: bytes, sign: Sign) -> None:
        self.key = Verifier(name, public, COSIGNATURE)
        self.sign = sign

    def cosign(self, note: str, seen: int) -> Signature:
        text, _ = parsed(note)
        value = seen.to_bytes(8, "big") + self.sign(cosigned(text, seen))
        return Signature(self.key.name, self.key.key_id, value)


def cosigner_from(path: Path, name: str) -> Cosigner:
    """The key in a file, which is made if there is none. A library signs: it hides how long that takes."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey  # noqa: PLC0415 (optional)

    if not is_name(name):
        raise NoteError("the name of a witness has neither spaces nor a plus sign")
    if not path.exists():
        path.touch(mode=0o600)
        path.write_text(Ed25519PrivateKey.generate().private_bytes_raw().hex() + "\n", encoding="ascii")
    try:
        raw = bytes.fromhex(path.read_text(encoding="ascii").strip())
        private = Ed25519PrivateKey.from_private_bytes(raw)
    except ValueError:
        raise NoteError(f"{path} is not a key: 64 hexadecimal digits") from None
    return Cosigner(name, private.public_key().public_bytes_raw(), private.sign)


def look(mirror: Mirror, memory: Memory, cosigner: Cosigner | None = None) -> str:
    """Look once: the newest checkpoint, with the cosignature if there is a key."""
    note, new, old = continued(mirror, memory)
    if old is None or new.size >= old.size:
        memory.keep(note)
        if cosigner is not None:
            note += cosigner.cosign(note, int(time.time())).line
    return note


@command
def main(words: list[str] | None = None) -> int:
    wish = _parser().parse_args(words)
    try:
        mirror = mirror_of(wish)
        cosigner = cosigner_from(wish.key, wish.name) if wish.key else None
    except ImportError:
        return complain("witness: to cosign, install the package cryptography", WRONG_USE)
    except (NoteError, Unreachable, ValueError, OSError) as error:
        return complain(f"witness: {error}", WRONG_USE)
    if cosigner is not None:
        say(f"witness: {cosigner.key}", sys.stderr)

    def once() -> int:
        for line in look(mirror, Memory(wish.folder), cosigner).split("\n"):
            say(line)
        return HOLDS

    return watched("witness", once, wish.every)


def _parser() -> argparse.ArgumentParser:
    parser = parser_for("witness", (__doc__ or "").partition("\n")[0])
    parser.add_argument("--key", type=Path, help="a file with a key of its own, made if it is missing")
    parser.add_argument("--name", default="witness.local", help="the name it cosigns under")
    return parser


if __name__ == "__main__":
    sys.exit(main())
