"""A database of every released version is restored, migrated and audited by this one, and played on."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.runs import make, running
from tests.support.citus import plain_postgresql
from tests.upgrades.recording import ANSWERS, BACKUP, HERE, KEPT, ask, move

pytestmark = plain_postgresql

RELEASES = sorted(folder.parent for folder in HERE.glob(f"*/{ANSWERS}"))


@pytest.mark.parametrize("release", RELEASES, ids=lambda folder: folder.name)
def test_what_a_release_stored_is_answered_alike_and_goes_on(release: Path, tmp_path: Path):
    known = json.loads((release / ANSWERS).read_text())
    restored = make("restore", FILE=str(release / BACKUP), DATA_DIR=str(tmp_path / "data"), **KEPT)
    assert restored.returncode == 0, restored.stderr
    assert "8 games audited, 0 failed." in restored.stdout

    with running(tmp_path / "data", **KEPT) as run:
        for one in known["answers"]:
            found = ask(run, one["path"], known["tokens"].get(one["who"], ""))
            assert lost(one["answer"], found.body) == [], one["path"]
        for last in known["moves"]:
            again = ask(
                run,
                f"/games/{last['game']}/actions",
                known["tokens"][last["who"]],
                body=last["action"],
                key=last["key"],
            )
            assert (again.status, again.is_replayed) == (201, True)
            assert lost(last["answer"], again.body) == []
            moved = move(run, known["tokens"], last["game"], "after-the-upgrade")
            assert moved["answer"]["version"] > last["answer"]["version"]
            assert ask(run, f"/games/{last['game']}/audit", known["tokens"]["ada"]).body["sound"]


def lost(old: Any, new: Any, where: str = "") -> list[str]:
    """Where an older answer said something that the newer one does not say. Members may be added."""
    if isinstance(old, dict) and isinstance(new, dict):
        return [gone for name in old for gone in lost(old[name], new.get(name, "nothing"), f"{where}/{name}")]
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        pairs = zip(old, new, strict=True)
        return [gone for n, (one, other) in enumerate(pairs) for gone in lost(one, other, f"{where}/{n}")]
    return [] if old == new else [f"{where}: {old!r} became {new!r}"]


def test_what_is_lost_is_named_and_what_is_added_is_not():
    old = {"a": 1, "b": [{"c": 2}, {"d": None}]}

    assert lost(old, {"a": 1, "b": [{"c": 2, "new": 0}, {"d": None}], "more": []}) == []
    assert lost(old, {"a": 1, "b": [{"c": 3}, {}]}) == ["/b/0/c: 2 became 3", "/b/1/d: None became 'nothing'"]
    assert lost([1], [1, 2]) == [": [1] became [1, 2]"]
