"""What the chapters on data sets and fairness show runs as it stands: DuckDB, pandas, and our programs."""

import os
import subprocess
import sys

import pytest

from tests.support.checkout import CHECKOUT
from tests.support.pages import blocks, program

pytestmark = pytest.mark.django_db

PAGE = "docs/datasets.md"


@pytest.fixture
def folder(original, tmp_path):
    (tmp_path / "2026-10").symlink_to(original)
    return tmp_path


def output(words, folder):
    env = {**os.environ, "PYTHONPATH": str(CHECKOUT), "PYTHON": sys.executable}
    done = subprocess.run(words, cwd=folder, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return [line.split() for line in done.stdout.splitlines()]


def run(name, folder):
    (folder / name).write_text(program(PAGE, name))
    return output([sys.executable, "-W", "error", name], folder)


def test_duckdb_counts_wins_by_seat(folder):
    rows = run("seats.py", folder)

    assert {row[0] for row in rows} == {"london@1"}
    assert sum(int(row[4]) for row in rows if row[2] == "0") == 3, "each game has a first seat"


def test_pandas_counts_claims_by_route(folder):
    header, _, *rows = run("routes.py", folder)

    assert header == ["count", "mean"]
    assert len(rows) == 10


def test_the_logs_are_read_line_by_line(folder):
    assert len(run("logs.py", folder)) == 3


@pytest.mark.parametrize(
    ("page", "said"),
    [
        (PAGE, "All that can be checked holds."),
        ("docs/fairness.md", "None is surprising: all corrected probabilities are at least 0.01."),
    ],
)
def test_the_commands_of_both_chapters_succeed(folder, page, said):
    (block,) = (block for block in blocks(page) if block.language == "sh")

    *_, verdict = output(["sh", "-euc", block.text], folder)

    assert " ".join(verdict) == said


def test_the_ratings_at_the_end_of_a_month_are_read_from_one_file(folder):
    rows = run("ratings.py", folder)

    assert {tuple(row[:2]) for row in rows} == {("london", "people")}
    assert [float(row[3]) for row in rows] == sorted((float(row[3]) for row in rows), reverse=True)
    assert len(rows) == 6
