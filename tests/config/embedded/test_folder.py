import os
from pathlib import Path

import pytest

from config.embedded.folder import DataFolder, let_others_through, server_account
from config.embedded.postgres import postgres_url, prepare_postgres
from config.env import Misconfigured


def test_sockets_are_in_the_data_folder_when_their_address_fits():
    assert DataFolder(Path("/srv/signalbox")).sockets == Path("/srv/signalbox/sockets")


def test_sockets_of_a_deep_folder_go_to_a_temporary_one_of_its_own():
    one, other = (DataFolder(Path("/srv") / ("deep" * 30) / name).sockets for name in ("a", "b"))

    assert one != other
    assert len(str(one / ".s.PGSQL.5432")) <= 100


def test_a_deep_temporary_folder_is_passed_over_too(monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", "/var/" + "deep" * 30)

    assert DataFolder(Path("/srv") / ("deep" * 30)).sockets.parent == Path("/tmp")  # noqa: S108


def test_a_folder_with_a_space_keeps_its_way_into_the_url():
    assert "host=%2Fsrv%2Fa%20b%2Fsockets" in postgres_url(DataFolder(Path("/srv/a b")))


def test_folders_closed_to_others_are_opened_for_passing_only(tmp_path):
    closed = tmp_path / "closed"
    (closed / "inner").mkdir(parents=True)
    closed.chmod(0o700)

    assert closed in let_others_through(closed / "inner")
    assert closed.stat().st_mode & 0o777 == 0o701


def mode_for_others(folder: Path) -> int:
    return folder.stat().st_mode & 0o007


@pytest.mark.parametrize("exists", [False, True])
def test_the_data_folder_is_closed_to_others(tmp_path, exists):
    folder = DataFolder(tmp_path / "data")
    if exists:
        folder.root.mkdir(mode=0o755)

    folder.make()
    folder.make()

    closed = (folder.root, folder.run, folder.redis, folder.sockets)
    assert [mode_for_others(place) for place in closed] == [0, 0, 0, 0]
    own_group = 0o010 if server_account() else 0
    assert folder.root.stat().st_mode & 0o070 == own_group


def test_an_open_folder_with_something_in_it_is_refused_and_left_as_it_is(tmp_path):
    shared = tmp_path / "srv"
    shared.mkdir()
    shared.chmod(0o755)
    (shared / "something else").touch()

    with pytest.raises(Misconfigured, match=f"is open to other accounts; .* chmod 700 {shared}"):
        DataFolder(shared).make()

    assert shared.stat().st_mode & 0o777 == 0o755
    assert [place.name for place in shared.iterdir()] == ["something else"]


def test_data_of_another_postgresql_version_is_refused_in_one_sentence(tmp_path):
    folder = DataFolder(tmp_path)
    folder.postgres.mkdir()
    (folder.postgres / "PG_VERSION").write_text("15\n")

    with pytest.raises(Misconfigured, match=r"was written by PostgreSQL 15; expected data of version 18"):
        prepare_postgres(folder)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_cannot_be_written_is_refused_in_one_sentence(tmp_path):
    tmp_path.chmod(0o500)

    with pytest.raises(Misconfigured, match="cannot be used"):
        DataFolder(tmp_path / "data").make()
