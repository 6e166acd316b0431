"""One run for all pages, and a folder for each to type in."""

import sys
from pathlib import Path

import pytest

from tests.support.checkout import CHECKOUT

SHOWN = (".venv", "Makefile", "manage.py", "requirements", "config", "games", "bots", "proof", "rules")
# What pip installs stays in the folder, and it fetches nothing else.
PIP = '-m pip "$@" --quiet --no-deps --no-index --no-build-isolation --target site'


@pytest.fixture
def folder(tmp_path) -> Path:
    """A checkout to type in: what a page writes must not stay in ours."""
    for name in SHOWN:
        (tmp_path / name).symlink_to(CHECKOUT / name)
    (tmp_path / "bin").mkdir()
    for name, words in {"pip": PIP, "python3": '"$@"'}.items():
        program = tmp_path / "bin" / name
        program.write_text(f'#!/bin/sh\nexec "{sys.executable}" {words}\n')
        program.chmod(0o755)
    return tmp_path
