"""A new board: twelve places that can be played at once, to be changed line by line."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

NAME = re.compile(r"[a-z][a-z0-9_]{0,30}")
FILES = {"board.json": "board.json", "game.txt": "__init__.py", "NOTES.md": "NOTES.md"}


class NotWritten(Exception):
    """Says in a sentence why there is no new board."""


def write_template(root: Path, name: str) -> Path:
    """The folder that was written; nothing that is there is changed."""
    if not NAME.fullmatch(name):
        raise NotWritten(f"A game is called by lower-case letters, digits and _, not {name!r}.")
    folder = root / name
    try:
        folder.mkdir(parents=True)
        for source, target in FILES.items():
            text = (files(__package__) / "first_board" / source).read_text(encoding="utf-8")
            (folder / target).write_text(_filled(text, name), encoding="utf-8")
    except FileExistsError:
        raise NotWritten(f"{folder} is there already.") from None
    except OSError as error:
        raise NotWritten(f"{folder} cannot be written: {error.strerror}.") from None
    return folder


def _filled(text: str, name: str) -> str:
    title = name.replace("_", " ").title()
    text = text.replace('"id": "template"', f'"id": "{name}"').replace('"Template"', f'"{title}"')
    return text.replace("{id}", name).replace("{title}", title)
