"""Anybody computes the tests of chance from the data sets of a server."""

import json

import pytest

from games.datasets.writer import dataset_write
from games.transparency.sequencer import log_extend
from proof.fairness.__main__ import main
from tests.support.datasets import MONTH, ended
from tests.support.tables import played_out

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def datasets(settings, tmp_path):
    settings.DATASETS_DIR = str(tmp_path)
    return tmp_path


def test_it_is_computed_from_the_files_of_several_data_sets_and_for_slices_of_them(capsys):
    for seed in (1, 2):
        ended(played_out(seed=seed))
    ended(played_out(seed=3), at=MONTH.end)
    log_extend()
    folders = [str(dataset_write(month)) for month in (MONTH, MONTH.following)]

    assert main([*folders, "--by", "company", "--json", "--jobs", "1"]) == 0

    computed = json.loads(capsys.readouterr().out)
    assert computed["games"] == 3
    assert {row["slice"] for row in computed["results"]} == {"all games", "company people"}
    assert {row["what"] for row in computed["results"]} >= {
        *("first seat", "places", "top card", "neighbours", "deal", "market")
    }


def test_a_folder_that_is_no_data_set_or_is_damaged_is_refused(datasets, capsys):
    assert main([str(datasets)]) == 2
    ended(played_out())
    log_extend()
    folder = dataset_write(MONTH)
    (part,) = folder.glob("games-*.zst")

    raw = bytearray(part.read_bytes())
    raw[len(raw) // 2] ^= 255
    part.write_bytes(raw)
    assert main([str(folder), "--jobs", "1"]) == 2
    part.unlink()
    assert main([str(folder)]) == 2
    said = capsys.readouterr().err.splitlines()
    assert "there is no manifest.json" in said[0]
    assert part.name in said[1]
    assert "is missing" in said[2]
