"""The clients of this checkout as archives that pip and npm install: a server has those that fit it."""

from __future__ import annotations

import gzip
import tarfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Final

from docs.site.chapters import ROOT

NAMES: Final = ("javascript", "python")
_TOP: Final = ("package.json", "pyproject.toml", "README.md", "CHANGELOG.md", "LICENSE")
_TYPES: Final = {".py", ".typed", ".js", ".mjs", ".ts", ".mts", ".html"}


def package(name: str) -> bytes:
    """The same bytes from every build: no times and no owners."""
    folder, found = ROOT / "clients" / name, BytesIO()
    with tarfile.open(fileobj=found, mode="w") as archive:
        for file in _files(folder):
            body = file.read_bytes()
            entry = tarfile.TarInfo(f"package/{file.relative_to(folder)}")  # npm wants a folder of any name
            entry.size, entry.mode = len(body), 0o644
            archive.addfile(entry, BytesIO(body))
    return gzip.compress(found.getvalue(), mtime=0)


def _files(folder: Path) -> Iterator[Path]:
    yield from (folder / name for name in _TOP if (folder / name).exists())
    yield from (file for file in sorted((folder / "src").rglob("*")) if file.suffix in _TYPES)
