"""The file of a backup: whole or refused, and never in the place of another."""

import stat
import tarfile

import pytest

from config.backup.archive import ABOUT, DUMP, opened_archive, write_archive
from config.env import Misconfigured

VARIABLES = {"SECRET_KEY": "secret", "HSTS": "0"}
NOON = "2026-01-31T12:00:00+00:00"


@pytest.fixture
def saved(tmp_path):
    beside = tmp_path / "beside"
    beside.mkdir()
    dump = beside / "dump"
    dump.write_bytes(b"all the games")
    file = tmp_path / "saved"
    write_archive(file, dump, VARIABLES, NOON)
    return file


def test_what_is_saved_comes_back(saved):
    with opened_archive(saved) as backup:
        assert backup.dump.read_bytes() == b"all the games"
        assert backup.variables == VARIABLES
    assert not backup.dump.exists()


def test_only_its_owner_can_read_it(saved):
    assert stat.S_IMODE(saved.stat().st_mode) == 0o600
    with tarfile.open(saved) as tar:
        assert {entry.name for entry in tar} == {ABOUT, DUMP}


def test_it_never_replaces_a_file(saved, tmp_path):
    before = saved.read_bytes()
    other = tmp_path / "other-dump"
    other.write_bytes(b"other games")

    with pytest.raises(Misconfigured, match="saved exists; choose another FILE"):
        write_archive(saved, other, {}, NOON)
    assert saved.read_bytes() == before


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda data: data.replace(b"all the games", b"all the gains"), "is damaged"),
        (
            lambda data: data.replace(b'"format": 1', b'"format": 9'),
            "has the format 9; this version restores",
        ),
        (lambda data: data[:600], "is not a backup, or only a part of one"),
        (lambda _: b"never a backup", "is not a backup, or only a part of one"),
    ],
)
def test_a_changed_or_broken_file_is_refused(saved, change, sentence):
    saved.write_bytes(change(saved.read_bytes()))

    with pytest.raises(Misconfigured, match=sentence), opened_archive(saved):
        pass


def test_a_missing_file_is_refused(tmp_path):
    with pytest.raises(Misconfigured, match="none cannot be read"), opened_archive(tmp_path / "none"):
        pass
