"""A witness in a process of its own, asked over HTTP as a log asks it."""

from __future__ import annotations

import re
import subprocess
import sys
from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

from proof.transparency.notes import Verifier, verifier_from
from proof.transparency.submissions import folder_of


@dataclass(frozen=True)
class RunningWitness:
    process: subprocess.Popen[str]
    key: Verifier
    port: int
    folder: Path

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def ask(self, old: int, hashes: Iterable[bytes], note: str) -> tuple[int, str]:
        return self.post(submission(old, hashes, note))

    def post(self, body: bytes, path: str = "/add-checkpoint") -> tuple[int, str]:
        status, _, text = answered(self.url + path, body)
        return status, text

    def kept(self, origin: str, name: str = "checkpoint") -> str:
        return (self.folder / folder_of(origin) / name).read_text()

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


def submission(old: int, hashes: Iterable[bytes], note: str) -> bytes:
    lines = "".join(b64encode(one).decode() + "\n" for one in hashes)
    return f"old {old}\n{lines}\n{note}".encode()


def answered(url: str, body: bytes | None = None) -> tuple[int, str, str]:
    """Status, kind and text of what is there, or of what is answered to this body."""
    try:
        with urlopen(url, body, timeout=20) as answer:  # noqa: S310 (its own)
            return answer.status, answer.headers["Content-Type"], answer.read().decode()
    except HTTPError as error:
        return error.code, error.headers["Content-Type"], error.read().decode()


@contextmanager
def witnessing(
    folder: Path, keys: Sequence[Verifier], name: str = "witness.example/w"
) -> Iterator[RunningWitness]:
    """With its key and its memory in the folder, from which it goes on."""
    words = ["-m", "proof", "witness", "--serve", "127.0.0.1:0", "--folder", str(folder), "--name", name]
    words += ["--key", f"{folder}.key", *(word for key in keys for word in ("--vkey", str(key)))]
    with subprocess.Popen([sys.executable, *words], stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stderr
            said = [process.stderr.readline() for _ in range(2)]
            found = re.match(r"witness: asked at port (\d+)$", said[1])
            assert found, said
            vkey = said[0].removeprefix("witness: ")
            yield RunningWitness(process, verifier_from(vkey), int(found[1]), folder)
        finally:
            process.kill()
