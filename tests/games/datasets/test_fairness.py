"""The tests of chance that a server publishes are those that anybody computes from its data sets."""

import json

import pytest

from games.datasets.fairness import FILE, fairness_publish
from games.datasets.writer import dataset_write, datasets_write
from games.transparency.sequencer import log_extend
from rules.fairness.__main__ import main
from tests.support.datasets import MONTH, ended
from tests.support.tables import played_out

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def datasets(settings, tmp_path):
    settings.DATASETS_DIR = str(tmp_path)
    return tmp_path


def test_before_the_first_data_set_there_is_nothing_to_say(api, settings):
    assert api.get("/api/v1/fairness").json() == {
        "datasets": [],
        "games": 0,
        "level": 0.01,
        "correction": "Holm",
        "tests": 0,
        "suspicious": 0,
        "results": [],
    }
    settings.DATASETS_DIR = ""
    assert api.get("/api/v1/fairness").json()["games"] == 0


def test_it_is_published_with_every_data_set_and_computed_again_from_the_files(
    api, settings, datasets, capsys
):
    settings.FAIRNESS_SLICES = ("company", "month")
    for seed in (1, 2):
        ended(played_out(seed=seed))
    ended(played_out(seed=3), at=MONTH.end)
    log_extend()
    folders = [dataset_write(month) for month in (MONTH, MONTH.following)]

    published = api.get("/api/v1/fairness").json()
    words = [*map(str, folders), "--by", "company", "--by", "month", "--json", "--jobs", "1"]

    assert main(words) == 0
    computed = json.loads(capsys.readouterr().out)
    assert published.pop("datasets") == ["2026-01", "2026-02"]
    assert published.pop("made_at")
    assert published == computed
    assert published["games"] == 3
    slices = {row["slice"] for row in published["results"]}
    assert {"all games", "company people"} < slices
    assert {row["what"] for row in published["results"]} >= {
        *("first seat", "places", "top card", "neighbours", "deal", "market")
    }


def test_one_that_was_lost_is_made_again_by_the_task(api, datasets, monkeypatch):
    ended(played_out())
    log_extend()
    dataset_write(MONTH)
    (datasets / FILE).unlink()
    monkeypatch.setattr("games.datasets.writer.month_before", lambda _: MONTH)

    assert datasets_write() == []
    assert api.get("/api/v1/fairness").json()["games"] == 1
    assert not fairness_publish(), "nothing is new"


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
