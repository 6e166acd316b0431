"""`python -m proof verify FOLDER`: a whole data set is proved, and what was changed in it is explained."""

import gzip
import io
import json
import shutil
import subprocess
import sys
from base64 import b64encode

import pytest
import zstandard

from proof.datasets import command, content
from proof.datasets.content import NO_ZSTD, Content, exports
from proof.datasets.manifest import INDEX, LEFT_OUT, MANIFEST
from proof.datasets.publication import OTHER_KEY, PROOF
from proof.transparency.entries import blinded
from proof.transparency.ledger import ledger_at
from proof.verify import main
from tests.support.manifests import changed, with_new_hash

pytestmark = pytest.mark.django_db

ONE, TWO = "games-00001.ndjson.zst", "games-00002.ndjson.zst"


@pytest.fixture
def folder(original, tmp_path):
    return shutil.copytree(original, tmp_path / "2026-01")


@pytest.fixture
def verified(folder, capsys):
    def verify(*words):
        code = main([str(folder), "--jobs", "1", *words])
        return code, capsys.readouterr().out.splitlines()

    return verify


def games(path):
    return list(exports(Content(path).lines()))


def packed(folder, name, lines):
    (folder / name).write_bytes(zstandard.ZstdCompressor().compress(b"".join(lines)))


def test_all_of_it_holds_on_several_processes(folder):
    words = [sys.executable, "-m", "proof", "verify", str(folder), "--jobs", "2"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)

    assert (done.returncode, done.stderr) == (0, "")
    summary, ratings, checkpoint, unpublished, key, unchecked, verdict = done.stdout.splitlines()
    assert summary.startswith("2026-01: 3 games with ")
    assert "in 2 parts" in summary
    assert ratings == (
        "Ratings recomputed for 3 games. "
        "What players came with first, and deleted ones each time, is the word of the server."
    )
    assert checkpoint == "Checkpoint of testserver/log with 9 entries."
    assert unpublished.startswith("Whether this manifest was published was not checked")
    assert key.startswith(
        "The checkpoint is signed with the key in the manifest. Compare it: testserver/log+"
    )
    assert unchecked.startswith("Whether a game was left out was not checked")
    assert verdict == "All that can be checked holds."


# -- beside the public log ---------------------------------------------------------------------


def test_it_is_compared_with_the_public_log_that_a_monitor_has_read(original, verified):
    code, lines = verified("--monitor", str(original.parent / "monitor"))

    assert code == 0, lines
    assert not any("was not checked" in line for line in lines)


def test_a_game_that_is_left_out_without_a_word_is_found(original, folder, verified):
    monitor = str(original.parent / "monitor")
    with gzip.open(folder / LEFT_OUT, "rt") as file:
        _, row = file.read().splitlines()
    name, reason = row.split(",")
    assert reason == "private"
    with gzip.open(folder / LEFT_OUT, "wt") as file:
        file.write("entry,reason\n")
    with_new_hash(folder, LEFT_OUT)
    changed(folder, lambda told: told["counts"]["left_out"].update(private=0))

    code, lines = verified("--monitor", monitor)

    assert code == 1
    assert f"FAILED   the game {name} of the public log is neither here nor among those left out" in lines
    assert any(
        line.startswith("FAILED   manifest.json: not the one in the public log; SHA-256") for line in lines
    )
    assert len([line for line in lines if line.startswith("FAILED")]) == 2
    assert verified()[0] == 0, "by itself it holds: nothing in it is wrong"


def test_a_game_that_is_both_here_and_left_out_is_found(original, folder, verified):
    with gzip.open(folder / INDEX, "rt") as file:
        game = file.read().splitlines()[1].split(",")[0]
    with gzip.open(folder / LEFT_OUT, "at") as file:
        file.write(f"{blinded(game)},hidden\n")

    lines = verified("--monitor", str(original.parent / "monitor"))[1]

    assert f"FAILED   game {game} is in the data set and among those left out" in lines
    assert f"FAILED   {LEFT_OUT}: games left out: 2 stands where 1 is due" in lines


def test_a_log_without_this_data_set_and_a_folder_without_a_monitor_are_told(
    folder, verified, tmp_path, capsys
):
    assert verified("--monitor", str(tmp_path))[0] == 2
    with ledger_at(tmp_path / "empty") as ledger:
        ledger.keep()

    code, lines = verified("--monitor", str(tmp_path / "empty"))

    assert code == 1
    assert any(
        "the public log has no data set 2026-01, as far as the monitor has read it" in line for line in lines
    )
    assert (
        len([line for line in lines if line.endswith("was not finished in this month, says the public log")])
        == 3
    )


