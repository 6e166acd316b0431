"""An auditor's wheel is enough to play and to prove a game: no dependency, no checkout, no network."""

import json
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from msgspec import to_builtins

from games.audits.receipts import key_set, receipt_for
from games.projector import game_project
from games.reading.visible_log import export_lines
from games.transparency.sequencer import log_extend
from proof.datasets.content import NO_ZSTD, Content
from rules import catalogue
from tests.support.checkout import CHECKOUT
from tests.support.datasets import dataset_of
from tests.support.tables import played_out


def run(*words: object, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*map(str, words)], cwd=cwd, capture_output=True, text=True, check=False)


def pip(*words: object) -> None:
    done = run(sys.executable, "-m", "pip", "--disable-pip-version-check", *words, cwd=CHECKOUT)
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def programs(tmp_path_factory):
    """The programs of an environment that has nothing but the wheel of `proof`."""
    folder = tmp_path_factory.mktemp("wheel")
    for name in ("proof", "rules"):
        shutil.copytree(CHECKOUT / name, folder / "source" / name)
    pip("wheel", folder / "source/proof", "--wheel-dir", folder, "--no-build-isolation", "--no-index")
    (wheel,) = folder.glob("*.whl")
    assert run(sys.executable, "-m", "venv", "--without-pip", "venv", cwd=folder).returncode == 0
    pip("--python", folder / "venv/bin/python", "install", "--no-index", wheel)
    return folder / "venv" / "bin"


def test_it_has_the_version_of_the_project_and_needs_nothing():
    whole, small = (
        tomllib.loads((CHECKOUT / f"{folder}/pyproject.toml").read_text()) for folder in (".", "proof")
    )

    assert small["project"]["version"] == whole["project"]["version"]
    assert "dependencies" not in small["project"]


def test_every_game_is_in_it_and_can_be_played(programs, tmp_path):
    listed = run(programs / "python", "-m", "rules", cwd=tmp_path)

    assert [line.split()[0] for line in listed.stdout.splitlines()] == [game.name for game in catalogue()]
    for game in catalogue():
        played = run(programs / "python", "-m", "rules", "play", game.name, cwd=tmp_path)
        assert "winner" in played.stdout, played.stderr


def test_without_the_client_bots_do_everything_but_play_on_servers(programs):
    program = "import argparse, threading; from bots.runner.command import runner; "
    program += "runner(argparse.Namespace(token='t', at_once=1, bot='random', url=''), threading.Event())"
    refused = run(programs / "python", "-c", program, cwd=CHECKOUT)

    assert "pip install 'signalbox[runner]'" in refused.stderr


def test_the_rulebook_the_vectors_and_the_notes_are_in_it(programs, tmp_path):
    program = "import rules.rulebook, importlib.resources as r; print(len(rules.rulebook.RULES))"
    program += "\nfor f in ('rulebook.json', 'vectors.json', 'README.md', 'variants/london/NOTES.md'):"
    program += "\n    print(len((r.files('rules') / f).read_bytes()))"

    done = run(programs / "python", "-c", program, cwd=tmp_path)

    assert [int(line) > 0 for line in done.stdout.split()] == [True] * 5, done.stderr


@pytest.mark.parametrize(
    "program",
    [f"signalbox-{name}" for name in ("verify", "compare", "witness", "monitor", "fairness")],
)
def test_its_commands_need_no_other_package(programs, tmp_path, program):
    done = run(programs / program, "--help", cwd=tmp_path)

    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("usage: ")


@pytest.mark.django_db
def test_an_export_and_its_receipt_are_proved_there_and_a_forgery_is_not(programs, tmp_path):
    game = played_out()
    lines = [line.decode() for line in export_lines(game)]
    (tmp_path / "game.ndjson").write_text("".join(lines))
    (tmp_path / "short.ndjson").write_text("".join(lines[:-1]))
    game_project(game.id)
    log_extend()
    (tmp_path / "receipt.json").write_text(json.dumps(to_builtins(receipt_for(game, game.version))))
    (tmp_path / "keys.json").write_text(json.dumps({"keys": key_set()}))
    words = ("--receipt", "receipt.json", "--key", "keys.json")

    proved = run(programs / "signalbox-verify", "game.ndjson", *words, cwd=tmp_path)
    forged = run(programs / "signalbox-verify", "short.ndjson", *words, cwd=tmp_path)

    assert proved.returncode == 0, proved.stdout + proved.stderr
    assert proved.stdout.count("ok     ") == len(proved.stdout.splitlines()) - 1
    assert forged.returncode == 1

    page = run(programs / "signalbox-verify", "game.ndjson", "--html", "report.html", cwd=tmp_path)
    apart = run(programs / "signalbox-compare", "game.ndjson", "short.ndjson", cwd=tmp_path)
    assert page.returncode == 0, page.stderr
    assert (tmp_path / "report.html").read_text().count("<img ") == 3
    assert (apart.returncode, apart.stderr) == (1, "")
    assert "game.ndjson goes on where short.ndjson ends" in apart.stdout


@pytest.mark.django_db
def test_a_data_set_is_proved_and_tested_there_once_its_parts_are_unpacked(programs, tmp_path, settings):
    settings.DATASETS_DIR = str(tmp_path)
    folder, _ = dataset_of(1)

    packed = [run(programs / f"signalbox-{name}", folder, cwd=tmp_path) for name in ("verify", "fairness")]
    (part,) = folder.glob("*.zst")
    part.with_suffix("").write_bytes(b"".join(Content(part).lines()))
    part.unlink()
    plain = [run(programs / f"signalbox-{name}", folder, cwd=tmp_path) for name in ("verify", "fairness")]

    if sys.version_info < (3, 14):  # which can unpack them itself
        assert [done.returncode for done in packed] == [2, 2]
        assert NO_ZSTD in packed[0].stderr
    assert [done.returncode for done in plain] == [0, 0], plain
    assert plain[0].stdout.endswith("All that can be checked holds.\n")
