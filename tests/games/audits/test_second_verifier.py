"""The verifier in JavaScript finds what the first one finds.

It runs in node. Where there is no node, those tests are reported as skipped with that reason; what can
be seen without it (that the file is served, and knows every published vector) is tested everywhere.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from base64 import b64encode
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from games.accounts.models import Player
from games.accounts.openings import opening_of
from games.log.viewer import Viewer
from games.reading.visible_log import export_lines
from proof.chain import base64url, link
from proof.receipts import public_key, signed_part
from proof.transparency.entries import head_of
from proof.transparency.notes import verifier_from
from proof.verify import main, verify, written
from tests.proof.transparency.logs import LogOfOne
from tests.proof.transparency.test_notes import NOTE, VKEY
from tests.support.checkout import CHECKOUT
from tests.support.tables import play_on, played_out, started

pytestmark = pytest.mark.django_db

FOLDER = CHECKOUT / "clients" / "javascript" / "src"
PROGRAM = FOLDER / "verify.mjs"
VECTORS = files("rules") / "vectors.json"
NODE = shutil.which("node")
with_node = pytest.mark.skipif(NODE is None, reason="there is no node here to run the second verifier")
BOTH = ("header", "chain", "table", "makers", "absences", "signatures", "seed", "seals", "shuffles")


def run(*words: object) -> tuple[int, dict[str, tuple[str, int | None]]]:
    """The exit code, and for each check its mark and the seq it names."""
    done = subprocess.run(
        [str(NODE), str(PROGRAM), *map(str, words)], capture_output=True, text=True, check=False
    )
    lines = re.findall(r"^(ok|FAILED|skipped) +(\w+) +.*?(?:\(at seq (\d+)\))?$", done.stdout, re.MULTILINE)
    return done.returncode, {name: (mark, int(seq) if seq else None) for mark, name, seq in lines}


@cache
def exported(name: str = "london", seats: int = 2) -> tuple[str, ...]:
    game = played_out(name, seats)
    return tuple(b"".join(export_lines(game)).decode().splitlines())


def first_verdict(text: str) -> dict[str, tuple[str, int | None]]:
    marks = {"passed": "ok", "failed": "FAILED", "skipped": "skipped"}
    return {c.name: (marks[c.result], c.seq) for c in verify(text.split("\n")) if c.name in BOTH}


@with_node
def test_every_published_vector_comes_out_as_published():
    code, report = run("--vectors", VECTORS)

    assert code == 0
    assert set(report) == set(json.loads(VECTORS.read_text(encoding="utf-8")))


def test_it_knows_every_kind_of_vector_there_is():
    table = PROGRAM.read_text(encoding="utf-8").split("const VECTORS = {")[1].split("};")[0]

    assert set(re.findall(r"^  (\w+):", table, re.MULTILINE)) == set(json.loads(VECTORS.read_text()))


@with_node
@pytest.mark.parametrize("name", ["amsterdam", "world"])
def test_a_finished_game_holds(tmp_path, name):
    export = tmp_path / "game.ndjson"
    export.write_text("\n".join(exported(name, 3)))

    assert run(export) == (0, dict.fromkeys(BOTH, ("ok", None)))


@with_node
def test_of_a_running_game_it_checks_what_can_be_checked(tmp_path):
    game, _ = started()
    play_on(game.id, actions=12)
    game.refresh_from_db()
    export = tmp_path / "game.ndjson"
    export.write_bytes(b"".join(export_lines(game, viewer=Viewer(seat=0))))

    code, report = run(export)

    assert code == 0
    assert report == first_verdict(export.read_text())
    assert (report["chain"][0], report["seals"][0], report["shuffles"][0]) == ("ok", "ok", "skipped")


def changed(kind: str, part: str, value: object) -> str:
    """An export of which one entry was changed, in a chain that was made to fit."""
    lines = [json.loads(line) for line in exported()]
    entry = next(line for line in lines if line.get("type") == kind)
    entry[part] = {**entry[part], **value} if isinstance(value, dict) else value
    for before, after in pairwise(lines[1:]):
        after["prev"] = before["hash"]
        after["hash"] = link(after["prev"], after)
    lines[0]["hash"] = lines[-1]["hash"]
    return "\n".join(json.dumps(line) for line in lines)


@with_node
@pytest.mark.parametrize(
    ("kind", "part", "value", "check"),
    [
        ("seed_revealed", "public", {"seed": "00" * 32}, "seed"),
        ("card_drawn", "private", {"card": "gold"}, "seals"),
        ("pile_shuffled", "private", {"order": ["red", "blue"] * 20}, "shuffles"),
        ("pile_shuffled", "public", {"nth": 2}, "shuffles"),
        ("card_drawn", "salt", "00" * 32, "seals"),
        ("card_drawn", "by", "bot", "makers"),
        ("route_claimed", "by", "stand_in", "makers"),
        ("turn_began", "by", "person", "makers"),
        ("seat_taken", "public", {"player": "program"}, "makers"),
        ("seat_taken", "public", {"player": "bot"}, "makers"),
    ],
)
def test_it_names_the_same_seq_as_the_first_verifier(tmp_path, kind, part, value, check):
    export = tmp_path / "game.ndjson"
    export.write_text(changed(kind, part, value))

    code, report = run(export)

    assert code == 1
    assert report == first_verdict(export.read_text())
    assert report[check][0] == "FAILED"
    assert report[check][1]


@with_node
@pytest.mark.parametrize(
    ("kind", "part", "value", "check"),
    [
        ("seed_revealed", "public", {"seed": "00" * 32}, "seed"),
        ("card_drawn", "private", {"card": "gold"}, "seals"),
        ("card_drawn", "salt", "00" * 32, "seals"),
        ("pile_shuffled", "public", {"nth": 2}, "shuffles"),
        ("pile_shuffled", "private", {"order": ["red", "blue"] * 20}, "shuffles"),
        ("card_drawn", "by", "bot", "makers"),
    ],
)
def test_both_say_in_the_same_words_which_value_stands_there_and_which_is_due(
    tmp_path, kind, part, value, check
):
    export = tmp_path / "game.ndjson"
    export.write_text(changed(kind, part, value))
    (due,) = (c for c in verify(export.read_text().split("\n")) if c.name == check)

    done = subprocess.run([str(NODE), str(PROGRAM), str(export)], capture_output=True, text=True, check=False)

    assert re.search("stands where .+ is due", due.detail)
    assert written(due) in done.stdout.splitlines()


def held_table(*happened: tuple[str, int]) -> str:
    """An export of a table at which these things happened to seats, in a chain that fits."""
    lines = [json.loads(line) for line in exported()[:3]]
    sample = lines[2]
    del lines[2:]
    for kind, seat in happened:
        entry = {**sample, "type": kind, "seq": len(lines), "public": {"seat": seat}}
        entry.pop("actor", None)
        entry.pop("by", None)
        if kind == "seat_taken":
            entry |= {"actor": seat, "by": "person", "public": {**sample["public"], "seat": seat}}
        elif kind == "bot_seated":
            entry["public"] = {"seat": seat, "bot": "random"}
        lines.append(entry)
    for before, after in pairwise([{"hash": "0" * 64}, *lines[1:]]):
        after["prev"] = before["hash"]
        after["hash"] = link(after["prev"], after)
    lines[0] |= {"hash": lines[-1]["hash"], "version": len(lines) - 1}
    return "\n".join(json.dumps(line) for line in lines)


@with_node
@pytest.mark.parametrize(
    ("happened", "seq"),
    [
        ([("seat_held", 1), ("seat_taken", 1)], None),
        ([("seat_held", 1), ("seat_released", 1), ("bot_seated", 1)], None),
        ([("seat_held", 1), ("bot_seated", 1)], 3),
        ([("seat_taken", 1), ("seat_held", 1)], 3),
        ([("seat_held", 1), ("seat_held", 1)], 3),
        ([("seat_released", 1)], 2),
        ([("seat_held", 2)], 2),
        ([("seat_held", 0), ("seat_taken", 1), ("game_started", 0)], 4),
    ],
)
def test_both_follow_the_seats_that_are_held(tmp_path, happened, seq):
    export = tmp_path / "game.ndjson"
    export.write_text(held_table(*happened))

    _, report = run(export)

    assert report["table"] == (("FAILED", seq) if seq else ("ok", None))
    assert first_verdict(export.read_text())["table"] == report["table"]


def swappable(lines: list[str], *, is_later: bool) -> int:
    """The place of an entry of the game whose successor was written at the same time, or later."""
    times = [json.loads(line).get("at", "") for line in lines]
    return next(place for place in range(30, len(lines)) if (times[place] < times[place + 1]) == is_later)


@with_node
@pytest.mark.parametrize("what", ["swapped", "swapped in time", "dropped", "doubled", "cut"])
def test_entries_out_of_place_are_found(tmp_path, what):
    lines = list(exported())
    if what.startswith("swapped"):
        first = swappable(lines, is_later=what == "swapped in time")
        lines[first], lines[first + 1] = lines[first + 1], lines[first]
    elif what == "dropped":
        del lines[30]
    elif what == "doubled":
        lines.insert(30, lines[30])
    else:
        del lines[-1]
    export = tmp_path / "game.ndjson"
    export.write_text("\n".join(lines))

    code, report = run(export)

    assert code == 1
    assert report == first_verdict(export.read_text())
    assert report["header" if what == "cut" else "chain"][0] == "FAILED"


@with_node
@pytest.mark.parametrize("text", ["", "no json", "[]", '{"format":"other"}', '{"format":"signalbox-game"}'])
def test_what_is_no_export_gets_exit_code_2(tmp_path, text):
    export = tmp_path / "game.ndjson"
    export.write_text(text)

    assert run(export) == (2, {})


def signed_head(header: dict[str, Any], private: Ed25519PrivateKey) -> tuple[dict[str, Any], dict[str, str]]:
    """A receipt for the end of an export, and the key it was signed with."""
    key = public_key(private.public_key().public_bytes_raw())
    receipt = {name: header[name] for name in ("game", "version", "hash")}
    receipt |= {"format": "signalbox-receipt", "source": "played", "at": "2026-01-31T18:00:00.000000Z"}
    receipt |= {"algorithm": "Ed25519", "key": key["kid"]}
    return {**receipt, "signature": base64url(private.sign(signed_part(receipt)))}, key


@with_node
def test_both_say_that_a_receipt_without_its_key_cannot_be_checked(tmp_path, signing_key):
    receipt, _ = signed_head(json.loads(exported()[0]), signing_key)
    other = public_key(Ed25519PrivateKey.generate().public_key().public_bytes_raw())
    (tmp_path / "receipt.json").write_text(json.dumps(receipt))
    (tmp_path / "key.json").write_text(json.dumps({"keys": [other]}))
    (tmp_path / "game.ndjson").write_text("\n".join(exported()))
    words = ("--receipt", tmp_path / "receipt.json", "--key", tmp_path / "key.json")

    code, report = run(tmp_path / "game.ndjson", *words)

    assert (code, report["receipt"]) == (3, ("skipped", None))
    assert main([str(word) for word in (tmp_path / "game.ndjson", *words)]) == 3


@with_node
def test_it_checks_a_receipt(tmp_path, signing_key):
    lines = [json.loads(line) for line in exported()]
    receipt, key = signed_head(lines[0], signing_key)
    (tmp_path / "receipt.json").write_text(json.dumps(receipt))
    (tmp_path / "key.json").write_text(json.dumps({"keys": [key]}))
    whole, short = tmp_path / "whole.ndjson", tmp_path / "short.ndjson"
    whole.write_text("\n".join(exported()))
    short.write_text("\n".join(exported()[:-1]))
    words = ("--receipt", tmp_path / "receipt.json", "--key", tmp_path / "key.json")

    assert run(whole, *words)[1]["receipt"] == ("ok", None)
    assert run(short, *words)[1]["receipt"] == ("FAILED", lines[0]["version"])


@with_node
def test_both_check_who_took_a_seat(tmp_path, signing_key):
    game, players = started()
    lines = list(export_lines(game))
    receipt, key = signed_head(json.loads(lines[0]), signing_key)
    taken = [json.loads(line) for line in lines if b'"type":"seat_taken"' in line]
    opening = opening_of(Player.objects.get(pk=players[1].pk), game.id, taken[1]["public"]["account"])
    assert opening
    exported_lines = [line.decode() for line in lines]
    (tmp_path / "game.ndjson").write_text("".join(exported_lines))
    (tmp_path / "key.json").write_text(json.dumps({"keys": [key]}))
    words = ("--receipt", tmp_path / "receipt.json", "--key", tmp_path / "key.json")

    for seat, due in ((1, ("ok", None)), (0, ("FAILED", 2)), (9, ("FAILED", None))):
        given = {**receipt, "seat": {"seat": seat, **opening}}
        (tmp_path / "receipt.json").write_text(json.dumps(given))
        code, found = run(tmp_path / "game.ndjson", *words)
        assert (code, found["receipt"], found["seat"]) == (int(due[0] == "FAILED"), ("ok", None), due)
        (first,) = (one for one in verify(exported_lines, given, {"keys": [key]}) if one.name == "seat")
        assert (first.result == "passed", first.seq) == (due[0] == "ok", due[1])


JUDGING = """
import { readFileSync } from "node:fs";
import { isIncluded, openedNote } from "%s";
const raw = (text) => Uint8Array.from(Buffer.from(text, "base64"));
const { trees, note } = JSON.parse(readFileSync(process.argv[1], "utf-8"));
const found = trees.map((one) =>
  isIncluded(raw(one.leafHash), one.leafIdx, one.treeSize, (one.proof ?? []).map(raw), raw(one.root)));
