"""The data set of a month: which games are in it, what it says of players, and that it is whole."""

import csv
import gzip
import json
import os
import resource
import shutil
from collections import Counter
from datetime import timedelta

import duckdb
import pandas as pd
import pytest
import zstandard
from django.core.management import CommandError, call_command
from django.utils import timezone

from games import tasks
from games.accounts.models import Player
from games.datasets import announcements, draft, parts
from games.datasets.folder import dataset_list
from games.datasets.inclusion import NotWritten
from games.datasets.months import Month, month_before
from games.datasets.writer import UNFINISHED, dataset_write, datasets_write, months_due
from games.log.models import Game, Seat
from games.me.deletion import player_delete
from games.reading import visible_log
from games.transparency.models import Leaf
from games.transparency.sequencer import log_extend
from proof.datasets.content import Content, exports, file_hash
from proof.datasets.index import read_left_out
from proof.datasets.manifest import INDEX, MANIFEST
from proof.transparency.entries import blinded
from proof.verify import main, verify
from tests.support.datasets import MONTH, WITHIN, dataset_of, ended
from tests.support.tables import play_on, played_out, started

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def datasets(settings, tmp_path):
    settings.DATASETS_DIR = str(tmp_path / "datasets")
    return tmp_path / "datasets"


def manifest(folder):
    return json.loads((folder / MANIFEST).read_text())


def texts(folder):
    """The exports in all parts, as lines of text."""
    for part in manifest(folder)["parts"]:
        for lines in exports(Content(folder / part["file"]).lines()):
            yield [line.decode() for line in lines]


def query(text):
    with duckdb.connect() as database:
        return database.execute(text).fetchall()


def test_it_has_the_public_games_that_ended_in_the_month_and_no_others():
    within, first = ended(played_out(seed=1)), ended(played_out(seed=2), at=MONTH.start)
    ended(played_out(seed=3), at=MONTH.end)
    ended(played_out(seed=4), at=MONTH.start - timedelta(microseconds=1))
    private, unlisted, hidden, test = (played_out(seed=seed) for seed in range(5, 9))
    ended(private, visibility="private")
    ended(unlisted, visibility="unlisted")
    ended(hidden, hidden_at=timezone.now())
    ended(test, test=True)
    running, _ = started()
    play_on(running.id, actions=10)
    log_extend()

    folder = dataset_write(MONTH)

    assert [json.loads(lines[0])["game"] for lines in texts(folder)] == [str(first.id), str(within.id)]
    assert manifest(folder)["counts"]["games"] == 2
    assert manifest(folder)["counts"]["left_out"] == {"private": 1, "unlisted": 1, "hidden": 1}
    due = {(private, "private"), (unlisted, "unlisted"), (hidden, "hidden")}
    assert set(read_left_out(folder).items()) == {(blinded(str(game.id)), reason) for game, reason in due}


def test_each_game_in_it_is_an_export_that_holds_and_has_its_place_in_the_index(monkeypatch):
    monkeypatch.setattr(parts, "GAMES_IN_A_PART", 2)
    folder, games = dataset_of(3)

    told = manifest(folder)
    assert [(part["file"], part["games"]) for part in told["parts"]] == [
        ("games-00001.ndjson.zst", 2),
        ("games-00002.ndjson.zst", 1),
    ]
    assert told["counts"]["events"] == sum(game.version for game in games)
    for lines in texts(folder):
        assert {check.result for check in verify(lines)} == {"passed"}
    with gzip.open(folder / INDEX, "rt") as file:
        listed = {row["game"]: (row["part"], row["hash"]) for row in csv.DictReader(file)}
    order = sorted(games, key=lambda game: game.id)
    assert listed == {
        str(game.id): (f"games-0000{1 + number // 2}.ndjson.zst", game.hash)
        for number, game in enumerate(order)
    }


