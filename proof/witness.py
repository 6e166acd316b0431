"""`python -m proof witness URL --vkey KEY`: watch the public log of a server, and cosign it.

A witness keeps the last checkpoint it has seen in a folder of its own. A newer one must be a continuation of
it: otherwise the server shows different logs to different people, or has changed what was in it. The witness
then says so, keeps both checkpoints as evidence and signs nothing. What holds is cosigned in the form of C2SP
tlog-cosignature, if it is given a key (`--key`, which needs the package `cryptography`).

With `--serve HOST:PORT` instead of an address it answers logs that ask for cosignatures themselves (C2SP
tlog-witness). Then `--vkey` may name several logs.

Exit code 0: the log holds; 1: it does not, and that is proved by what it has signed; 2: wrong use; 3: it
cannot be read now.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from proof.printed import command, complain, say
from proof.transparency.cosigner import Cosigner, cosigner_from
from proof.transparency.endpoint import Endpoint
from proof.transparency.memory import Memory, NotRemembered, continued, held
from proof.transparency.mirror import Mirror, Unreachable
from proof.transparency.notes import NoteError, verifier_from
from proof.transparency.submissions import Witness, folder_of
from proof.transparency.watch import HOLDS, WRONG_USE, mirror_of, parser_for, watched


def look(mirror: Mirror, memory: Memory, cosigner: Cosigner | None = None) -> str:
    """Look once: the newest checkpoint, with the cosignature if there is a key."""
    note, new, old = continued(mirror, memory)
    if old is None or new.size >= old.size:
        cosignature, kept = cosigner.cosign(note, mirror.keys) if cosigner else (None, note)
        memory.keep(kept)
        note += cosignature.line if cosignature else ""
    return note


@command
def main(words: list[str] | None = None) -> int:
    parser = _parser()
    wish = parser.parse_args(words)
    if (wish.url is None) == (wish.serve is None) or (wish.serve and not wish.key):
        parser.error("give the address of a log to look at, or --serve and --key to be asked by logs")
    try:
        cosigner = _cosigner(wish) if wish.key else None
        if cosigner is None:
            return _watch(wish)
        with held(wish.folder):
            return _serve(wish, cosigner) if wish.serve else _watch(wish, cosigner)
    except ImportError:
        return complain("witness: to cosign, install the package cryptography", WRONG_USE)
    except (NoteError, NotRemembered, Unreachable, ValueError, OSError) as error:
        return complain(f"witness: {error}", WRONG_USE)


def _watch(wish: argparse.Namespace, cosigner: Cosigner | None = None) -> int:
    mirror = mirror_of(wish)
    memory = Memory(wish.folder / folder_of(mirror.keys[0].name))

    def once() -> int:
        for line in look(mirror, memory, cosigner).split("\n"):
            say(line)
        return HOLDS

    return watched("witness", once, wish.every)


def _serve(wish: argparse.Namespace, cosigner: Cosigner) -> int:
    """Until it is stopped. What it remembers is on the disk before it answers, so it may be killed."""
    (host, port), keys = wish.serve, [verifier_from(vkey) for vkey in wish.vkey]
    with Endpoint(host, port, Witness(wish.folder, cosigner, keys)) as endpoint:
        say(f"witness: asked at port {endpoint.server_address[1]}", sys.stderr)
        endpoint.serve_forever()
    return HOLDS


def _cosigner(wish: argparse.Namespace) -> Cosigner:
    cosigner = cosigner_from(wish.key, wish.name)
    say(f"witness: {cosigner.key}", sys.stderr)
    return cosigner


def _address(text: str) -> tuple[str, int]:
    host, _, port = text.rpartition(":")
    if not host or not port.isdecimal() or int(port) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is not HOST:PORT")
    return host.strip("[]"), int(port)


def _parser() -> argparse.ArgumentParser:
    parser = parser_for("witness", (__doc__ or "").partition("\n")[0], url="?")
    parser.add_argument("--key", type=Path, help="a file with a key of its own, made if it is missing")
    parser.add_argument("--name", default="witness.local", help="the name it cosigns under")
    parser.add_argument(
        "--serve", type=_address, metavar="HOST:PORT", help="instead of looking, answer logs that ask"
    )
    return parser


if __name__ == "__main__":
    sys.exit(main())
