"""A ZIP archive that is written file by file, without holding more than a piece of it in memory."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import IO, Any, Final
from zipfile import ZIP_DEFLATED, ZipFile

from django.core.serializers.json import DjangoJSONEncoder

ENCODER: Final = DjangoJSONEncoder(ensure_ascii=False)

File = tuple[str, Iterable[bytes]]


def write_archive(target: IO[bytes], files: Iterable[File]) -> None:
    with ZipFile(target, "w", ZIP_DEFLATED) as archive:
        for name, pieces in files:
            with archive.open(name, "w") as file:
                for piece in pieces:
                    file.write(piece)


def json_of(value: Any) -> bytes:
    return json.dumps(value, cls=DjangoJSONEncoder, ensure_ascii=False, indent=2).encode() + b"\n"


def json_list(rows: Iterable[dict[str, Any]]) -> Iterator[bytes]:
    """A list with one item per line."""
    before = "[\n"
    for row in rows:
        yield (before + ENCODER.encode(row)).encode()
        before = ",\n"
    yield b"[]\n" if before == "[\n" else b"\n]\n"