def test_players_have_pseudonyms_that_say_nothing_outside_this_data_set():
    ada, bob = (Player.objects.create(name=name) for name in ("ada", "bob"))
    for seed in (1, 2):
        game = ended(played_out(seed=seed))
        for number, player in enumerate((ada, bob)):
            Seat.objects.filter(game=game, number=number).update(player=player)
    other = ended(played_out(seed=3), at=MONTH.end)
    Seat.objects.filter(game=other, number=0).update(player=ada)
    player_delete(Player.objects.get(seats__game=other, seats__number=1))
    log_extend()

    first, second = dataset_write(MONTH), dataset_write(MONTH.following)

    once, again = (json.loads(lines[0])["players"] for lines in texts(first))
    (later,) = (json.loads(lines[0])["players"] for lines in texts(second))
    assert once == again
    assert once["0"] != once["1"]
    assert set(later) == {"0"}, "a deleted account has no pseudonym"
    assert later["0"] not in once.values()
    rows = query(f"SELECT DISTINCT player FROM '{first}/seats.parquet' ORDER BY 1")
    assert rows == sorted((name,) for name in once.values())
    packed = (first / "games-00001.ndjson.zst").read_bytes()
    whole = zstandard.ZstdDecompressor().decompressobj().decompress(packed)
    for secret in (str(ada.id), str(bob.id), '"ada"', '"bob"'):
        assert secret.encode() not in whole + (first / MANIFEST).read_bytes()


def test_on_request_players_have_the_names_of_their_accounts():
    game = ended(played_out())
    log_extend()

    folder = dataset_write(MONTH, names=True)

    (lines,) = texts(folder)
    names = Seat.objects.filter(game=game).values_list("number", "player__name")
    assert json.loads(lines[0])["players"] == {str(number): name for number, name in names}
    assert manifest(folder)["names"] == "accounts"


def test_duckdb_and_pandas_open_the_tables_which_say_what_the_logs_say():
    folder, games = dataset_of(2)
    logs = [[json.loads(line) for line in lines] for lines in texts(folder)]
    deeds = Counter(entry["type"] for log in logs for entry in log[1:] if is_action(entry))

    counted = query(
        f"SELECT type, count(*) FROM '{folder}/actions.parquet' JOIN '{folder}/games.parquet' USING (game) "
        "WHERE acted_at BETWEEN opened_at AND finished_at GROUP BY type"
    )
    table = pd.read_parquet(folder / "games.parquet").merge(
        pd.read_parquet(folder / "results.parquet"), on="game"
    )

    assert dict(counted) == dict(deeds)
    assert set(table["hash"]) == {game.hash for game in games}
    sums = {entry["game"]: 0 for log in logs for entry in log[1:2]}
    for log in logs:
        sums[log[0]["game"]] += sum(e["public"]["total"] for e in log[1:] if e["type"] == "seat_scored")
    assert table.groupby("game")["score"].sum().to_dict() == sums
    assert table.groupby("game")["rank"].min().tolist() == [1, 1]
    for name in ("games", "seats", "results", "actions"):
        rows = query(f"SELECT count(*) FROM '{folder}/{name}.parquet'")
        assert rows == [(manifest(folder)["counts"][name],)]


def is_action(entry):
    return "actor" in entry and not entry["type"].startswith("seat_")


# -- whole or not at all -----------------------------------------------------------------------


def test_a_full_disk_leaves_nothing_and_the_next_attempt_succeeds(datasets):
    ended(played_out())
    log_extend()
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (8192, before[1]))
    try:
        with pytest.raises(CommandError, match="File too large"):
            call_command("dataset", str(MONTH))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)

    assert list(datasets.iterdir()) == []
    assert not Leaf.objects.filter(kind="dataset_published").exists()
    assert manifest(dataset_write(MONTH))["counts"]["games"] == 1


def test_one_that_exists_never_changes_and_the_log_has_its_hash():
    folder, _ = dataset_of(1)
    log_extend()
    before = (folder / MANIFEST).read_bytes()

    with pytest.raises(CommandError, match="it never changes"):
        call_command("dataset", str(MONTH))

    assert (folder / MANIFEST).read_bytes() == before
    (leaf,) = Leaf.objects.filter(kind="dataset_published")
    told = json.loads(bytes(leaf.entry))
    assert (told["name"], told["sha256"]) == (str(MONTH), file_hash(folder / MANIFEST)[1])


