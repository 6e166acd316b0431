"""A witness and a monitor: what they accept, and every lie that is planted."""

import json
from base64 import b64decode
from collections.abc import Iterator
from itertools import count

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from proof.monitor import follow, main
from proof.transparency.compact import CompactTree
from proof.transparency.cosigner import cosigner_from
from proof.transparency.memory import Memory, NotContinued, NotRemembered
from proof.transparency.mirror import Mirror, Unreachable
from proof.transparency.notes import opened
from proof.transparency.tiles import bundle
from proof.transparency.tree import leaf_hash, roots_of
from proof.witness import look
from proof.witness import main as witness_main
from tests.proof.transparency.logs import LogOfOne

AT = "2026-01-31T18:00:00.000000Z"


def head(game, version, digest, status="playing"):
    entry = {
        "kind": "game_head",
        "game": game,
        "version": version,
        "hash": digest,
        "status": status,
        "at": AT,
    }
    return json.dumps(entry).encode()


def opening(game, at=AT):
    return json.dumps({"kind": "game_opened", "game": game, "at": at}).encode()


def key_change(key):
    return json.dumps({"kind": "key", "vkey": str(key), "at": AT}).encode()


def manifest(name, digest):
    return json.dumps({"kind": "dataset_published", "name": name, "sha256": digest, "at": AT}).encode()


def mirror_of(fetch, *keys):
    return Mirror(fetch, *keys, pauses=(0, 0))


def b64_hashes(text):
    return [b64decode(line) for line in text.splitlines()]


@pytest.fixture
def log():
    return LogOfOne("example.org/log", [b"entry %d" % number for number in range(300)])


@pytest.fixture
def memory(tmp_path):
    return Memory(tmp_path / "kept")


def test_a_log_that_grows_is_cosigned_each_time(log, memory, tmp_path):
    cosigner = cosigner_from(tmp_path / "key", "witness.example/w1")
    mirror = mirror_of(log.fetch, log.key)
    for _ in range(3):
        note = look(mirror, memory, cosigner)
        assert opened(note, [log.key, cosigner.key])[1] == [log.key, cosigner.key]
        log.entries += [b"more"] * 150


def test_a_changed_leaf_is_noticed_and_both_checkpoints_are_kept(log, memory):
    look(mirror_of(log.fetch, log.key), memory)
    before, was = log.note, log.root
    log.entries[7] = b"changed"
    log.entries.append(b"one more")

    with pytest.raises(NotContinued):
        look(mirror_of(log.fetch, log.key), memory)
    evidence = (memory.folder / "contradiction").read_text()
    assert evidence.startswith(before + "\n" + log.note + "\n")
    hashes = b64_hashes(evidence.removeprefix(before + "\n" + log.note + "\n"))
    found = roots_of(300, 301, hashes)
    assert found
    assert found[1] == log.root  # so the hashes are those of the new log, and the old one does not begin it
    assert found[0] != was


def test_a_dropped_leaf_is_noticed(log, memory):
    look(mirror_of(log.fetch, log.key), memory)
    del log.entries[250:]
    with pytest.raises(Unreachable, match="signed are 300 and 250"):  # nobody can see yet what it becomes
        look(mirror_of(log.fetch, log.key), memory)

    log.entries += [b"instead"] * 51
    with pytest.raises(NotContinued):
        look(mirror_of(log.fetch, log.key), memory)


def test_two_logs_of_one_size_are_a_split_view(log, memory):
    look(mirror_of(log.fetch, log.key), memory)
    other = LogOfOne(log.origin, [*log.entries[:-1], b"for another's eyes"])

    with pytest.raises(NotContinued):
        look(mirror_of(other.fetch, log.key), memory)


def test_an_older_checkpoint_from_a_cache_does_no_harm(log, memory):
    older = LogOfOne(log.origin, log.entries[:100])
    look(mirror_of(log.fetch, log.key), memory)

    def cached(path):
        return older.fetch(path) if path == "checkpoint" else log.fetch(path)

    look(mirror_of(cached, log.key), memory)
    assert memory.last([log.key]).size == 300


DAMAGES = {
    "changed": lambda data: bytes(len(data)),
    "cut off": lambda data: data[:-7],
    "empty": lambda _: b"",
    "another page": lambda _: b"<html>sign in to this network</html>",
}


