"""A server is backed up while it runs, and comes back somewhere else: its games, its accounts, its keys."""

import re
import stat
from pathlib import Path
from typing import NamedTuple

import pytest

from config.embedded.throwaway import throwaway_servers
from tests.e2e.runs import make, running
from tests.support.citus import plain_postgresql

pytestmark = plain_postgresql


class Saved(NamedTuple):
    file: Path
    data: Path  # the folder that was backed up; its server is stopped
    games: list[dict[str, object]]
    key: object
    told: str


@pytest.fixture(scope="module")
def saved(tmp_path_factory) -> Saved:
    """Backed up in the middle of a run that then goes on."""
    root = tmp_path_factory.mktemp("a backup")
    file = root / "one file"
    with running(root / "data", STREAMS_MAX="777", WEBHOOK_TIMEOUT="7s") as run:
        assert make("demo", DATA_DIR=str(run.data)).returncode == 0
        games = finished(run)
        made = make("backup", DATA_DIR=str(run.data), FILE=str(file))
        assert made.returncode == 0, made.stderr
        assert run.is_ready()
        key = run.get("/.well-known/signalbox-key")[1]
    return Saved(file, root / "data", games, key, made.stdout)


def finished(run) -> list[dict[str, object]]:
    return run.get("/api/v1/games?status=finished")[1]["items"]


def test_a_backup_is_one_file_for_its_owner_only(saved):
    assert stat.S_IMODE(saved.file.stat().st_mode) == 0o600
    assert str(saved.file) in saved.told
    assert {one.name for one in saved.file.parent.iterdir() if one.suffix != ".log"} == {"data", "one file"}


def test_a_restored_server_is_verified_and_has_the_same_games_and_keys(saved, tmp_path):
    fresh = tmp_path / "fresh"

    restored = make("restore", FILE=str(saved.file), DATA_DIR=str(fresh))

    assert restored.returncode == 0, restored.stderr
    assert re.search(r"[1-9]\d* games audited, 0 failed\.", restored.stdout)
    settings = (fresh / "restored-settings").read_text()
    assert "STREAMS_MAX=777" in settings
    assert "WEBHOOK_TIMEOUT" not in settings  # only tests set it
    for name in ("secret-key", "signing-key", "sealing-key"):
        assert (fresh / name).read_text() == (saved.data / name).read_text()
        assert stat.S_IMODE((fresh / name).stat().st_mode) == 0o600
    with running(fresh) as run:
        assert saved.games
        assert finished(run) == saved.games
        assert run.get("/.well-known/signalbox-key")[1] == saved.key


def test_a_server_of_ones_own_is_restored_and_backed_up_by_its_url(saved, tmp_path):
    with throwaway_servers(tmp_path / "servers") as addresses:
        url, data = addresses["DATABASE_URL"], tmp_path / "fresh"
        restored = make("restore", FILE=str(saved.file), DATA_DIR=str(data), DATABASE_URL=url)
        assert restored.returncode == 0, restored.stderr

        again = make("backup", FILE=str(tmp_path / "again"), DATA_DIR=str(data), DATABASE_URL=url)
        assert again.returncode == 0, again.stderr

        over = make("restore", FILE=str(saved.file), DATA_DIR=str(tmp_path / "third"), DATABASE_URL=url)
        assert "the database has tables; expected an empty one" in over.stderr
        assert not (tmp_path / "third").exists()


def test_a_stopped_server_is_backed_up_too(saved, tmp_path):
    made = make("backup", DATA_DIR=str(saved.data), FILE=str(tmp_path / "later"))

    assert made.returncode == 0, made.stderr
    assert (tmp_path / "later").stat().st_size > 0


def test_a_backup_without_the_sealing_key_is_restored_by_whoever_has_the_key(saved, tmp_path):
    file, key = tmp_path / "without", (saved.data / "sealing-key").read_text()
    made = make("backup", DATA_DIR=str(saved.data), FILE=str(file), WITHOUT_SEALING_KEY="yes")
    assert "SEALING_KEY is not in it" in made.stdout
    assert key.encode() not in file.read_bytes()

    refused = make("restore", FILE=str(file), DATA_DIR=str(tmp_path / "fresh"))
    restored = make("restore", FILE=str(file), DATA_DIR=str(tmp_path / "fresh"), SEALING_KEY=key)

    assert "does not hold SEALING_KEY; set it to the key of the server" in refused.stderr
    assert restored.returncode == 0, restored.stderr
    assert (tmp_path / "fresh" / "sealing-key").read_text() == key


def test_nothing_is_ever_replaced(saved):
    before = saved.file.read_bytes()

    again = make("backup", DATA_DIR=str(saved.data), FILE=str(saved.file))
    over = make("restore", DATA_DIR=str(saved.data), FILE=str(saved.file))

    assert f"signalbox: {saved.file} exists; choose another FILE" in again.stderr
    assert f"signalbox: {saved.data} is not empty; set DATA_DIR" in over.stderr
    assert again.returncode == over.returncode == 2  # make's own: a target failed
    assert saved.file.read_bytes() == before


@pytest.mark.parametrize("target", ["backup", "restore"])
def test_a_missing_file_is_asked_for(target, tmp_path):
    assert "FILE is not set" in make(target, DATA_DIR=str(tmp_path)).stderr


def test_a_folder_without_a_server_has_nothing_to_back_up(tmp_path):
    made = make("backup", DATA_DIR=str(tmp_path / "none"), FILE=str(tmp_path / "file"))

    assert "SECRET_KEY and SIGNING_KEY and SEALING_KEY cannot be found" in made.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_broken_backup_leaves_no_half_restored_folder(saved, tmp_path):
    broken = tmp_path / "broken"
    broken.write_bytes(saved.file.read_bytes()[: saved.file.stat().st_size // 2])

    refused = make("restore", FILE=str(broken), DATA_DIR=str(tmp_path / "fresh"))

    assert refused.stderr.startswith(f"signalbox: {broken} is ")
    assert not (tmp_path / "fresh").exists()