# -- with the proof that it was published ------------------------------------------------------


@pytest.fixture
def proof(original, folder):
    """As a server gave it, kept beside the manifest. Returns how to change it."""
    told = json.loads((original.parent / "proof.json").read_text())
    (folder / PROOF).write_text(json.dumps(told))

    def change(**members):
        (folder / PROOF).write_text(json.dumps({**told, **members}))
        return told

    return change


def test_its_manifest_is_proved_to_be_in_the_public_log(proof, verified):
    code, lines = verified()

    assert code == 0, lines
    assert "The manifest is entry 9 of the public log." in lines


def test_a_manifest_that_is_not_the_published_one_is_found(proof, folder, verified):
    changed(folder, lambda told: told.update(made_at="2026-02-01T00:00:00.000000Z"))

    code, lines = verified()

    assert code == 1
    assert [line[:47] for line in lines if "SHA" in line or "sha256" in line] == [
        "FAILED   proof.json: not of this manifest; sha2"
    ]


def test_a_log_that_forgot_the_games_cannot_show_their_manifest(proof, verified):
    nothing = b64encode(bytes(32)).decode()
    told = proof()
    assert told["consistency"]
    proof(consistency=[nothing] * len(told["consistency"]))

    code, lines = verified()

    assert code == 1
    assert (
        lines[0] == "FAILED   proof.json: the log with this entry does not continue the one in the manifest"
    )


@pytest.mark.parametrize(
    ("members", "why"),
    [
        ({"entry": '{"kind": "dataset_published"}'}, "does not lead from the entry to the root"),
        ({"index": 3}, "index: 3 stands where 9 is due"),
        ({"proof": "none"}, "a proof begins with c2sp.org/tlog-proof@v1"),
        ({"consistency": 1}, "the proof cannot be read: TypeError"),
    ],
)
def test_a_proof_of_something_else_is_refused(proof, verified, members, why):
    proof(**members)

    code, lines = verified()

    assert code == 1
    assert lines[0].startswith("FAILED   proof.json: ")
    assert why in lines[0]


def test_a_proof_under_a_newer_key_says_which_key_is_missing(proof, folder, verified):
    """That the log has another key now says nothing against the data set."""
    note = proof()["proof"]
    proof(proof=note.replace("\N{EM DASH} testserver/log ", "\N{EM DASH} testserver/log AAAA"))

    code, lines = verified()

    assert (code, lines[-1]) == (3, "All that can be checked holds.")
    assert OTHER_KEY in lines


def test_a_proof_that_is_no_proof_at_all_cannot_be_read(folder, capsys):
    (folder / PROOF).write_text("[]")
    assert main([str(folder)]) == 2
    (folder / PROOF).write_text("{")
    assert main([str(folder)]) == 2
    assert "proof.json cannot be read" in capsys.readouterr().err


# -- by itself ---------------------------------------------------------------------------------


def test_a_key_that_the_reader_knows_is_used_instead_of_the_one_in_the_manifest(folder, verified):
    vkey = json.loads((folder / MANIFEST).read_text())["vkey"]
    other = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"

    assert verified("--vkey", vkey)[0] == 0
    code, lines = verified("--vkey", other)
    assert code == 1
    assert lines == ["FAILED   checkpoint: no known key has signed this", "This data set does NOT hold."]


