"""Auditing a log: a sound one holds, and whatever is changed in it is found where it was changed."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from functools import cache
from typing import Any

import pytest

from games.audits.check import game_audit
from games.log import store
from games.log.entries import redacted
from games.log.models import Game
from games.log.seeds import key_of, seed_of
from games.log.viewer import AUDITOR, SPECTATOR, Viewer
from games.reading.visible_log import export_lines, log_entries
from proof.audit import CHECKS, audit, is_sound
from proof.chain import link
from proof.verify import main, verify
from rules import catalogue
from tests.support.tables import folded_now, play_on, played_out, started

pytestmark = pytest.mark.django_db

Entries = list[dict[str, Any]]


def spectated(game: Game) -> Entries:
    return list(log_entries(game, folded_now(game.id), SPECTATOR))


@cache
def played_log() -> Entries:
    return spectated(played_out("london", 2))


@pytest.fixture
def log() -> Entries:
    """A finished game, to be forged at will."""
    return copy.deepcopy(played_log())


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

    report = audit(spectated(game))

    assert [check.result for check in report] == ["passed"] * len(CHECKS)


def test_a_running_game_shows_a_spectator_its_chain_and_a_player_their_own_seals():
    game, _ = started()
    folded = play_on(game.id, actions=12)

    spectator = {check.name: check.result for check in audit(list(log_entries(game, folded, SPECTATOR)))}
    player = {check.name: check.result for check in audit(list(log_entries(game, folded, Viewer(seat=0))))}

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
        ("by", "somebody-else"),
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
    export.write_bytes(b"".join(export_lines(game)))

    done = subprocess.run(
        [sys.executable, "-m", "proof", "verify", str(export)], capture_output=True, text=True, check=False
    )

    assert done.returncode == 0, done.stderr
    assert done.stdout.count("ok ") == 1 + len(CHECKS)  # and the header
    assert is_sound(verify(export.read_text().splitlines()))


def test_a_forged_export_is_refused_with_the_seq(tmp_path, capsys):
    game = played_out("london", 2)
    lines = b"".join(export_lines(game)).decode().splitlines()
    entry = json.loads(lines[50])
    entry["at"] = "2026-01-01T00:00:00.000000Z"
    lines[50] = json.dumps(entry)
    export = tmp_path / "game.ndjson"
    export.write_text("\n".join(lines))

    assert main([str(export)]) == 1
    assert "at seq 50" in capsys.readouterr().out


HEADER = '{"format":"signalbox-game","format_version":1}'


@pytest.mark.parametrize(
    "text",
    [
        *("", "no json", "[]", '{"format":"other"}', '{"format":"signalbox-game"}', HEADER),
        *(
            f"{HEADER}\n{line}"
            for line in ('{"seq":1.0}', '{"seq":NaN}', "[" * 100_000, '{"seq":' + "9" * 5000)
        ),
    ],
    ids=range(10),
)
def test_what_is_no_export_gets_one_sentence(tmp_path, capsys, text):
    export = tmp_path / "game.ndjson"
    export.write_text(text)

    assert main([str(export)]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_an_export_that_lost_its_last_line_does_not_fit_its_header(tmp_path, capsys):
    game = played_out("london", 2)
    lines = b"".join(export_lines(game)).splitlines()
    export = tmp_path / "game.ndjson"
    export.write_bytes(b"\n".join(lines[:-1]))

    assert main([str(export)]) == 1
    due = len(lines) - 2
    assert f"version: {due + 1} stands where {due} is due" in capsys.readouterr().out


# -- the table and the envelopes, in a chain that was made to fit ---------------------------------


def forged(log: Entries, seq: int, **members: Any) -> Entries:
    entry = log[seq - 1]
    entry.update({name: value for name, value in members.items() if value is not None})
    for name in [name for name, value in members.items() if value is None]:
        del entry[name]
    if seq == 1:
        entry["hash"] = link(entry["prev"], entry)
    rehash(log, max(2, seq))
    return log


def test_another_actor_is_found(log):
    seq = place_of(log, "route_claimed")

    assert failures(forged(log, seq, actor=1 - log[seq - 1]["actor"]))["table"] == seq


def test_a_secret_that_was_never_sealed_is_found(log):
    seq = place_of(log, "card_drawn")

    assert failures(forged(log, seq, sealed=None, salt=None))["table"] == seq


def test_a_secret_sealed_to_another_seat_is_found(log):
    seq = place_of(log, "card_drawn")
    sealed = {**log[seq - 1]["sealed"], "to": 1 - log[seq - 1]["sealed"]["to"]}

    assert failures(forged(log, seq, sealed=sealed))["table"] == seq


def test_an_event_nobody_knows_is_found(log):
    log.insert(-1, {**log[-2], "type": "bribe_taken", "public": {}})
    for number, entry in enumerate(log, start=1):
        entry["seq"] = number
    rehash(log, len(log) - 1)

    assert failures(log)["table"] == len(log) - 1


def test_nothing_happens_after_the_end(log):
    log.append({**log[-1], "seq": len(log) + 1})
    rehash(log, len(log))

    assert failures(log)["table"] == len(log)


def test_a_seat_is_not_taken_twice_and_a_game_does_not_start_without_its_players(log):
    third = copy.deepcopy(log)
    third[2]["public"]["seat"] = third[2]["actor"] = 0
    rehash(third, 3)
    early = copy.deepcopy(log)
    early[2] = {**early[3], "seq": 3}
    rehash(early, 3)

    assert failures(third)["table"] == failures(early)["table"] == 3


def test_a_moment_that_is_none_is_found(log):
    assert failures(forged(log, 5, at="yesterday"))["table"] == 5


@pytest.mark.parametrize("seats", [10**12, 0, True, "2"])
def test_a_table_of_impossible_size_does_not_exhaust_the_auditor(log, seats):
    forged(log, 1, public={**log[0]["public"], "seats": seats})

    assert {"table", "actions", "seals"} <= set(failures(log))


def test_who_knows_the_seed_can_check_a_running_game():
    game, _ = started()
    folded = play_on(game.id, actions=12)
    seed = seed_of(game.id)
    key = key_of(game.id, folded.table)
    entries = [redacted(entry, seat=None, key=key, over=True) for entry in store.entries_of(game.id)]

    results = {check.name: check.result for check in audit(entries, seed=seed)}
    wrong = {check.name: check.seq for check in audit(entries, seed=bytes(32)) if check.result == "failed"}

    assert results == dict.fromkeys(CHECKS, "passed") | {"score": "skipped"}
    assert wrong["seed"] == 1


def test_at_every_moment_of_the_past_the_log_holds_for_those_who_see_all():
    game, _ = started()
    play_on(game.id, actions=12)
    game.refresh_from_db()

    unsound = [
        at for at in range(1, game.version) if not is_sound(game_audit(game, viewer=AUDITOR, at=at).checks)
    ]

    assert unsound == []


def test_just_before_the_seed_was_revealed_the_log_holds_for_all():
    game = played_out("london", 2)
    game.refresh_from_db()

    assert is_sound(game_audit(game, at=game.version - 1).checks)


def test_a_member_that_an_event_does_not_have_is_found(log):
    seq = place_of(log, "route_claimed")

    assert failures(forged(log, seq, public={**log[seq - 1]["public"], "note": "x"})) == {"table": seq}
