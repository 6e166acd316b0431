"""The version of files that are served to browsers."""

from hashlib import sha256
from pathlib import Path

_LENGTH = 16


def version_of(*folders: Path) -> str:
    """Changes with the name or content of any file in the folders."""
    digest = sha256()
    for folder in folders:
        for file in sorted(folder.rglob("*")):
            if file.is_file():
                digest.update(f"{file.relative_to(folder)}\0{file.stat().st_size}\0".encode())
                digest.update(file.read_bytes())
    return digest.hexdigest()[:_LENGTH]
