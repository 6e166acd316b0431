"""Exports: what an import, the verifier with its report, and the comparison with another make of the text."""

from __future__ import annotations

import io
import zlib
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr, redirect_stdout, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from games.audits import imports
from games.refusals import ServerRefusal
from proof.compare import main as compare
from proof.verify import main as verify
from tests.fuzz.targets import bare, check_output
from tests.support.exports import sound_entries, sound_export, written
from tests.support.hostile_exports import HOLDS, UNRULY, UNSOUND

LONGEST = 256 << 10
FOLDER = TemporaryDirectory()
FILE, PAGE, OTHER = (Path(FOLDER.name) / name for name in ("game.ndjson", "page.html", "other.ndjson"))


def seeds() -> Sequence[bytes]:
    """Whole games take long, so there are beginnings too."""
    whole = [sound_export(name) for name in ("london", "amsterdam")]
    parts = [(name, count) for name in ("london", "world") for count in (1, 3, 8, 40)]
    running = [written(sound_entries(name)[:count]) for name, count in parts]
    OTHER.write_text("\n".join(whole[0]))
    odd = [raw for raw in (*UNSOUND.values(), *UNRULY.values()) if len(raw) < LONGEST // 4]
    return [*("\n".join(lines).encode() for lines in (*running, *whole)), *odd]


def run(data: bytes) -> None:
    """One of the three, the same for the same input."""
    (_import, _verify, _compare)[zlib.crc32(data) % 3](data)


def _import(data: bytes) -> None:
    with suppress(ServerRefusal, UnicodeDecodeError):
        imports._proved(data.decode())  # noqa: SLF001 (all of an import but the database)


def _verify(data: bytes) -> None:
    code, out = _said(verify, data, "--html", str(PAGE))
    if (HOLDS in out.splitlines()) != (code == 0):
        raise AssertionError("a verdict that is not the program's")
    if PAGE.exists():
        check_output(PAGE.read_text(encoding="utf-8"))
        PAGE.unlink()


def _compare(data: bytes) -> None:
    _said(compare, data, str(OTHER))


def _said(main: Callable[..., int], data: bytes, *words: str) -> tuple[int, str]:
    FILE.write_bytes(data)
    with redirect_stdout(io.StringIO()) as out, redirect_stderr(io.StringIO()) as err:
        code = bare(main)([str(FILE), *words])
    check_output(out.getvalue() + err.getvalue())
    return code, out.getvalue()