def test_a_month_that_is_not_over_or_had_no_game_or_is_not_in_the_log_yet_gives_none(datasets, monkeypatch):
    monkeypatch.setattr("games.transparency.openings.MOST_SECONDS", -1)  # the log is behind
    now = timezone.now()
    with pytest.raises(NotWritten, match="is not over"):
        dataset_write(Month(now.year, now.month))
    ended(played_out())
    with pytest.raises(NotWritten, match="the public log is empty"):
        dataset_write(MONTH)
    log_extend()
    late = ended(played_out(seed=2))
    with pytest.raises(NotWritten, match=f"the end of game {late.id} is not in the public log yet"):
        dataset_write(MONTH)
    with pytest.raises(NotWritten, match="no public game"):
        dataset_write(Month(2020, 2))
    assert list(datasets.iterdir()) == []


def test_a_month_is_due_until_its_data_set_is_written():
    assert list(months_due()) == []
    ended(played_out())
    ended(played_out(seed=2), at=MONTH.following.following.start)
    log_extend()
    assert list(months_due()) == [MONTH, MONTH.following.following]

    dataset_write(MONTH)

    assert list(months_due()) == [MONTH.following.following]


def test_a_damaged_game_is_not_left_out_silently(datasets, monkeypatch):
    game = ended(played_out())
    log_extend()
    read = visible_log.export_of
    monkeypatch.setattr(draft, "export_of", lambda game: (read(game)[0], read(game)[1][:-1]))

    with pytest.raises(NotWritten, match=f"the log of game {game.id} cannot be read"):
        dataset_write(MONTH)
    assert list(datasets.iterdir()) == []


def test_one_that_was_killed_before_it_was_announced_is_announced_by_the_next(datasets, monkeypatch):
    ended(played_out())
    log_extend()

    def killed(*_, **__):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(announcements, "announce", killed)
        with pytest.raises(KeyboardInterrupt):
            dataset_write(MONTH)
    log_extend()
    assert not Leaf.objects.filter(kind="dataset_published").exists()

    for _ in range(2):
        assert tasks.write_datasets() == []
        log_extend()

    (leaf,) = Leaf.objects.filter(kind="dataset_published")
    (found,) = dataset_list()
    assert json.loads(bytes(leaf.entry))["sha256"] == file_hash(datasets / found.name / MANIFEST)[1]


def test_the_task_writes_all_months_that_are_missing_but_none_a_second_time(datasets, caplog):
    for seed, month in enumerate((MONTH, Month(2026, 3), Month(2026, 4))):
        ended(played_out(seed=seed), at=month.start)
    log_extend()

    assert tasks.write_datasets() == ["2026-01", "2026-03", "2026-04"]
    shutil.rmtree(datasets / "2026-03")
    assert tasks.write_datasets() == []
    assert "2026-03 was published, and its files are gone" in caplog.text


def test_the_task_writes_the_last_month_once_and_clears_away_what_a_killed_one_left(datasets):
    killed = datasets / f"{UNFINISHED}2025-12-x"
    killed.mkdir(parents=True)
    (killed / "games-00001.ndjson.zst").touch()
    os.utime(killed, (0, 0))
    last = month_before(timezone.now())
    ended(played_out(), at=last.end - timedelta(seconds=1))
    log_extend()

    assert tasks.write_datasets() == [str(last)]
    assert tasks.write_datasets() == []
    assert {path.name for path in datasets.iterdir()} == {str(last)}


def test_without_a_folder_there_are_none(settings):
    settings.DATASETS_DIR = ""

    assert datasets_write() == []
    with pytest.raises(CommandError, match="DATASETS_DIR is not set"):
        call_command("dataset", str(MONTH))


def test_a_month_is_spelled_in_one_way_only():
    with pytest.raises(CommandError, match="'2026-13' is not a month"):
        call_command("dataset", "2026-13")
    assert str(month_before(WITHIN)) == "2025-12"
    assert str(Month(2025, 12).following) == "2026-01"


def test_the_command_says_what_it_wrote_and_the_verifier_agrees(datasets, capsys):
    ended(played_out())
    log_extend()

    call_command("dataset", str(MONTH))

    assert f"/{MONTH}: 1 games with {Game.objects.get().version} events." in capsys.readouterr().out
    assert main([str(datasets / str(MONTH)), "--jobs", "1"]) == 0
