"""A mended rule is a new version of its game; a game is played and proved by the version it began with."""

import shutil
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from games.log.models import Game
from games.moves.settlement import game_settle
from games.reading.visible_log import export_lines
from games.rulesets.selectors import ruleset_list
from proof.verify import verify
from rules import Ruleset, ruleset
from rules.catalogue import load
from rules.upkeep.turns import Turns
from rules.variants import london
from tests.support.checkout import CHECKOUT
from tests.support.tables import folded_now, play_on, played_out, started

pytestmark = pytest.mark.django_db

SECOND_VERIFIER = CHECKOUT / "clients" / "javascript" / "src" / "verify.mjs"
NODE = shutil.which("node")


def longer(game: Ruleset) -> Ruleset:
    """Made up: the last round gives two turns to each."""
    upkeep = tuple(
        Turns(last_round_at=part.last_round_at, turns_each=2) if isinstance(part, Turns) else part
        for part in game.upkeep
    )
    return replace(game, version=2, upkeep=upkeep)


@pytest.fixture
def release(monkeypatch) -> Iterator[Callable[[], None]]:
    """Call it to release `london@2` beside `london@1`."""

    def forget() -> None:
        load.cache_clear()
        ruleset_list.cache_clear()

    def released() -> None:
        monkeypatch.setattr(london, "RULESETS", (*london.RULESETS, longer(london.RULESETS[0])))
        forget()

    yield released
    monkeypatch.undo()
    forget()


def export_of(game: Game) -> str:
    return b"".join(export_lines(game)).decode()


def finished(game: Game) -> Game:
    play_on(game.id, actions=5000)
    game_settle(game.id)
    game.refresh_from_db()
    return game


def assert_both_verifiers_accept(text: str, tmp_path: Path) -> None:
    assert {check.name: check.detail for check in verify(text.split("\n")) if check.result != "passed"} == {}
    if NODE:
        export = tmp_path / "game.ndjson"
        export.write_text(text, encoding="utf-8")
        done = subprocess.run([NODE, str(SECOND_VERIFIER), str(export)], capture_output=True, check=False)
        assert done.returncode == 0, done.stdout


def turns_in_the_last_round(game: Game) -> int:
    lines = export_of(game).splitlines()
    began = next(number for number, line in enumerate(lines) if '"last_round_began"' in line)
    return sum('"turn_began"' in line for line in lines[began:])


def test_a_game_begun_before_a_release_is_played_to_its_end_by_its_own_version(release, tmp_path):
    old, _ = started("london", 2)
    play_on(old.id, actions=20)
    release()
    new = played_out("london", 2)
    finished(old)

    assert (old.ruleset, new.ruleset) == ("london@1", "london@2")
    assert (turns_in_the_last_round(old), turns_in_the_last_round(new)) == (2, 4)
    assert folded_now(old.id).is_finished
    for game in (old, new):
        assert_both_verifiers_accept(export_of(game), tmp_path)


def test_both_versions_can_be_played_and_the_newest_is_the_default(release):
    release()

    listed = {entry.id: entry.is_newest for entry in ruleset_list() if entry.game == "london"}
    assert listed == {"london@1": False, "london@2": True}
    assert ruleset("london").name == "london@2"
    assert played_out("london@1", 2).ruleset == "london@1"


def test_a_log_does_not_hold_under_another_version(release):
    game = played_out("london", 2)
    release()
    forged = export_of(game).replace('"london@1"', '"london@2"')

    failed = [check.name for check in verify(forged.split("\n")) if check.result == "failed"]
    assert "actions" in failed
