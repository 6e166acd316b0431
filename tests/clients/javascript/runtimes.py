"""What runs JavaScript here, and how a test starts it."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.support.checkout import CHECKOUT
from tests.support.processes import clean_env

CLIENT = CHECKOUT / "clients" / "javascript"
PROGRAMS = Path(__file__).parent / "programs"
NODE = shutil.which("node")
DENO = shutil.which("deno", path=str(Path(sys.executable).parent)) or shutil.which("deno")
node = pytest.mark.skipif(NODE is None, reason="there is no node here")
deno = pytest.mark.skipif(DENO is None, reason="there is no wheel of Deno for this platform")
RUNTIMES = [
    pytest.param([NODE], id="node", marks=node),
    pytest.param([DENO, "run", "--quiet", "--no-check", "--allow-all"], id="deno", marks=deno),
]


def environment(port: int = 0, token: str = "") -> dict[str, str]:
    return clean_env(SIGNALBOX_URL=f"http://localhost:{port}", SIGNALBOX_TOKEN=token, NO_COLOR="1")


def ran(*words: object, seconds: float = 120, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(word) for word in words],
        env=environment() | env,
        capture_output=True,
        text=True,
        check=False,
        timeout=seconds,
    )


class Program:
    """One that goes on while a test does something else."""

    def __init__(self, log: Path, *words: object, port: int, token: str = "") -> None:
        self._log = log
        with log.open("wb") as out:
            self.process = subprocess.Popen(
                [str(word) for word in words],
                env=environment(port, token),
                stdout=out,
                stderr=subprocess.STDOUT,
            )

    def log(self) -> str:
        return self._log.read_text()

    def lines(self) -> list[str]:
        """Those that are complete."""
        return self.log().split("\n")[:-1]


@contextmanager
def started(log: Path, *words: object, port: int, token: str = "") -> Iterator[Program]:
    program = Program(log, *words, port=port, token=token)
    try:
        yield program
    finally:
        program.process.kill()
        program.process.wait()
