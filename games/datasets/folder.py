"""The data sets that are published, and their files."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from django.conf import settings

from games.http.cache_headers import etag_of
from proof.datasets.manifest import MANIFEST

KINDS: Final = {
    ".zst": "application/zstd",
    ".gz": "application/gzip",
    ".parquet": "application/vnd.apache.parquet",
    ".json": "application/json",
}
_KEPT: Final = 256


@dataclass(frozen=True, slots=True)
class Published:
    """A data set, as its manifest describes it."""

    name: str
    told: dict[str, Any]
    tags: dict[str, str]  # the ETag of each file

    @property
    def bytes(self) -> int:
        return sum(file["bytes"] for file in (*self.told["parts"], *self.told["files"]))

    @property
    def counts(self) -> dict[str, Any]:
        counts: dict[str, Any] = self.told["counts"]
        return counts


def dataset_list() -> list[Published]:
    """The newest first."""
    if not settings.DATASETS_DIR:
        return []
    paths = sorted(_root().glob(f"[0-9]*/{MANIFEST}"), reverse=True)
    return [_published(path, path.stat().st_mtime_ns) for path in paths]


def dataset_get(name: str) -> Published | None:
    return next((found for found in dataset_list() if found.name == name), None)


def file_get(name: str, file: str) -> tuple[Path, str] | None:
    """A file that its manifest lists, with its ETag."""
    found = dataset_get(name)
    tag = found.tags.get(file) if found else None
    return (_root() / name / file, tag) if tag else None


def _root() -> Path:
    return Path(settings.DATASETS_DIR)


@lru_cache(_KEPT)
def _published(path: Path, written: int) -> Published:
    """A data set never changes, so each is read once; if an operator makes one anew, it was written then."""
    raw = path.read_bytes()
    told = json.loads(raw)
    tags = {file["file"]: f'"{file["sha256"][:32]}"' for file in (*told["parts"], *told["files"])}
    return Published(path.parent.name, told, {**tags, MANIFEST: etag_of(raw)})
