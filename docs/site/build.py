"""Writes every page, the index of the search, pictures, scripts and clients into one folder."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from tempfile import mkdtemp
from typing import Final

from docs.site.chapters import pictures
from docs.site.contents import entries
from docs.site.layout import whole
from docs.site.packages import NAMES, package
from docs.site.sections import A_TO_Z, Section, a_to_z, index, sections_of

STATIC: Final = Path(__file__).parent / "static"
READABLE: Final = 0o755


def build(folder: Path) -> int:
    """Replace the folder as a whole: a server never hands out half of it. Returns the number of files."""
    folder = folder.absolute()
    made = Path(mkdtemp(prefix=f"{folder.name}-", dir=folder.parent))
    made.chmod(READABLE)
    number = 0
    for name, content in files():
        file = made / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
        number += 1
    old = made.with_name(f"{made.name}-old")
    if folder.exists():
        folder.rename(old)
    made.rename(folder)
    shutil.rmtree(old, ignore_errors=True)
    return number


def files() -> Iterator[tuple[str, bytes]]:
    """By the path below /docs; a page has no ending in its address."""
    sections = list[Section]()
    for slug, entry in entries().items():
        page = entry.page()
        sections += sections_of(entry, page)
        yield f"{slug or 'index'}.html", whole(slug, page).encode()
    yield f"{A_TO_Z}.html", whole(A_TO_Z, a_to_z(sections)).encode()
    yield "search.json", json.dumps(index(sections), ensure_ascii=False, separators=(",", ":")).encode()
    yield from ((name, file.read_bytes()) for name, file in pictures().items())
    yield from ((f"clients/{name}.tar.gz", package(name)) for name in NAMES)
    for file in sorted(STATIC.rglob("*")):
        if file.is_file():
            yield str(file.relative_to(STATIC)), file.read_bytes()
