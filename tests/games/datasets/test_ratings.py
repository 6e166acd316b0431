"""The ratings of a month follow from its data set alone, and what was changed in them is found."""

from __future__ import annotations

import csv
import gzip
import shutil
from collections.abc import Callable, Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction
from django.test import override_settings
from django.utils import timezone
from openskill.models import PlackettLuce

from bots.registry import BOTS
from games.accounts.models import Player
from games.datasets.writer import dataset_write
from games.log.models import Game
from games.me.deletion import player_delete
from games.moves.act import game_resign
from games.projector import game_project
from games.ratings.comparison import ratings_compare
from games.ratings.models import Rating, Result
from games.tables.lobby import game_start
from games.transparency.sequencer import log_extend
from proof.datasets.manifest import LEFT_OUT, RATINGS
from proof.ratings import placings
from proof.ratings.rule import Strength
from proof.verify import main
from rules import ruleset
from tests.support.clock import moved_clock
from tests.support.datasets import MONTH
from tests.support.manifests import changed, with_new_hash
from tests.support.rated import ended, open_game, rated_game
from tests.support.tables import people

pytestmark = pytest.mark.django_db

Row = dict[str, str]
Key = tuple[str, str]  # a player and a game
Ended = dict[Key, tuple[float, float]]


class Coarse:
    """Scores as if they were counted in dozens, so that equals are common."""

    def __init__(self, rules: Any) -> None:
        self.id, self._rules = rules.id, rules

    def score(self, state: Any) -> Any:
        sheet = self._rules.score(state)
        self.total, self.completed = (lambda seat: sheet.total(seat) // 12), (lambda _: 0)
        return self


def season() -> None:
    """A month of games with everything that matters to ratings."""
    ada, bob, cleo, dan, *robots = people(6)
    Player.objects.filter(pk__in=[robot.pk for robot in robots]).update(is_bot=True)
    robots = [Player.objects.get(pk=robot.pk) for robot in robots]
    rated_game([ada, bob, *robots])
    rated_game([cleo, dan])
    rated_game([ada, bob], ruleset="berlin")
    rated_game([ada, bob], visibility="unlisted")
    rated_game([ada, bob], visibility="private")
    rated_game([robots[0]], bots=("random", "greedy"))
    rated_game([dan], bots=("random", "greedy", "random"))
    left = open_game([bob, cleo, ada])
    game_start(left.id, bob)
    game_resign(left.id, 1)
    ended(left.id)
    hidden = rated_game([ada, bob, cleo])
    Game.objects.filter(pk=hidden.pk).update(hidden_at=timezone.now())
    rated_game([dan, ada, bob, cleo])
    rated_game([robots[0]], bots=("greedy", "planner"))
    player_delete(cleo)
    rated_game([bob, ada])


@pytest.fixture(scope="module")
def coarse() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(placings, "ruleset", lambda name: Coarse(ruleset(name)))
        yield


@pytest.fixture(scope="module")
def month(
    coarse: None, django_db_setup: Any, django_db_blocker: Any, tmp_path_factory: Any
) -> tuple[Path, dict[Key, Strength], int]:
    """The data set, what the server says of those who are in it, and how many results shared a place."""
    root = tmp_path_factory.mktemp("datasets")
    with (
        override_settings(DATASETS_DIR=str(root)),
        django_db_blocker.unblock(),
        transaction.atomic(),
    ):
        with moved_clock() as clock:
            clock.put(MONTH.start)
            season()
        for game in Game.objects.all():
            game_project(game.id)
        log_extend()
        assert ratings_compare() == []
        names = dataset_write(MONTH, names=True)
        told = {
            (row.player.name if row.player else row.bot, row.ruleset): row.strength
            for row in Rating.objects.filter(games__gt=0).select_related("player")
        }
        ties = _ties()
        transaction.set_rollback(True)
    return names, told, ties


def _ties() -> int:
    places = list(Result.objects.filter(mean_after__isnull=False).values_list("game", "kind", "rank"))
    return len(places) - len(set(places))


@pytest.fixture
def folder(month: Any, tmp_path: Path) -> Path:
    return Path(shutil.copytree(month[0], tmp_path / "2026-01"))


def rows(folder: Path) -> list[Row]:
    with gzip.open(folder / RATINGS, "rt") as file:
        return list(csv.DictReader(file))


def recomputed(told: list[Row]) -> Ended:
    """By another program for the same model, from nothing but the file."""
    model, now = PlackettLuce(), Ended()
    for _, seats in groupby(told, key=lambda row: (row["game"], row["kind"])):
        playing = list(seats)
        keys = [(row["player"] or f"{row['game']} {row['seat']}", row["ruleset"]) for row in playing]
        teams = []
        for key, row in zip(keys, playing, strict=True):
            began = now.get(key, (float(row["mean"]), float(row["deviation"])))
            teams.append([model.create_rating(list(began))])
        after = model.rate(teams, ranks=[float(row["rank"]) for row in playing])
        now |= {key: (new.mu, new.sigma) for key, (new,) in zip(keys, after, strict=True)}
    return now


def test_a_month_recomputed_from_its_data_set_alone_comes_to_what_the_server_says(month):
    folder, told, ties = month
    found = rows(folder)

    ended = recomputed(sorted(found, key=lambda row: (row["ended"], row["game"], row["kind"])))

    for key, strength in told.items():
        assert ended[key] == pytest.approx(strength, abs=1e-4), key
    assert {name for name, _ in told} >= {"random", "greedy", "planner"} <= set(BOTS)
    assert ties > 0
    assert {row["ruleset"] for row in found} == {"london", "berlin"}
    assert len([row for row in found if not row["player"]]) == 3, "of a deleted account, in three games"
    assert len({row["game"] for row in found}) == 8, "neither unlisted nor left, nor one bot in two seats"


@pytest.fixture
def verified(folder: Path, capsys: Any) -> Callable[[], tuple[int, list[str]]]:
    def verify() -> tuple[int, list[str]]:
        code = main([str(folder), "--jobs", "1"])
        return code, [line for line in capsys.readouterr().out.splitlines() if line.startswith("FAILED")]

    return verify


def written(folder: Path, found: list[Row]) -> None:
    with gzip.open(folder / RATINGS, "wt", newline="") as file:
        writer = csv.DictWriter(file, found[0].keys(), lineterminator="\n")
        writer.writeheader()
        writer.writerows(found)
    with_new_hash(folder, RATINGS)


def test_the_verifier_recomputes_it_too(verified):
    assert verified() == (0, [])


def higher(number: str) -> str:
    return f"{float(number) + 500:.6f}"


def better(row: Row) -> None:
    row["new_mean"] = higher(row["new_mean"])


def stronger(row: Row) -> None:
    row["mean"], row["new_mean"] = higher(row["mean"]), higher(row["new_mean"])


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (better, "left with another rating; mean: "),
        (stronger, "came with another rating; mean: "),
        (lambda row: row.update(rank="5"), ": rank: 5 stands where "),
        (lambda row: row.update(player="somebody"), ": player: somebody stands where "),
        (lambda row: row.update(kind="bots"), "rated, against the rule"),
    ],
)
def test_a_forged_row_is_found_and_the_game_is_named(folder, verified, change, why):
    found = rows(folder)
    forged = found[-1]
    change(forged)
    written(folder, found)

    code, faults = verified()

    assert code == 1
    assert any(f"game {forged['game']}: " in fault and why in fault for fault in faults), faults


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"ruleset": "berlin"}, "seat 0: ruleset: berlin stands where london is due"),
        ({"ended": "2026-01-01T00:00:00.000000Z"}, "seat 0: ended: 2026-01-01T00:00:00.000000Z stands where"),
    ],
)
def test_a_game_that_is_not_as_in_its_log_is_found(folder, verified, changes, why):
    found = rows(folder)
    for row in found:
        row.update(changes if row["game"] == found[-1]["game"] else {})
    written(folder, found)

    code, faults = verified()

    assert code == 1
    assert any(f"game {found[-1]['game']}: " in fault and why in fault for fault in faults), faults


