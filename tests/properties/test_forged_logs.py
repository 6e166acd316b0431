"""Recorded games, spoilt by somebody who knows the seed: numbers, salts, seals and hashes fit again.

The verifier in Python has to notice every kind of spoil. The one in JavaScript knows no rules, so it has to
notice what is not about the game itself.
"""

from __future__ import annotations

import json

import pytest

from proof.audit import Check, is_sound
from proof.verify import prove
from tests.clients.javascript.runtimes import CLIENT, DENO, deno, ran
from tests.properties.forgery.forger import Absent, Spoil, export_of, header_of, remade
from tests.properties.forgery.recorded import NAMES, Log, recorded
from tests.properties.forgery.spoils import GAME_GROUPS, GROUPS, SPOILS
from tests.properties.forgery.spoils_of_ends import WITHOUT_END
from tests.properties.forgery.spoils_of_lateness import IN_TIME, LATE
from tests.properties.forgery.spoils_of_signatures import SIGNATURES
from tests.properties.forgery.spoils_of_tables import TIMES

GAMES_OF_EACH = 2
OF_GAMES = {name for group in GAME_GROUPS for name in group}


def report_on(made: Log) -> list[Check]:
    return prove(header_of(made), [*made])


def forged(name: str, most: int) -> dict[str, Log]:
    """The spoilt logs, by game; other games for other kinds, as far as they have anything of the kind."""
    return changed_by(SPOILS[name], list(SPOILS).index(name), most)


def in_time(name: str) -> dict[str, Log]:
    return changed_by(IN_TIME[name], 0, 1)


def changed_by(spoil: Spoil, start: int, most: int) -> dict[str, Log]:
    found: dict[str, Log] = {}
    for game in (*NAMES[start % len(NAMES) :], *NAMES[: start % len(NAMES)]):
        log = recorded(game)
        try:
            spoil(log)
        except Absent:
            continue
        found[game] = remade(log)
        if len(found) == most:
            break
    return found


@pytest.mark.parametrize("game", NAMES)
def test_what_nobody_spoilt_holds(game):
    assert {check.result for check in report_on(remade(recorded(game)))} == {"passed"}


def test_there_are_at_least_ninety_kinds_and_each_is_of_its_own():
    assert len(SPOILS) == sum(map(len, GROUPS)) >= 90


@pytest.mark.parametrize("name", SPOILS)
def test_every_spoil_is_noticed(name):
    logs = forged(name, GAMES_OF_EACH)

    assert logs
    assert [game for game, made in logs.items() if is_sound(report_on(made))] == []


@pytest.mark.parametrize(
    ("group", "check"),
    [(TIMES, "table"), (LATE, "absences"), (SIGNATURES, "signatures"), (WITHOUT_END, "actions")],
)
def test_it_is_noticed_by_the_check_whose_job_it_is(group, check):
    for name in group:
        for made in forged(name, 1).values():
            assert check in [one.name for one in report_on(made) if one.result == "failed"], name


@pytest.mark.parametrize("name", IN_TIME)
def test_what_comes_before_the_grace_is_over_holds(name):
    logs = in_time(name)

    assert logs
    assert all(is_sound(report_on(made)) for made in logs.values())


@deno
def test_the_second_verifier_notices_what_is_not_about_the_game_itself(tmp_path):
    texts = {name: export_of(made) for name in SPOILS for made in forged(name, 1).values()}
    sound = {game: export_of(remade(recorded(game))) for game in NAMES}
    sound |= {f"in time: {name}": export_of(made) for name in IN_TIME for made in in_time(name).values()}
    (tmp_path / "forged.json").write_text(json.dumps(texts | sound))

    judging = CLIENT.parent.parent / "tests/clients/javascript/programs/judging.mjs"
    done = ran(DENO, "run", "--quiet", "--no-check", "--allow-read", judging, tmp_path / "forged.json")
    holding = set(json.loads(done.stdout))

    assert holding - OF_GAMES == {*sound}
