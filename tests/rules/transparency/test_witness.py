"""A witness and a monitor: what they accept, and every lie that is planted."""

import json

import pytest

from rules.monitor import follow
from rules.transparency.memory import Memory, NotContinued
from rules.transparency.mirror import Mirror
from rules.transparency.notes import NoteError, opened
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
