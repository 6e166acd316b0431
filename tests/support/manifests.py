"""The manifest of a data set, changed as its maker could."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from proof.datasets.content import file_hash
from proof.datasets.manifest import MANIFEST


def changed(folder: Path, change: Callable[[dict[str, Any]], Any]) -> None:
    told = json.loads((folder / MANIFEST).read_text())
    change(told)
    (folder / MANIFEST).write_text(json.dumps(told))


def with_new_hash(folder: Path, name: str) -> None:
    """As if the file had always been so."""
    size, sha256 = file_hash(folder / name)

    def change(told: dict[str, Any]) -> None:
        (file,) = (file for file in told["files"] if file["file"] == name)
        file |= {"bytes": size, "sha256": sha256}

    changed(folder, change)
