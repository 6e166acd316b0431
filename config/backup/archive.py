"""The file of a backup: a tar of the dump, the variables and a description, readable by its owner only."""

import hashlib
import io
import json
import os
import tarfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from config.env import Misconfigured

FORMAT: Final = 1
DUMP: Final = "database.dump"
ABOUT: Final = "about.json"
_CHUNK = 1 << 20


@dataclass(frozen=True)
class Backup:
    """An unpacked backup."""

    dump: Path
    variables: dict[str, str]


def write_archive(file: Path, dump: Path, variables: Mapping[str, str], made_at: str) -> None:
    """Complete or not at all: it gets its name when everything is on the disk."""
    about = {
        "format": FORMAT,
        "made_at": made_at,
        "sha256": _sha256(dump),
        "variables": dict(variables),
    }
    fresh = dump.with_name("archive")
    with os.fdopen(os.open(fresh, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as out:
        with tarfile.open(fileobj=out, mode="w") as tar:
            _add_text(tar, ABOUT, json.dumps(about, indent=1, sort_keys=True))
            tar.add(dump, DUMP, filter=_anonymous)
        out.flush()
        os.fsync(out.fileno())
    try:
        os.link(fresh, file)  # unlike a rename, this never replaces a file
    except FileExistsError:
        raise Misconfigured(f"{file} exists; choose another FILE for the backup.") from None


@contextmanager
def opened_archive(file: Path) -> Iterator[Backup]:
    """Unpack into a temporary folder and check it against its own description."""
    with TemporaryDirectory(prefix="signalbox-restore-") as folder:
        yield _unpacked(file, Path(folder))


def _unpacked(file: Path, folder: Path) -> Backup:
    try:
        with tarfile.open(file, mode="r:") as tar:
            for name in (ABOUT, DUMP):
                tar.extract(name, folder, filter="data")
        about = json.loads((folder / ABOUT).read_text())
        is_whole = about["sha256"] == _sha256(folder / DUMP)
        variables = {str(name): str(value) for name, value in about["variables"].items()}
    except OSError as error:
        raise Misconfigured(f"{file} cannot be read ({error.strerror or error}).") from None
    except (tarfile.TarError, KeyError, TypeError, AttributeError, ValueError):
        raise Misconfigured(f"{file} is not a backup, or only a part of one.") from None
    _check_format(file, about)
    if not is_whole:
        raise Misconfigured(f"{file} is damaged: its dump is not the one that was saved.")
    return Backup(folder / DUMP, variables)


def _check_format(file: Path, about: Mapping[str, Any]) -> None:
    if about.get("format") != FORMAT:
        raise Misconfigured(
            f"{file} has the format {about.get('format')!r}; this version restores format {FORMAT}."
        )


def _add_text(tar: tarfile.TarFile, name: str, text: str) -> None:
    entry = tarfile.TarInfo(name)
    entry.size, entry.mode = len(text.encode()), 0o600
    tar.addfile(entry, io.BytesIO(text.encode()))


def _anonymous(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = ""
    return entry


def _sha256(file: Path) -> str:
    digest = hashlib.sha256()
    with file.open("rb") as data:
        while chunk := data.read(_CHUNK):
            digest.update(chunk)
    return digest.hexdigest()