def test_a_row_that_is_gone_and_one_too_many_are_found(folder, verified):
    *others, last = rows(folder)
    written(folder, others)
    gone = verified()
    unrated = dict(last, seat="2")
    written(folder, [*others, last, unrated])
    more = verified()

    assert gone[0] == more[0] == 1
    assert any(f"seat {last['seat']} is not rated, against the rule" in fault for fault in gone[1])
    assert any("seat 2 is rated, against the rule" in fault for fault in more[1])


def test_a_game_that_nobody_knows_and_another_order_are_found(folder, verified):
    found = rows(folder)
    (hidden,) = {row["game"] for row in found if len(row["game"]) == 64}
    with gzip.open(folder / LEFT_OUT, "rt") as file:
        left_out = file.read()
    with gzip.open(folder / LEFT_OUT, "wt") as file:
        file.write(left_out.replace(f"{hidden},hidden", f"{hidden},unlisted"))
    with_new_hash(folder, LEFT_OUT)
    last = [row for row in found if row["game"] == found[-1]["game"]]
    written(folder, [*last, *(row for row in found if row not in last)])

    code, faults = verified()

    assert code == 1
    assert f"FAILED   {RATINGS}: game {hidden} is neither here nor hidden, says {LEFT_OUT}" in faults
    assert any("is not in the order in which games ended" in fault for fault in faults)


def test_without_its_ratings_it_is_no_data_set(folder, capsys):
    changed(folder, lambda told: told.update(files=[one for one in told["files"] if one["file"] != RATINGS]))

    assert main([str(folder)]) == 2
    assert "manifest.json cannot be read: ValueError: ratings.csv.gz is not listed" in capsys.readouterr().err