def damaged(log, damage, *, times):
    """The log over a bad network: of each file the first answers are damaged."""
    seen: dict[str, Iterator[int]] = {}

    def fetch(path):
        numbers = seen.setdefault(path, count())
        return DAMAGES[damage](log.fetch(path)) if next(numbers) < times else log.fetch(path)

    return mirror_of(fetch, log.key)


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_answer_is_asked_for_again(log, memory, damage):
    log.entries = [opening(f"g{number}") for number in range(300)]
    for _ in range(2):
        look(damaged(log, damage, times=1), Memory(memory.folder / "witness"))
        assert follow(damaged(log, damage, times=1), memory) == (len(log.entries), [])
        log.entries.append(opening("one more"))


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("watch", [look, follow])
def test_a_log_that_comes_damaged_cannot_be_read_and_is_not_called_a_contradiction(
    log, memory, damage, watch
):
    look(mirror_of(log.fetch, log.key), memory)
    before, log.entries = log.note, [*log.entries, b"one more"]

    def fetch(path):
        return log.fetch(path) if path == "checkpoint" else DAMAGES[damage](log.fetch(path))

    with pytest.raises(Unreachable):
        watch(mirror_of(fetch, log.key), memory)
    assert [path.name for path in memory.folder.iterdir() if "ledger" not in path.name] == ["checkpoint"]
    assert (memory.folder / "checkpoint").read_text() == before


@pytest.mark.parametrize("old", [1, 2, 3, 128, 255, 256, 299])
def test_a_contradiction_is_told_from_damage_at_every_size(log, memory, old):
    other = LogOfOne(log.origin, [b"another beginning", *log.entries[1:old]])
    look(mirror_of(other.fetch, log.key), memory)

    with pytest.raises(NotContinued):
        look(mirror_of(log.fetch, log.key), memory)


def test_an_entry_other_than_in_the_tree_is_noticed(log, memory):
    def fetch(path):
        data = log.fetch(path)
        return data.replace(b"entry 9", b"entry 8", 1) if "entries" in path else data

    with pytest.raises(Unreachable, match="entry 9 "):
        follow(mirror_of(fetch, log.key), memory)


def test_an_entry_and_its_hash_changed_together_are_noticed(log, memory):
    """No proof of a large tree reads its tiles of leaves, so the entries must lead to the root themselves."""
    other = LogOfOne(log.origin, [b"changed", *log.entries[1:]])

    def fetch(path):
        return (other if path in ("tile/0/000", "tile/entries/000") else log).fetch(path)

    look(mirror_of(fetch, log.key), Memory(memory.folder / "witness"))  # which reads no leaves
    with pytest.raises(Unreachable, match="the entries lead to the root"):
        follow(mirror_of(fetch, log.key), memory)


def test_a_monitor_reads_only_what_is_new_and_forgets_nothing_that_was_wrong(log, memory):
    paths = []

    def fetch(path):
        paths.append(path)
        return log.fetch(path)

    assert follow(mirror_of(fetch, log.key), memory)[0] == 300
    wrong = follow(mirror_of(fetch, log.key), memory)[1]
    assert len(wrong) == 300  # none of these entries can be read
    log.entries += [opening("g")] * 300
    paths.clear()

    size, more = follow(mirror_of(fetch, log.key), memory)
    assert (size, more[:300], len(more)) == (600, wrong, 300 + 299)  # opened 299 times too often
    assert sorted({path for path in paths if "entries" in path}) == [
        "tile/entries/001",
        "tile/entries/002.p/88",
    ]


def test_what_a_monitor_read_counts_only_once_the_root_is_the_signed_one(log, memory):
    log.entries = [opening("g"), opening("h")]

    def broken(path):
        return bundle([opening("g"), opening("i")]) if "entries" in path else log.fetch(path)

    with pytest.raises(Unreachable):
        follow(mirror_of(broken, log.key), memory)
    assert follow(mirror_of(log.fetch, log.key), memory) == (2, [])


def test_a_state_that_was_damaged_is_not_taken_for_a_log_that_does_not_hold(log, memory, monkeypatch, capsys):
    log.entries = [opening("g")]
    monkeypatch.setattr("proof.transparency.watch.fetch_from", lambda _: log.fetch)
    words = ["https://example.org/log", "--vkey", str(log.key), "--folder", str(memory.folder)]
    assert main(words) == 0
    (memory.folder / "ledger.sqlite3").write_bytes(
        b"not a database, but as long as the header of one is. " * 20
    )

    assert main(words) == 2
    assert "what it remembers cannot be used: file is not a database" in capsys.readouterr().err
    assert witness_main(words) == 0
    for kept in memory.folder.rglob("checkpoint"):
        kept.write_text("")
    assert main(words) == witness_main(words) == 2
    assert "checkpoint is damaged: " in capsys.readouterr().err


