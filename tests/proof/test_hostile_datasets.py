"""A data set that somebody made to do harm is read in bounded memory, and told off in one sentence."""

from __future__ import annotations

import gzip
import json
import os
import shutil
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from proof.datasets import content, index, proof, ratings
from proof.datasets.index import MOST_OF_A_ROW
from proof.datasets.manifest import INDEX, LEFT_OUT, MANIFEST, RATINGS
from proof.datasets.publication import PROOF
from proof.datasets.ratings import COLUMNS
from proof.fairness.__main__ import main as fairness
from proof.files import MOST_OF_A_DOCUMENT, MOST_OF_A_LINE
from proof.transparency.ledger import ledger_at
from proof.verify import main as verify
from tests.proof.test_hostile_files import is_clean
from tests.support.hostile_exports import HOLDS, PAINT, SOUND, UNREADABLE
from tests.support.offline_dataset import PART, sound_dataset

ZEROS = 64 << 20
ROW = "game,version,hash,part\n"
RATED = ",".join(COLUMNS) + "\n"
HEADS = {INDEX: ROW.encode(), RATINGS: RATED.encode()}
SEAT = "g,2026-01-31T18:00:00.000000Z,london,0,people,ada,1,25.0,8.333333,25.0,8.333333"


@pytest.fixture(scope="module")
def original(tmp_path_factory) -> Path:
    return sound_dataset(tmp_path_factory.mktemp("datasets") / "2026-01")


@pytest.fixture
def folder(original, tmp_path) -> Path:
    return Path(shutil.copytree(original, tmp_path / "2026-01"))


@pytest.fixture
def verified(folder, capsys) -> Callable[..., tuple[int, str, str]]:
    def run(*words: str) -> tuple[int, str, str]:
        code = verify([str(folder), "--jobs", "1", *words])
        out, err = capsys.readouterr()
        assert is_clean(out)
        assert is_clean(err)
        assert (HOLDS in out.splitlines()) == (code == 0)
        return code, out, err

    return run


def packed(path: Path, text: str | bytes) -> None:
    path.write_bytes(gzip.compress(text if isinstance(text, bytes) else text.encode()))


def told(folder: Path, change: Callable[[dict[str, Any]], Any]) -> None:
    manifest = json.loads((folder / MANIFEST).read_text())
    change(manifest)
    (folder / MANIFEST).write_text(json.dumps(manifest))


def bomb(path: Path, line: bytes = b"\0", begin: bytes = b"") -> None:
    """A small file that is large when it is unpacked."""
    with gzip.open(path, "wb", compresslevel=1) as file:
        file.write(begin)
        for _ in range(64):
            file.write(line * (ZEROS // 64 // len(line)))


def memory_of(run: Callable[[], Any]) -> int:
    """The most that was in use at once, in bytes."""
    tracemalloc.start()
    try:
        run()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_the_data_set_that_all_others_are_made_from_holds(verified):
    assert verified()[0] == 0


@pytest.mark.parametrize("name", [INDEX, PART, RATINGS])
@pytest.mark.parametrize("line", [b"\0", b"\n"])
def test_a_small_file_that_is_large_when_unpacked_takes_little_memory(folder, verified, name, line):
    bomb(folder / name, line, begin=HEADS.get(name, b""))
    assert (folder / name).stat().st_size < 1 << 20
    codes = []

    used = memory_of(lambda: codes.append(verified()[0]))

    assert codes in ([1], [2])
    assert used < ZEROS // 4


def test_of_an_index_no_more_rows_are_read_than_a_month_has_games(folder, verified, monkeypatch):
    monkeypatch.setattr(index, "MOST_GAMES", 50)
    packed(folder / INDEX, ROW + "".join(f"g{number},1,h,{PART}\n" for number in range(51)))

    code, _, err = verified()

    assert code == 2
    assert err.endswith("index.csv.gz cannot be read: row 51 is beyond the 50 there may be\n")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "its columns are not game, version, hash, part"),
        ("game,version,hash\n", "its columns are not"),
        (ROW + "g,1,h\n", "row 1 has other columns"),
        (ROW + 'g,1,"h,x",p\n', "row 1 has other columns"),
        (ROW + f"g,{'9' * 10},h,p\n", "is not the version of a game"),
        (ROW + "g,-1,h,p\n", "-1 is not the version of a game"),
        (ROW + "g,١,h,p\n", "it is not ASCII"),
        (ROW + f"{'g' * 200_000},1,h,p\n", f"has more than {MOST_OF_A_ROW}"),
        (ROW + f'"{PAINT}",1,h,p\n', "is not ASCII"),
        (ROW + "\x1b[2J,\x1b,h,p\n", "is not the version of a game"),
    ],
)
def test_an_index_that_is_none_is_told_in_one_sentence(folder, verified, text, why):
    packed(folder / INDEX, text)

    code, out, err = verified()

    assert (code, out, err.count("\n")) == (2, "", 1)
    assert why in err


