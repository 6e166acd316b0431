"""Auditing a log: a sound one holds, and whatever is changed in it is found where it was changed."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from typing import Any

import pytest

from games.models import Game
from games.selectors.games import Seen
from games.selectors.log import export_lines, log_entries
from rules import catalogue
from rules.audit import audit, is_sound
from rules.chain import link
from rules.verify import main, verify
from tests.games.tables import folded_now, play_on, played_out, started

pytestmark = pytest.mark.django_db

Entries = list[dict[str, Any]]


def spectated(game: Game) -> Seen:
    return Seen(game, folded_now(game.id), {}, None)


@pytest.fixture
def log() -> Entries:
    game = played_out("london", 2)
    return copy.deepcopy(list(log_entries(spectated(game))))


def failures(entries: Entries) -> dict[str, int | None]:
    return {check.name: check.seq for check in audit(entries) if check.result == "failed"}


def rehash(entries: Entries, start: int) -> None:
    """What a forger would do: make the chain fit again from here on."""
    for before, entry in zip(entries[start - 2 :], entries[start - 1 :], strict=False):
        entry["prev"] = before["hash"]
        entry["hash"] = link(entry["prev"], entry)


def place_of(entries: Entries, kind: str) -> int:
    return next(entry["seq"] for entry in entries if entry["type"] == kind)


@pytest.mark.parametrize("name", [rules.name for rules in catalogue()])
def test_a_finished_game_of_every_kind_holds(name):
    game = played_out(name, 3)

    report = audit(list(log_entries(spectated(game))))

    assert [check.result for check in report] == ["passed"] * 6


def test_a_running_game_shows_a_spectator_its_chain_and_a_player_their_own_seals():
    game, players = started()
    folded = play_on(game.id, actions=12)

    spectator = {check.name: check.result for check in audit(list(log_entries(Seen(game, folded, {}, None))))}
    player = {
        check.name: check.result
        for check in audit(list(log_entries(Seen(game, folded, {0: players[0]}, players[0]))))
    }

    assert spectator["chain"] == player["chain"] == "passed"
    assert (spectator["seals"], player["seals"]) == ("skipped", "passed")
    assert spectator["shuffles"] == player["actions"] == "skipped"


@pytest.mark.parametrize(
    ("member", "value"),
    [
        ("type", "turn_passed"),
        ("v", 2),
        ("actor", 9),
        ("at", "2026-01-01T00:00:00.000000Z"),
        ("cause", "somebody-else"),
        ("public", {"seat": 9}),
        ("prev", "f" * 64),
        ("hash", "f" * 64),
    ],
)
def test_a_changed_member_breaks_the_chain_where_it_is(log, member, value):
    log[40][member] = value

    assert failures(log)["chain"] == 41


def test_swapped_dropped_and_inserted_entries_break_the_chain_where_they_are(log):
    swapped, dropped, doubled = copy.deepcopy(log), copy.deepcopy(log), copy.deepcopy(log)
    swapped[29], swapped[30] = swapped[30], swapped[29]
    del dropped[29]
    doubled.insert(29, doubled[28])

    assert failures(swapped)["chain"] == failures(dropped)["chain"] == failures(doubled)["chain"] == 30


def test_a_forged_claim_in_a_chain_made_to_fit_is_found_by_the_rules(log):
    seq = place_of(log, "route_claimed")
    log[seq - 1]["public"]["points"] += 10
    rehash(log, seq)

    assert failures(log) == {"actions": seq}


def test_a_forged_secret_is_found_by_its_seal(log):
    seq = place_of(log, "tickets_chosen")
    log[seq - 1]["private"]["tickets"] = []

    assert failures(log)["seals"] == seq


def test_a_stacked_deck_is_found_by_the_shuffle_even_if_its_seal_is_forged(log):
    seq = place_of(log, "pile_shuffled")
    log[seq - 1]["private"]["order"].reverse()

    assert failures(log)["shuffles"] == failures(log)["seals"] == seq


def test_another_seed_is_found_by_the_commitment(log):
    log[-1]["public"]["seed"] = "00" * 32
    rehash(log, log[-1]["seq"])

    assert failures(log)["seed"] == log[-1]["seq"]


def test_an_export_proves_itself_on_the_command_line(tmp_path):
    game = played_out("amsterdam", 2)
    export = tmp_path / "game.ndjson"
    export.write_bytes(b"".join(export_lines(spectated(game))))

    done = subprocess.run(
        [sys.executable, "-m", "rules.verify", str(export)], capture_output=True, text=True, check=False
    )

    assert done.returncode == 0, done.stderr
    assert done.stdout.count("ok ") == 7
    assert is_sound(verify(export.read_text().splitlines()))


def test_a_forged_export_is_refused_with_the_seq(tmp_path, capsys):
    game = played_out("london", 2)
    lines = b"".join(export_lines(spectated(game))).decode().splitlines()
    entry = json.loads(lines[50])
    entry["at"] = "2026-01-01T00:00:00.000000Z"
    lines[50] = json.dumps(entry)
    export = tmp_path / "game.ndjson"
    export.write_text("\n".join(lines))

    assert main([str(export)]) == 1
    assert "at seq 50" in capsys.readouterr().out


@pytest.mark.parametrize("text", ["", "no json", "[]", '{"format":"other"}', '{"format":"signalbox-game"}'])
def test_what_is_no_export_gets_one_sentence(tmp_path, capsys, text):
    export = tmp_path / "game.ndjson"
    export.write_text(text)

    assert main([str(export)]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