def test_a_file_that_is_no_key_is_refused_in_plain_words(log, tmp_path, capsys):
    (tmp_path / "key").write_text("")
    words = ["https://example.org/log", "--vkey", str(log.key), "--key", str(tmp_path / "key")]

    assert witness_main(words) == 2
    assert "key is not a key: 64 hexadecimal digits" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        witness_main([*words, "--every", "-3"])
    assert "'-3' is not a number of seconds within a day" in capsys.readouterr().err


def test_games_without_an_end_are_listed_the_oldest_first_until_they_end(log, memory, monkeypatch, capsys):
    monkeypatch.setattr("proof.transparency.watch.fetch_from", lambda _: log.fetch)
    words = ["https://example.org/log", "--folder", str(memory.folder), "--vkey", str(log.key)]
    opened = {game: f"2026-11-17T1{hour}:00:00.000000Z" for hour, game in enumerate(("b", "c", "a"))}
    log.entries = [opening(game, opened[game]) for game in ("a", "b", "c")]
    log.entries.append(head("b", 40, "11" * 32))
    assert main(words) == 0
    told = [line for line in capsys.readouterr().out.splitlines() if "not ended" in line]
    assert told == [
        f"opened 2026-11-17 1{hour}:00:00 UTC, not ended: game {game}" for hour, game in enumerate("bca")
    ]

    log.entries += [head("b", 90, "22" * 32, "finished"), head("c", 3, "33" * 32, "closed")]
    assert main(words) == 0
    told = [line for line in capsys.readouterr().out.splitlines() if "not ended" in line]
    assert told == ["opened 2026-11-17 12:00:00 UTC, not ended: game a"]


NEW = Ed25519PrivateKey.from_private_bytes(bytes(range(1, 33)))


def test_a_change_of_key_is_followed_while_the_log_signs_with_both(log, memory, monkeypatch, capsys):
    monkeypatch.setattr("proof.transparency.watch.fetch_from", lambda _: log.fetch)
    old, log.entries = log.key, [key_change(log.key)]
    words = ["https://example.org/log", "--folder", str(memory.folder), "--vkey", str(old)]
    assert main(words) == witness_main(words) == 0

    log.older, log.private = [log.private], NEW
    log.entries.append(key_change(log.key))
    assert main(words) == 0
    assert f"entry 1: the log has another key, {log.key};" in capsys.readouterr().out

    both = [*words, "--vkey", str(log.key)]
    assert main(both) == witness_main(both) == 0
    assert "another key" not in capsys.readouterr().out
    log.older, log.entries = [], [*log.entries, opening("g")]
    assert main(both) == witness_main(both) == 0
    alone = [*words[:-1], str(log.key)]
    assert main(alone) == witness_main(alone) == 0


def test_a_log_with_a_key_that_was_not_given_cannot_be_read_and_nothing_is_forgotten(log, memory):
    look(mirror_of(log.fetch, log.key), memory)
    old, log.private = log.key, NEW
    log.entries.append(b"one more")

    with pytest.raises(Unreachable, match="if the log has a new key"):
        look(mirror_of(log.fetch, old), memory)
    with pytest.raises(NotRemembered, match="give the key that it is signed with"):
        look(mirror_of(log.fetch, log.key), memory)
    look(mirror_of(log.fetch, log.key, old), memory)
    assert memory.last([log.key]).size == 301


@pytest.mark.parametrize("program", [main, witness_main])
def test_with_every_it_looks_on_through_an_outage_until_a_contradiction(
    log, memory, monkeypatch, capsys, program
):
    log.entries = [opening("g")]
    looks = count()

    def fetch(path):
        if next(looks) == 1:  # the first file of the first look after the start
            raise Unreachable("a cable was cut")
        return log.fetch(path)

    pauses = []

    def sleep(seconds):
        pauses.append(seconds)
        if len(pauses) == 3:
            log.entries[0] = opening("h")
        log.entries.append(opening(f"g{len(pauses)}"))

    monkeypatch.setattr("proof.transparency.watch.fetch_from", lambda _: fetch)
    monkeypatch.setattr("time.sleep", sleep)
    words = ["https://example.org/log", "--vkey", str(log.key), "--folder", str(memory.folder)]

    assert program([*words, "--every", "60"]) == 1
    said = capsys.readouterr()
    assert "does not continue" in said.err
    assert 60 in pauses