def test_of_ratings_no_more_rows_are_read_than_a_month_may_have(folder, verified, monkeypatch):
    monkeypatch.setattr(ratings, "MOST_ROWS", 50)
    packed(
        folder / RATINGS, RATED + "".join(SEAT.replace("g,", f"g{number},") + "\n" for number in range(51))
    )

    assert verified()[2].endswith("ratings.csv.gz cannot be read: row 51 is beyond the 50 there may be\n")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "its columns are not game, ended, ruleset, seat"),
        (RATED + "g,1\n", "row 1 has other columns"),
        (RATED + SEAT.replace("25.0,8", "nan,8") + "\n", "this is not a rating: g,2026"),
        (RATED + SEAT.replace("25.0,8", "1e9,8") + "\n", "this is not a rating: g,2026"),
        (RATED + SEAT.replace(",0,", ",100,") + "\n", "this is not a rating: g,2026"),
        (RATED + SEAT.replace("18:00", "28:00") + "\n", "'2026-01-31T28:00:00.000000Z' is not a time"),
        (RATED + f"{SEAT}\n" * 2, "the seats of game g are not in order"),
        (RATED + f"{SEAT}\n{SEAT.replace('n,0', 'x,1')}\n", "the seats of game g are of different games"),
        (RATED + f"{SEAT}\nx{SEAT}\n{SEAT}\n", "the rows of game g are not together"),
        (RATED + SEAT.replace("london", "x" * 300) + "\n", "has more than 300"),
    ],
)
def test_ratings_that_are_none_are_told_in_one_sentence(folder, verified, text, why):
    packed(folder / RATINGS, text)

    code, out, err = verified()

    assert (code, out, err.count("\n")) == (2, "", 1)
    assert why in err


