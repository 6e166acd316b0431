"""Files that anybody may have made: verifiers end with a sentence and an exit code, and nothing paints."""

from __future__ import annotations

import io
import json
import shutil
import subprocess
import sys
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from proof.chain import canonical
from proof.compare import main as compare
from proof.exports import MOST_EVENTS, NoExport, read_export
from proof.fairness.__main__ import main as fairness
from proof.printed import LONGEST, command, printable, say
from proof.times import parsed_time
from proof.verify import main as verify
from rules.strict_json import NotStrict, read_object
from tests.support.checkout import CHECKOUT
from tests.support.exports import sound_export
from tests.support.hostile_exports import HOLDS, PAINT, SOUND, UNREADABLE, UNRULY, UNSOUND

VECTORS = json.loads((files("rules") / "vectors.json").read_text(encoding="utf-8"))
PROGRAM = CHECKOUT / "clients" / "javascript" / "src" / "verify.mjs"
NODE = shutil.which("node")
Plain = dict[str, Any]


def noted(vector: Plain) -> str:
    return str(vector["note"])


@pytest.mark.parametrize("vector", VECTORS["moments"], ids=noted)
def test_a_published_time_is_read_or_refused_as_published(vector):
    if "micros" in vector:
        since = parsed_time(vector["text"]) - parsed_time("1970-01-01T00:00:00.000000Z")
        assert (since.days * 86_400 + since.seconds) * 10**6 + since.microseconds == int(vector["micros"])
    else:
        with pytest.raises(ValueError, match=r"time|day|month|minute|second"):
            parsed_time(vector["text"])


@pytest.mark.parametrize("vector", VECTORS["objects"], ids=noted)
def test_published_json_is_read_or_refused_as_published(vector):
    if "canonical" in vector:
        assert canonical(read_object(vector["text"])).decode() == vector["canonical"]
    else:
        with pytest.raises(NotStrict):
            read_object(vector["text"])


@pytest.mark.parametrize("vector", VECTORS["printable"], ids=noted)
def test_published_text_is_shown_as_published(vector):
    assert printable(vector["text"]) == vector["shown"]


# -- exports -----------------------------------------------------------------------------------


def is_clean(text: str) -> bool:
    """Lines that can be printed. None of them can be mistaken for a verdict but the last, which is ours."""
    return all(line.isprintable() and len(line) <= LONGEST + 1 for line in text.split("\n"))


@pytest.fixture
def file(tmp_path) -> Path:
    return tmp_path / "game.ndjson"


def test_the_game_that_all_others_are_made_from_holds(file, capsys):
    file.write_bytes(SOUND)

    assert verify([str(file)]) == 0
    assert capsys.readouterr().out.endswith(f"{HOLDS}\n")


@pytest.mark.parametrize("name", UNREADABLE)
def test_what_is_not_an_export_ends_with_one_sentence_and_2(file, name, capsys):
    file.write_bytes(UNREADABLE[name])

    assert verify([str(file)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"{file}: ")
    assert err.count("\n") == 1
    assert is_clean(err)


@pytest.mark.parametrize("name", [*UNSOUND, *UNRULY])
def test_what_does_not_hold_ends_with_1_and_paints_nothing(file, name, capsys):
    file.write_bytes({**UNSOUND, **UNRULY}[name])

    assert verify([str(file), "--html", str(file.with_suffix(".html"))]) == 1
    out, err = capsys.readouterr()
    assert err == ""
    assert is_clean(out)
    assert HOLDS not in out.splitlines()
    assert out.splitlines()[-1] == "This log does NOT hold."
    page = file.with_suffix(".html").read_text()
    assert all(line.isprintable() for line in page.split("\n"))


@pytest.mark.skipif(NODE is None, reason="there is no node here to run the second verifier")
@pytest.mark.parametrize("name", [*UNREADABLE, *UNSOUND])
def test_the_second_verifier_ends_with_the_same_code_and_paints_nothing(file, name):
    raw = {**UNREADABLE, **UNSOUND}[name]
    file.write_bytes(raw)

    done = subprocess.run([str(NODE), str(PROGRAM), str(file)], capture_output=True, check=False)

    out, err = done.stdout.decode(), done.stderr.decode()
    assert done.returncode == (2 if name in UNREADABLE else 1), out + err
    assert is_clean(out)
    assert is_clean(err)
    assert err.count("\n") == (name in UNREADABLE)
    assert HOLDS not in out.splitlines()


@pytest.mark.parametrize("name", ["missing.ndjson", "."])
def test_a_file_that_is_not_there_and_a_folder_end_with_2(tmp_path, name, capsys):
    assert verify([str(tmp_path / name)]) == 2
    assert compare([str(tmp_path / name), str(tmp_path / name)]) == 2
    assert fairness([str(tmp_path / name)]) == 2
    assert capsys.readouterr().err.count("\n") == 3


def test_standard_input_is_read_as_bytes_whatever_the_locale_is(monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(UNREADABLE["not UTF-8"]), encoding="ascii"))

    assert verify(["-"]) == 2
    assert capsys.readouterr().err == "-: line 1: not UTF-8\n"


