"""A witness and a monitor: what they accept, and every lie that is planted."""

import json

import pytest

from rules.monitor import follow, main
from rules.transparency.compact import CompactTree
from rules.transparency.memory import Memory, NotContinued
from rules.transparency.mirror import Mirror
from rules.transparency.notes import NoteError, opened
from rules.transparency.tiles import bundle
from rules.transparency.tree import leaf_hash
from rules.witness import cosigner_from, look
from tests.rules.transparency.logs import LogOfOne


def head(game, version, digest, status="playing"):
    entry = {"kind": "game_head", "game": game, "version": version, "hash": digest, "status": status}
    return json.dumps(entry).encode()


def opening(game):
    return json.dumps({"kind": "game_opened", "game": game}).encode()


@pytest.fixture
def log():
    return LogOfOne("example.org/log", [b"entry %d" % number for number in range(300)])


@pytest.fixture
def memory(tmp_path):
    return Memory(tmp_path / "kept")


def test_a_log_that_grows_is_cosigned_each_time(log, memory, tmp_path):
    cosigner = cosigner_from(tmp_path / "key", "witness.example/w1")
    mirror = Mirror(log.fetch, log.key)
    for _ in range(3):
        note = look(mirror, memory, cosigner)
        assert opened(note, [log.key, cosigner.key])[1] == [log.key, cosigner.key]
        log.entries += [b"more"] * 150


def test_a_changed_leaf_is_noticed_and_both_checkpoints_are_kept(log, memory):
    look(Mirror(log.fetch, log.key), memory)
    before = log.note
    log.entries[7] = b"changed"
    log.entries.append(b"one more")

    with pytest.raises(NotContinued):
        look(Mirror(log.fetch, log.key), memory)
    assert (memory.folder / "contradiction").read_text() == before + "\n" + log.note


def test_a_dropped_leaf_is_noticed(log, memory):
    look(Mirror(log.fetch, log.key), memory)
    del log.entries[250:]
    log.entries.append(b"instead")

    with pytest.raises(NotContinued):
        look(Mirror(log.fetch, log.key), memory)


def test_two_logs_of_one_size_are_a_split_view(log, memory):
    look(Mirror(log.fetch, log.key), memory)
    other = LogOfOne(log.origin, [*log.entries[:-1], b"for another's eyes"])

    with pytest.raises(NotContinued):
        look(Mirror(other.fetch, log.key), memory)


def test_an_older_checkpoint_from_a_cache_does_no_harm(log, memory):
    older = LogOfOne(log.origin, log.entries[:100])
    look(Mirror(log.fetch, log.key), memory)

    def cached(path):
        return older.fetch(path) if path == "checkpoint" else log.fetch(path)

    look(Mirror(cached, log.key), memory)
    assert memory.last(Mirror(log.fetch, log.key)).size == 300


def test_tiles_that_do_not_lead_to_the_signed_root_are_noticed(log, memory):
    def fetch(path):
        data = log.fetch(path)
        return bytes(32) + data[32:] if path.startswith("tile/0/") else data

    with pytest.raises(NoteError):
        look(Mirror(fetch, log.key), memory)


def test_an_entry_other_than_in_the_tree_is_noticed(log, memory):
    def fetch(path):
        data = log.fetch(path)
        return data.replace(b"entry 9", b"entry 8", 1) if "entries" in path else data

    with pytest.raises(NoteError, match="entry 9 "):
        follow(Mirror(fetch, log.key), memory)


def test_an_entry_and_its_hash_changed_together_are_noticed(log, memory):
    """No proof of a large tree reads its tiles of leaves, so the entries must lead to the root themselves."""
    other = LogOfOne(log.origin, [b"changed", *log.entries[1:]])

    def fetch(path):
        return (other if path in ("tile/0/000", "tile/entries/000") else log).fetch(path)

    look(Mirror(fetch, log.key), Memory(memory.folder / "witness"))  # which reads no leaves
    with pytest.raises(NoteError, match="the entries lead to the root"):
        follow(Mirror(fetch, log.key), memory)


def test_a_monitor_reads_only_what_is_new_and_forgets_nothing_that_was_wrong(log, memory):
    paths = []

    def fetch(path):
        paths.append(path)
        return log.fetch(path)

    assert follow(Mirror(fetch, log.key), memory)[0] == 300
    wrong = follow(Mirror(fetch, log.key), memory)[1]
    assert len(wrong) == 300  # none of these entries can be read
    log.entries += [opening("g")] * 300
    paths.clear()

    size, more = follow(Mirror(fetch, log.key), memory)
    assert (size, more[:300], len(more)) == (600, wrong, 300 + 299)  # opened 299 times too often
    assert sorted({path for path in paths if "entries" in path}) == [
        "tile/entries/001",
        "tile/entries/002.p/88",
    ]


def test_what_a_monitor_read_counts_only_once_the_root_is_the_signed_one(log, memory):
    log.entries = [opening("g"), opening("h")]

    def broken(path):
        return bundle([opening("g"), opening("i")]) if "entries" in path else log.fetch(path)

    with pytest.raises(NoteError):
        follow(Mirror(broken, log.key), memory)
    assert follow(Mirror(log.fetch, log.key), memory) == (2, [])


def test_a_state_that_was_damaged_is_not_taken_for_a_log_that_does_not_hold(log, memory, monkeypatch, capsys):
    log.entries = [opening("g")]
    monkeypatch.setattr("rules.monitor.fetch_from", lambda _: log.fetch)
    words = ["https://example.org/log", "--vkey", str(log.key), "--folder", str(memory.folder)]
    assert main(words) == 0
    (memory.folder / "ledger.sqlite3").write_bytes(
        b"not a database, but as long as the header of one is. " * 20
    )

    assert main(words) == 2
    assert "ledger.sqlite3 cannot be used" in capsys.readouterr().err


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
    assert follow(Mirror(log.fetch, log.key), memory) == (3, [])

    log.entries += [head("g", 9, "cc"), head("g", 12, "dd"), opening("g"), head("h", 1, "ee"), b"nothing"]
    size, wrong = follow(Mirror(log.fetch, log.key), memory)

    assert size == 8
    assert [line.split(":")[0] for line in wrong] == [
        "entry 3",
        "entry 4",
        "entry 5",
        "entry 6",
        "entry 7 cannot be read",
    ]