def test_a_second_manifest_of_a_data_set_is_noticed(memory):
    log = LogOfOne("example.org/log", [manifest("2026-01", "aa"), manifest("2026-02", "aa")])
    log.entries += [manifest("2026-01", "aa"), manifest("2026-01", "bb")]

    wrong = follow(mirror_of(log.fetch, log.key), memory)[1]

    assert wrong == ["entry 3: data set 2026-01 has two manifests: aa and bb"]


@pytest.mark.parametrize("size", [0, 1, 2, 3, 7, 8, 255, 256, 300])
def test_a_compact_tree_has_the_root_of_the_whole_one(size):
    leaves = [b"%d" % number for number in range(size)]
    tree = CompactTree()
    for leaf in leaves:
        tree = CompactTree(tree.size, tree.hashes)  # as it is read back
        tree.append(leaf_hash(leaf))

    assert tree.root == LogOfOne("example.org/log", leaves).root


def test_a_monitor_reads_every_entry_and_compares_what_is_said_of_a_game(memory):
    log = LogOfOne("example.org/log", [opening("g"), head("g", 3, "aa"), head("g", 9, "bb", "finished")])
    assert follow(mirror_of(log.fetch, log.key), memory) == (3, [])

    log.entries += [head("g", 9, "cc"), head("g", 12, "dd"), opening("g"), head("h", 1, "ee"), b"nothing"]
    size, wrong = follow(mirror_of(log.fetch, log.key), memory)

    assert size == 8
    assert [line.split(":")[0] for line in wrong] == [
        "entry 3",
        "entry 4",
        "entry 5",
        "entry 6",
        "entry 7 cannot be read",
    ]


ODD = (
    head("g", 2**70, "aa"),
    head("g", "9" * 30, "aa"),
    head("g", 1e3, "aa"),
    head("g", 1, "aa").replace(b"18:00", b"99:00"),
    opening("\ud800"),
    manifest("2026-01", "\ud800"),
    opening("h").replace(b'"game"', b'"game": "i", "game"'),
    b"[" * 60_000,
    b'{"kind": []}' * 2,
    b"\xff\xfe",
)


@pytest.mark.parametrize("odd", ODD, ids=lambda raw: repr(raw[:60]))
def test_an_entry_that_no_server_writes_cannot_be_read_and_stops_no_monitor(memory, odd):
    known = [opening("g"), manifest("2026-01", "aa")]
    log = LogOfOne("example.org/log", [*known, odd, opening("last")])

    assert follow(mirror_of(log.fetch, log.key), memory) == (4, ["entry 2 cannot be read"])


PAINT = "\x1b[2J\x9b1A\u202e\r\n9 entries, 0 of them wrong.\n"


def test_a_log_paints_nothing_on_the_terminal_of_those_who_watch_it(memory, monkeypatch, capsys):
    log = LogOfOne(
        "example.org/log", [opening(PAINT), opening(PAINT), manifest(PAINT, "a"), key_change(PAINT)]
    )
    log.entries.append(manifest(PAINT, PAINT))
    monkeypatch.setattr("proof.transparency.watch.fetch_from", lambda _: log.fetch)
    words = ["https://example.org/log", "--folder", str(memory.folder), "--vkey", str(log.key)]

    assert main(words) == 1
    assert witness_main([*words[:2], str(memory.folder / "witness"), *words[3:]]) == 0

    out, err = capsys.readouterr()
    assert all(line.isprintable() for line in (out + err).split("\n"))
    assert "9 entries, 0 of them wrong." not in out.splitlines()
    assert "5 entries, 2 of them wrong." in out.splitlines()


def test_what_a_server_answers_instead_of_a_log_is_told_without_painting(log, memory, monkeypatch, capsys):
    def fetch(path):
        raise Unreachable(f"{path}: {PAINT}")

    monkeypatch.setattr("proof.transparency.watch.fetch_from", lambda _: fetch)
    monkeypatch.setattr("time.sleep", lambda _: None)
    words = ["https://example.org/log", "--folder", str(memory.folder), "--vkey", str(log.key)]

    assert main(words) == witness_main(words) == 3
    assert all(line.isprintable() for line in capsys.readouterr().err.split("\n"))