const text = await openedNote(note.text, note.name, [raw(note.key)]);
console.log(JSON.stringify([await Promise.all(found), text]));
"""


@with_node
def test_trees_and_notes_are_judged_as_other_implementations_judge_them(tmp_path):
    """The example of C2SP signed-note, and the vectors by which the Python tree is tested, too."""
    trees = json.loads((CHECKOUT / "tests/proof/transparency/merkle_vectors.json").read_text())["inclusion"]
    key = verifier_from(VKEY)
    note = {"text": NOTE, "name": key.name, "key": b64encode(key.public).decode()}
    (tmp_path / "given").write_text(json.dumps({"trees": trees, "note": note}))

    words = ["--input-type=module", "-e", JUDGING % PROGRAM.as_uri(), "--", str(tmp_path / "given")]
    done = subprocess.run([str(NODE), *words], capture_output=True, text=True, check=False)
    included, text = json.loads(done.stdout)

    assert included == [not one["wantErr"] for one in trees]
    assert {True, False} == set(included)
    assert text == "This is an example message.\n"


def proved(receipt: dict[str, Any], private: Ed25519PrivateKey, **said: object) -> dict[str, Any]:
    """The receipt with the proof that its head is in a log of three entries."""
    head = head_of(receipt["game"], receipt["version"], receipt["hash"])
    entry = json.dumps({"kind": "game_head", "at": receipt["at"], **head, "status": "finished", **said})
    log = LogOfOne("example.org/log", [b"before", entry.encode(), b"after"])
    log.private = private
    return {**receipt, "proof": {"entry": entry, "inclusion": str(log.proof(1))}}


@with_node
@pytest.mark.parametrize("lie", ["", "entry", "version", "root", "key"])
def test_both_say_the_same_of_the_proof_that_a_receipt_carries(tmp_path, signing_key, lie):
    signed, key = signed_head(json.loads(exported()[0]), signing_key)
    receipt = proved(signed, signing_key, **({"version": 1} if lie == "version" else {}))
    if lie == "entry":
        receipt["proof"]["entry"] = receipt["proof"]["entry"].replace("finished", "closed")
    if lie == "root":
        receipt["proof"]["inclusion"] = receipt["proof"]["inclusion"].replace("\n3\n", "\n4\n")
    if lie == "key":
        receipt = proved(signed, Ed25519PrivateKey.generate())
    (tmp_path / "receipt.json").write_text(json.dumps(receipt))
    (tmp_path / "key.json").write_text(json.dumps({"keys": [key]}))
    (tmp_path / "game.ndjson").write_text("\n".join(exported()))
    words = [str(tmp_path / "game.ndjson"), "--receipt", str(tmp_path / "receipt.json")]
    words += ["--key", str(tmp_path / "key.json")]

    done = subprocess.run([str(NODE), str(PROGRAM), *words], capture_output=True, text=True, check=False)
    (due,) = (c for c in verify(exported(), receipt, {"keys": [key]}) if c.name == "inclusion")

    assert written(due) in done.stdout.splitlines()
    assert done.returncode == main(words) == {"": 0, "key": 3}.get(lie, 1)


WITHOUT = """
import { readFileSync } from "node:fs";
import { conclusion, verify, written } from "%s";
crypto.subtle.importKey = new Proxy(crypto.subtle.importKey, {
  apply(real, self, words) {
    if (words[2].name === "Ed25519") throw new DOMException("Unrecognized name.", "NotSupportedError");
    return real.apply(self, words);
  },
});
const [text, receipt, keys] = process.argv.slice(1).map((name) => readFileSync(name, "utf-8"));
const report = await verify(text, { receipt: JSON.parse(receipt), keys: JSON.parse(keys) });
console.log(written(report), conclusion(report).code);
"""


@with_node
def test_a_browser_without_ed25519_says_that_it_cannot_check_and_not_that_anything_is_wrong(
    tmp_path, signing_key
):
    signed, key = signed_head(json.loads(exported()[0]), signing_key)
    given = ["\n".join(exported()), json.dumps(proved(signed, signing_key)), json.dumps({"keys": [key]})]
    names = [tmp_path / str(number) for number, _ in enumerate(given)]
    for name, text in zip(names, given, strict=True):
        name.write_text(text)

    words = ["--input-type=module", "-e", WITHOUT % PROGRAM.as_uri(), "--", *map(str, names)]
    done = subprocess.run([str(NODE), *words], capture_output=True, text=True, check=False)

    assert re.findall(r"^(\w+) +(receipt|inclusion)", done.stdout, re.MULTILINE) == [
        ("skipped", "receipt"),
        ("skipped", "inclusion"),
    ]
    assert done.stdout.endswith("The log holds; the receipt could not be checked. 3\n")


EXPLAINING = """
import { readFileSync } from "node:fs";
import { explained, verify } from "%s";
const text = readFileSync(process.argv[1], "utf-8");
console.log(explained(text, await verify(text)));
"""


@with_node
def test_its_page_tells_the_game_and_what_each_check_means(tmp_path):
    export = tmp_path / "game.ndjson"
    export.write_text("\n".join(exported()))
    words = ["--input-type=module", "-e", EXPLAINING % PROGRAM.as_uri(), "--", str(export)]
    done = subprocess.run([str(NODE), *words], capture_output=True, text=True, check=False)
    entries = [json.loads(line) for line in exported()[1:]]
    totals = [entry["public"]["total"] for entry in entries if entry["type"] == "seat_scored"]

    first, *rest = done.stdout.splitlines()

    assert first.startswith(f"The log says: london@1, 2 seats, opened on {entries[0]['at'][:10]}, ")
    assert f"Points: seat 0 has {totals[0]}, seat 1 has {totals[1]}. Won by seat " in first
    assert sum(line.startswith(" " * 19) for line in rest) == len(BOTH)
    assert "undefined" not in done.stdout
    assert rest[-1] == "All that can be checked holds."


NEEDS_KEYS = "A receipt and what the public log has go together with the server's keys."
NEEDS_PAGES = "All pages of what the public log has of the game are needed."
SORTING = """
import { sorted } from "%s";
const [name, ...texts] = process.argv.slice(1);
try { console.log(JSON.stringify(sorted(texts)[name])); } catch (problem) { console.log(problem.message); }
"""


@with_node
@pytest.mark.parametrize(
    ("name", "texts", "found"),
    [
        ("text", ("{}\n{}",), json.dumps("{}\n{}")),
        ("keys", ('{"keys":[]}', "{}", '{"format":"signalbox-receipt"}'), '{"keys":[]}'),
        (
            "receipt",
            ('{"format":"signalbox-receipt"}', '{"kty":"OKP"}', "no json"),
            '{"format":"signalbox-receipt"}',
        ),
        ("text", ('{"keys":[]}', '{"format":"signalbox-receipt"}'), "An export is needed too."),
        ("text", ("{}", '{"format":"signalbox-receipt"}'), NEEDS_KEYS),
        ("text", ("{}", '{"items":[],"next":null}'), NEEDS_KEYS),
        ("proofs", ('{"items":[7],"next":null}', "{}", '{"keys":[]}'), "[7]"),
        ("text", ('{"items":[],"next":"more"}', "{}", '{"keys":[]}'), NEEDS_PAGES),
    ],
)
def test_its_page_takes_export_receipt_and_key_in_any_order(name, texts, found):
    words = ["--input-type=module", "-e", SORTING % PROGRAM.as_uri(), "--", name, *texts]
    done = subprocess.run([str(NODE), *words], capture_output=True, text=True, check=False)

    assert done.stdout.strip() == found, done.stderr


@pytest.mark.parametrize("file", ["verify.mjs", "verify.html"])
def test_the_web_server_hands_it_out(client, file):
    answer = client.get(f"/static/client/{file}")

    assert answer.status_code == 200
    assert b"".join(answer) == (FOLDER / file).read_bytes()
    assert answer["Content-Type"].split(";")[0] in ("text/javascript", "text/html")


def test_its_page_may_load_its_own_script_and_no_other(client):
    answer = client.get("/static/client/verify.html")

    assert "default-src 'self'" in answer["Content-Security-Policy"]
    assert b'src="verify.mjs"' in b"".join(answer)
