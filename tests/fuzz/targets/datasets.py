"""The readers of data sets: a file of a sound folder is replaced, then it is proved or its chance tested."""

from __future__ import annotations

import gzip
import io
import zlib
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory

from proof.datasets.manifest import INDEX, LEFT_OUT, MANIFEST, RATINGS
from proof.datasets.publication import PROOF
from proof.fairness.__main__ import main as fairness
from proof.transparency.ledger import ledger_at
from proof.verify import main as verify
from tests.fuzz.targets import bare, check_output
from tests.support.hostile_exports import HOLDS
from tests.support.offline_dataset import PART, sound_dataset

LONGEST = 160 << 10
FOLDER = TemporaryDirectory()
DATASET, MONITOR = (Path(FOLDER.name) / name for name in ("2026-01", "monitor"))
FILES = (MANIFEST, INDEX, LEFT_OUT, RATINGS, PART, PROOF)
COMMANDS: tuple[tuple[Callable[..., int], list[str]], ...] = (
    (verify, ["--monitor", str(MONITOR)]),
    (verify, []),
    (fairness, ["--by", "hour"]),
)
PACKED = 0x80  # of the first byte: the rest is packed before it is written


def seeds() -> Sequence[bytes]:
    sound_dataset(DATASET)
    with ledger_at(MONITOR) as ledger:
        ledger.keep()
    raw = [(DATASET / name).read_bytes() for name in FILES[:-1]]
    plain = [gzip.decompress(one) if one[:2] == b"\x1f\x8b" else one for one in raw]
    proof = b'{"entry":"{}","index":1,"proof":"c2sp.org/tlog-proof@v1\\nindex 1\\n\\n","consistency":[]}'
    packed = [bytes([number | PACKED]) + one for number, one in enumerate(plain) if number]
    return [
        *(bytes([number]) + one for number, one in enumerate(raw)),
        *packed,
        bytes([FILES.index(PROOF)]) + proof,
    ]


def run(data: bytes) -> None:
    first = data[0] if data else 0
    path = DATASET / FILES[(first & ~PACKED) % len(FILES)]
    before = path.read_bytes() if path.exists() else None
    path.write_bytes(gzip.compress(data[1:], 1) if first & PACKED else data[1:])
    try:
        _run(zlib.crc32(data) % len(COMMANDS))
    finally:
        if before is None:
            path.unlink()
        else:
            path.write_bytes(before)


def _run(which: int) -> None:
    main, words = COMMANDS[which]
    with redirect_stdout(io.StringIO()) as out, redirect_stderr(io.StringIO()) as err:
        code = bare(main)([str(DATASET), "--jobs", "1", *words])
    check_output(out.getvalue() + err.getvalue())
    if HOLDS in out.getvalue().splitlines() and code not in (0, 3):
        raise AssertionError("a verdict that is not the program's")
    if "--monitor" in words and code not in (1, 2):
        raise AssertionError("a data set that this monitor has not read of")