@pytest.mark.parametrize("name", [INDEX, PART, MANIFEST, LEFT_OUT, RATINGS, PROOF])
@pytest.mark.parametrize("kind", ["junk", "cut off", "folder", "missing", "queue"])
def test_any_file_may_be_missing_damaged_or_no_file(folder, tmp_path, verified, name, kind):
    path = folder / name
    raw = path.read_bytes() if path.exists() else b"{}"
    path.unlink(missing_ok=True)
    if kind in ("junk", "cut off"):
        path.write_bytes(UNREADABLE["junk"] if kind == "junk" else raw[: len(raw) // 2])
    elif kind == "folder":
        path.mkdir()
    elif kind == "queue":
        os.mkfifo(path)
    with ledger_at(tmp_path / "monitor") as ledger:
        ledger.keep()

    assert verified("--monitor", str(tmp_path / "monitor"))[0] in (1, 2)


@pytest.mark.parametrize(
    "change",
    [
        lambda manifest: manifest.update(name=PAINT),
        lambda manifest: manifest.update(checkpoint=PAINT),
        lambda manifest: manifest.update(vkey=PAINT),
        lambda manifest: manifest["parts"][0].update(file=PAINT),
        lambda manifest: manifest["parts"][0].update(content_sha256=PAINT),
        lambda manifest: manifest["files"][0].update(sha256=PAINT),
        lambda manifest: manifest.update(format=PAINT),
        lambda manifest: manifest["parts"].append(manifest["parts"][0]),
        lambda manifest: manifest.update(parts=[[]]),
        lambda manifest: manifest.update(files={"a": 1}),
        lambda manifest: manifest.update(counts=[]),
        lambda manifest: manifest["counts"].update(games=-1),
        lambda manifest: manifest["counts"].update(games=10**30),
        lambda manifest: manifest.update({"from": "2026-02-30T00:00:00.000000Z"}),
        lambda manifest: manifest.update(x="y" * MOST_OF_A_DOCUMENT),
    ],
)
def test_a_manifest_that_was_changed_paints_nothing(folder, verified, change):
    told(folder, change)

    code, out, _ = verified()

    assert code in (0, 1, 2)
    assert code or out.startswith("\\u{1b}[2J")  # its name is nobody's proof


@pytest.mark.parametrize("part", ["parts", "files"])
def test_a_file_cannot_have_a_name_that_no_disk_takes(folder, verified, part):
    told(folder, lambda manifest: manifest[part][0].update(file="x" * 2000))

    code, _, err = verified()

    assert code == 2
    assert f"manifest.json cannot be read: ValueError: '{'x' * 40}' is not the name of a file\n" in err


def test_games_that_are_none_are_told_by_number_and_only_the_first_of_them(folder, verified):
    packed(folder / PART, b"\n".join([b'{"format":"signalbox-game"}'] * 3000))

    code, out, _ = verified()

    assert code == 1
    assert f"FAILED   {PART}: game number 1: line 1: this program reads format version 1 only\n" in out
    assert out.count("game number") == 20
    assert "more\n" in out


def test_no_more_games_are_taken_from_a_part_than_it_may_have(folder, verified, monkeypatch):
    monkeypatch.setattr(proof, "MOST_GAMES", 1)

    code, out, _ = verified()

    assert code == 1
    assert "it has more than 1 games" in out


@pytest.mark.parametrize(
    ("raw", "why"),
    [
        (b"x" * (MOST_OF_A_LINE + 1), f"a line after 0 bytes has more than {MOST_OF_A_LINE}"),
        (SOUND + b"\n" + b" " * 1000, "FAILED"),
        (UNREADABLE["nested deeply"], "nested more than 32 deep"),
        (UNREADABLE["half a character"], "half a character"),
        (UNREADABLE["a doubled member"], "occurs more than once"),
        ((b"{" + b" " * 1000 + b"}\n") * 17_000, "a game has more than"),
    ],
)
def test_a_part_that_is_none_is_told_in_words(folder, verified, raw, why):
    packed(folder / PART, raw)

    code, out, _ = verified()

    assert code == 1
    assert why in out


def test_a_part_is_read_up_to_a_size(folder, verified, monkeypatch):
    monkeypatch.setattr(content, "MOST_OF_A_PART", 1000)

    code, out, _ = verified()

    assert code == 1
    assert f"FAILED   {PART}: it has more than 1000 bytes\n" in out


@pytest.mark.parametrize(
    "change",
    [
        lambda entry: entry.update(type="pile_shuffled", public={"pile": "x", "nth": 1, "order": []}),
        lambda entry: entry.update(type="first_seat_drawn", public={"order": [], "seat": 0}),
        lambda entry: entry.update(type="pile_shuffled", sealed={"commit": ""}, public={}),
        lambda entry: entry.update(
            type="pile_shuffled", public={"pile": "x", "nth": 2, "order": [str(n) for n in range(501)]}
        ),
        lambda entry: entry.update(type="cards_dealt", public={"pile": [], "seat": {}, "cards": 5}),
        lambda entry: entry.update(type="game_created", public=[]),
        lambda entry: entry.update(type=[]),
        lambda entry: entry.update(at=PAINT),
    ],
)
def test_chance_in_logs_that_nobody_has_proved_ends_with_a_sentence(folder, capsys, change):
    lines = gzip.decompress((folder / PART).read_bytes()).splitlines()
    entry = json.loads(lines[-1])
    change(entry)
    packed(folder / PART, b"\n".join([*lines[:-1], json.dumps(entry).encode()]))

    code = fairness([str(folder), "--jobs", "1", "--by", "hour"])

    out, err = capsys.readouterr()
    assert code in (0, 2)
    assert is_clean(out)
    assert is_clean(err)
    assert bool(err) == (code == 2)
