"""`make test-python` finds another Python, or says that there is none."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.support.checkout import CHECKOUT

pytestmark = pytest.mark.skipif(not (CHECKOUT / ".venv").exists(), reason="made by make")


def run(tmp_path: Path, *named: str) -> subprocess.CompletedProcess[str]:
    """On a machine that has the script's own tools, and no Python but ours."""
    for tool in ("bash", "dirname", "head", "sort"):
        (tmp_path / tool).symlink_to(str(shutil.which(tool)))
    return subprocess.run(
        [shutil.which("bash") or "bash", CHECKOUT / ".ci" / "test-python", *named],
        env={"PATH": str(tmp_path), "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_where_there_is_no_second_python_that_is_said_and_nothing_is_run(tmp_path):
    done = run(tmp_path)

    assert (done.returncode, done.stdout) == (0, "skipped: no second Python here\n")


def test_a_python_that_was_named_and_is_not_there_is_an_error(tmp_path):
    done = run(tmp_path, "python3.99")

    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "signalbox: python3.99 is missing, older than 3.11 or without venv.\n"