@pytest.mark.parametrize("name", [ONE, "games.parquet", INDEX])
def test_a_changed_byte_is_found_in_every_file(name, folder, verified):
    raw = bytearray((folder / name).read_bytes())
    raw[9 if name == INDEX else len(raw) // 2] ^= 1  # of the index, what system it was packed on
    (folder / name).write_bytes(raw)

    code, lines = verified()

    assert code == 1
    assert lines[0].startswith(f"FAILED   {name}: SHA-256")


def test_a_forged_move_is_explained_by_game_and_entry(folder, verified):
    first, second = games(folder / ONE)
    entry = json.loads(second[40])
    entry["at"] = f"2025-{entry['at'][5:]}"
    second[40] = json.dumps(entry, sort_keys=True, separators=(",", ":")).encode() + b"\n"
    packed(folder, ONE, [*first, *second])

    code, lines = verified()

    assert code == 1
    assert lines[0].startswith(f"FAILED   {ONE}: SHA-256 of the content: ")
    assert any(f"game {entry['game']}: chain at seq 40: hash: " in line for line in lines)


def test_a_missing_game_is_named(folder, verified):
    first, second = games(folder / ONE)
    packed(folder, ONE, first)

    code, lines = verified()

    assert code == 1
    game = json.loads(second[0])["game"]
    assert f"FAILED   {ONE}: game {game} is missing, or not as the index lists it" in lines
    assert f"FAILED   {ONE}: games: 1 stands where 2 is due" in lines


def test_a_swapped_part_is_recognised(folder, verified):
    (folder / ONE).rename(folder / "kept")
    (folder / TWO).rename(folder / ONE)
    (folder / "kept").rename(folder / TWO)

    code, lines = verified()

    assert code == 1
    assert any(line.startswith(f"FAILED   {ONE}: this is the content of {TWO}; ") for line in lines)


def test_a_missing_part_and_a_missing_table_are_named(folder, verified):
    (folder / TWO).unlink()
    (folder / "seats.parquet").unlink()

    code, lines = verified()

    assert code == 1
    assert f"FAILED   {TWO}: the part is missing" in lines
    assert "FAILED   seats.parquet: the file is missing" in lines


def test_a_game_that_is_not_in_the_public_log_is_found(folder, verified):
    """Whoever forges a game can make every hash fit, but not the signed root."""
    (whole,) = games(folder / TWO)
    header = json.loads(whole[0])
    header["inclusion"]["hashes"][0] = b64encode(bytes(32)).decode()
    packed(folder, TWO, [json.dumps(header).replace('"format": ', '"format":').encode() + b"\n", *whole[1:]])

    def fit(told):
        part = told["parts"][1]
        part["bytes"], part["sha256"] = content.file_hash(folder / TWO)
        found = Content(folder / TWO)
        list(found.lines())
        part["content_bytes"], part["content_sha256"] = found.size, found.sha256

    changed(folder, fit)
    code, lines = verified()

    assert code == 1
    why = "inclusion: the proof does not lead to the root of the checkpoint"
    assert lines[0] == f"FAILED   {TWO}: game {header['game']}: {why}"
    assert len([line for line in lines if line.startswith("FAILED")]) == 1


def test_counts_that_do_not_add_up_are_found(folder, verified):
    changed(folder, lambda told: told["counts"].update(games=4))

    code, lines = verified()

    assert code == 1
    assert "FAILED   manifest: games: 3 stands where 4 is due" in lines


def test_parts_that_somebody_has_unpacked_are_proved_with_the_standard_library(folder, verified, monkeypatch):
    for name, opened in ((ONE, open), (TWO, gzip.open)):
        lines = [line for game in games(folder / name) for line in game]
        plain = name.removesuffix(".zst") + (".gz" if opened is gzip.open else "")
        with opened(folder / plain, "wb") as file:
            file.write(b"".join(lines))
        (folder / name).unlink()
    monkeypatch.setattr(command, "zstd_library", lambda: None)

    assert verified()[0] == 0


def test_without_a_library_for_zstd_it_says_what_to_do(folder, monkeypatch, capsys):
    monkeypatch.setattr(command, "zstd_library", lambda: None)

    assert main([str(folder)]) == 2
    assert NO_ZSTD in capsys.readouterr().err


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda told: told.update(format="other"), "is not that of a signalbox-dataset"),
        (lambda told: told["parts"][0].update(file="../secret"), "'../secret' is not the name of a file"),
        (lambda told: told["parts"][0].update(games="2"), "'2' is not of type int"),
        (lambda told: told.pop("parts"), "KeyError: 'parts'"),
    ],
)
def test_a_manifest_that_is_none_is_refused(folder, change, why, capsys):
    changed(folder, change)

    assert main([str(folder)]) == 2
    assert why in capsys.readouterr().err


def test_a_folder_that_is_no_data_set_is_refused(tmp_path, capsys):
    assert main([str(tmp_path)]) == 2
    assert "there is no manifest.json" in capsys.readouterr().err


def test_on_a_terminal_a_bar_shows_how_many_games_are_done():
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    terminal = Terminal()

    assert list(command.progress(iter("ab"), [1, 3], terminal)) == ["a", "b"]
    assert "] 1/4 games" in terminal.getvalue()
    assert terminal.getvalue().endswith(f"[{'#' * command.WIDTH}] 4/4 games\n")


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--receipt", "r.json", "--key", "k.json"], "--receipt goes with an export, not with a folder"),
        (["--html", "r.html"], "--html goes with an export, not with a folder"),
        (["--jobs", "0"], "'0' is not a number from 1 to 1024"),
        (["--vkey", "key"], "this is not a verifier key"),
    ],
)
def test_words_that_mean_nothing_here_are_refused(tmp_path, words, why, capsys):
    with pytest.raises(SystemExit) as ended:
        main([str(tmp_path), *words])

    assert ended.value.code == 2
    assert why in capsys.readouterr().err