@pytest.mark.parametrize("name", ["junk", "nested deeply", "a doubled member", "a huge number"])
@pytest.mark.parametrize("option", ["receipt", "key"])
def test_a_receipt_or_a_key_that_is_none_ends_with_2(file, tmp_path, name, option, capsys):
    file.write_bytes(SOUND)
    given = {"receipt": tmp_path / "receipt.json", "key": tmp_path / "key.json"}
    for path in given.values():
        path.write_text("{}")
    given[option].write_bytes(UNREADABLE[name])

    assert verify([str(file), "--receipt", str(given["receipt"]), "--key", str(given["key"])]) == 2
    assert is_clean(capsys.readouterr().err)


@pytest.mark.parametrize(
    "receipt",
    [
        {},
        {"format": PAINT},
        {"format": "signalbox-receipt", "algorithm": PAINT},
        {"format": "signalbox-receipt", "algorithm": "Ed25519", "key": PAINT, "proof": PAINT},
        {"format": "signalbox-receipt", "algorithm": "Ed25519", "key": "k", "signature": 5, "proof": None},
        {
            "format": "signalbox-receipt",
            "algorithm": "Ed25519",
            "key": "k",
            "signature": "é" * 99,
            "proof": [],
        },
    ],
)
@pytest.mark.parametrize("keys", [{}, {"keys": 5}, {"keys": [PAINT]}, {"keys": [{"kid": "k", "x": 5}]}])
def test_an_odd_receipt_proves_nothing_and_paints_nothing(file, tmp_path, receipt, keys, capsys):
    file.write_bytes(SOUND)
    (tmp_path / "receipt.json").write_text(json.dumps(receipt))
    (tmp_path / "key.json").write_text(json.dumps(keys))
    words = [str(file), "--receipt", str(tmp_path / "receipt.json"), "--key", str(tmp_path / "key.json")]

    assert verify([*words, "--html", str(tmp_path / "report.html")]) in (1, 3)
    out = capsys.readouterr().out
    assert is_clean(out)
    assert HOLDS not in out.splitlines()
    if NODE:
        done = subprocess.run([NODE, str(PROGRAM), *words], capture_output=True, text=True, check=False)
        assert done.returncode in (1, 3), done.stderr
        assert is_clean(done.stdout)


def test_two_exports_are_compared_without_painting(file, tmp_path, capsys):
    file.write_bytes(SOUND)
    other = tmp_path / f"other{PAINT.replace('/', '')}.ndjson"
    for raw in UNSOUND.values():
        other.write_bytes(raw)
        assert compare([str(file), str(other)]) == 1
        assert is_clean(capsys.readouterr().out)


def test_lines_are_taken_one_at_a_time_and_no_more_of_them_than_a_game_has():
    taken = []

    def lines():
        yield from sound_export()
        while True:
            taken.append(1)
            yield "{}"

    with pytest.raises(NoExport, match=f"it has more than {MOST_EVENTS} entries"):
        read_export(lines())

    assert len(taken) <= MOST_EVENTS


# -- what is printed ---------------------------------------------------------------------------


def test_a_terminal_that_knows_few_characters_is_shown_escapes():
    out = io.TextIOWrapper(io.BytesIO(), encoding="ascii")

    say("Köln – \U0001f682 \ud800", out)

    assert out.buffer.getvalue() == rb"K\xf6ln \u2013 \U0001f682 \u{d800}" + b"\n"


def test_a_command_that_fails_ends_with_a_sentence_and_2(capsys):
    @command
    def fails() -> int:
        raise RecursionError(PAINT)

    assert fails() == 2
    _, err = capsys.readouterr()
    assert err.startswith("this cannot be read: RecursionError: ")
    assert is_clean(err)


def test_a_reader_who_has_seen_enough_is_not_shown_a_traceback(file):
    file.write_bytes(SOUND)
    words = [sys.executable, "-m", "proof", "verify", str(file)]

    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=CHECKOUT) as reader:
        assert reader.stdout is not None
        assert reader.stderr is not None
        reader.stdout.close()
        assert reader.stderr.read() == b""
    assert reader.returncode
