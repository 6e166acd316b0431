"""One bad board never takes the others down: it is absent and reported, and all others are played."""

import logging

import pytest

from games.rulesets import ruleset_views as rulesets
from games.rulesets.boards import check_boards, report_faults
from games.rulesets.selectors import ruleset_list
from rules.catalogue import catalogue
from rules.workshop.template import write_template
from tests.rules.boards import boards_in
from tests.support.tables import played_out


@pytest.fixture
def boards(tmp_path, monkeypatch):
    """A good board and four bad ones beside the games of the package."""
    for name in ("vienna", "broken", "endless", "london", "nameless"):
        write_template(tmp_path, name)
    (tmp_path / "broken" / "board.json").write_text("{")
    (tmp_path / "endless" / "__init__.py").write_text("raise SystemExit")
    (tmp_path / "nameless" / "__init__.py").unlink()
    (tmp_path / "notes.txt").write_text("no board")
    with boards_in(tmp_path, monkeypatch):
        forget()
        yield tmp_path
    forget()


def forget() -> None:
    ruleset_list.cache_clear()
    rulesets._list_page.cache_clear()  # noqa: SLF001 (nothing else needs to forget)


@pytest.mark.django_db
def test_the_api_offers_and_plays_all_games_but_the_bad_ones(boards, api):
    listed = [found["id"] for found in api.get("/api/v1/rulesets").json()["items"]]

    assert listed == [game.name for game in catalogue()]
    assert "vienna@0" in listed
    assert "london@1" in listed
    assert not {"broken", "endless", "nameless"} & {name.split("@")[0] for name in listed}
    assert api.get("/api/v1/rulesets/broken").status_code == 404
    assert played_out("vienna@0").status == "finished"


def test_a_draft_may_change_so_caches_may_not_keep_it_for_good(boards, api):
    assert "immutable" in api.get("/api/v1/rulesets/london@1")["Cache-Control"]
    assert "immutable" not in api.get("/api/v1/rulesets/vienna@0")["Cache-Control"]


def test_the_log_and_the_check_name_each_bad_folder_and_why(boards, caplog):
    with caplog.at_level(logging.ERROR):
        report_faults()

    told = [record.getMessage() for record in caplog.records]
    assert [message.split(" is left out: ")[0] for message in told] == [
        str(boards / name) for name in ("broken", "endless", "london", "nameless")
    ]
    assert "broken/board.json: line 1: " in told[0]
    assert "SystemExit" in told[1]
    assert "is a game of this name" in told[2]
    assert "RULESETS is not a tuple of rulesets" in told[3]
    assert [warning.msg for warning in check_boards(None)] == told


def test_a_folder_of_boards_that_is_not_there_is_reported(tmp_path, monkeypatch, caplog):
    with boards_in(tmp_path / "gone", monkeypatch):
        report_faults()

    assert f"there is no folder {tmp_path / 'gone'}" in caplog.text
