"""The subjects of commits have one form, and a hook that asks for it."""

import subprocess
from pathlib import Path

import pytest

from tests.support.checkout import CHECKOUT

SCRIPT = Path(".ci", "check-subjects")
HOOK = Path(".ci", "hooks", "commit-msg")


def checked(*words: str | Path, at: Path = CHECKOUT) -> subprocess.CompletedProcess[str]:
    return subprocess.run([at / SCRIPT, *words], capture_output=True, text=True, check=False)


def subject(tmp_path: Path, text: str) -> subprocess.CompletedProcess[str]:
    file = tmp_path / "message"
    file.write_text(
        f"{text}\n\nThe reason, in a sentence that may be as long as it likes and needs no area.\n"
    )
    return checked(file)


def test_git_can_ask_before_each_commit(tmp_path):
    file = tmp_path / "message"
    file.write_text("No area.\n")

    assert (
        subprocess.run([CHECKOUT / HOOK, file], cwd=CHECKOUT, capture_output=True, check=False).returncode
        == 1
    )


@pytest.mark.parametrize(
    "text",
    ["games: Give each noun one room", "rules, bots: Name the files that are there.", "release: 0.1.0"],
)
def test_a_subject_is_an_area_and_what_changed(tmp_path, text):
    assert subject(tmp_path, text).returncode == 0


@pytest.mark.parametrize(
    "text",
    ["Give each noun one room", "Games: Give each noun one room", "games:", "fixup! games: A room.", ""],
)
def test_what_is_not_is_refused(tmp_path, text):
    found = subject(tmp_path, text)

    assert (found.returncode, found.stderr) == (
        1,
        f"signalbox: a subject is not `area: What changed`: {text}\n",
    )


def test_a_subject_has_at_most_72_characters(tmp_path):
    assert subject(tmp_path, f"games: {'é' * 64}.").returncode == 0
    assert subject(tmp_path, f"games: {'é' * 65}.").stderr.startswith(
        "signalbox: a subject has 73 characters"
    )


def test_a_checkout_without_the_history_is_not_blamed_for_it(tmp_path):
    (tmp_path / SCRIPT).parent.mkdir()
    (tmp_path / SCRIPT).symlink_to(CHECKOUT / SCRIPT)
    found = checked(at=tmp_path)

    assert (found.returncode, found.stdout.split(":")[0]) == (0, "skipped")
