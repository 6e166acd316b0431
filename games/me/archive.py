"""A ZIP archive that comes into being piece by piece, so that only a piece of it is held in memory."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from io import RawIOBase
from typing import Any, Final
from zipfile import ZIP_DEFLATED, ZipFile

from django.core.serializers.json import DjangoJSONEncoder

ENCODER: Final = DjangoJSONEncoder(ensure_ascii=False)

PIECE_BYTES: Final = 1 << 16

File = tuple[str, Iterable[bytes]]


class Sink(RawIOBase):
    """Takes what is written and gives it away once. It cannot be sought, as `zipfile` then knows."""

    def __init__(self) -> None:
        self._held = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self._held += data
        return len(data)

    @property
    def size(self) -> int:
        return len(self._held)

    def taken(self) -> bytes:
        taken, self._held = bytes(self._held), bytearray()
        return taken


def archive_pieces(files: Iterable[File]) -> Iterator[bytes]:
    """The bytes of an archive, a piece whenever there is enough for one."""
    sink = Sink()
    with ZipFile(sink, "w", ZIP_DEFLATED) as archive:
        for name, lines in files:
            with archive.open(name, "w") as file:
                for line in lines:
                    file.write(line)
                    if sink.size >= PIECE_BYTES:
                        yield sink.taken()
    yield sink.taken()


def json_of(value: Any) -> bytes:
    return json.dumps(value, cls=DjangoJSONEncoder, ensure_ascii=False, indent=2).encode() + b"\n"


def json_list(rows: Iterable[dict[str, Any]]) -> Iterator[bytes]:
    """A list with one item per line."""
    before = "[\n"
    for row in rows:
        yield (before + ENCODER.encode(row)).encode()
        before = ",\n"
    yield b"[]\n" if before == "[\n" else b"\n]\n"
