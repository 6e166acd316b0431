"""Whoever owns the database can change it; nobody can do so unnoticed.

The triggers are switched off as only a superuser can, rows are changed, and the audit names the place.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from msgspec import to_builtins

from games.audits.check import game_audit
from games.audits.receipts import receipt_for, signing_key
from games.log import store
from games.log.models import Event, Game
from games.log.seeds import box_of
from games.log.viewer import AUDITOR
from proof.chain import link
from proof.receipts import check_receipt
from proof.verify import verify
from tests.support.callers import problem
from tests.support.roles import owner
from tests.support.tables import play_on, played_out, started

pytestmark = pytest.mark.django_db


@contextmanager
def superuser() -> Iterator[Any]:
    with owner() as cursor:
        yield cursor
    store.states.clear()


def failures(game: Game) -> dict[str, int | None]:
    game.refresh_from_db()
    found = game_audit(game, viewer=AUDITOR)
    return {check.name: check.seq for check in found.checks if check.result == "failed"}


def change(game: Game, seq: int, column: str, value: Any) -> None:
    with superuser() as cursor:
        statement = f"UPDATE games_event SET {column} = %s WHERE game_id = %s AND seq = %s"  # noqa: S608 (a name of ours)
        cursor.execute(statement, [value, game.id, seq])


def place_of(game: Game, kind: str) -> int:
    return Event.objects.filter(game=game, type=kind).order_by("seq").values_list("seq", flat=True)[0]


def rehash(game: Game, start: int) -> None:
    """What a forger would do: make the chain fit again from here on, and the game's row with it."""
    entries: list[Any] = [*store.entries_of(game.id)]
    before = entries[start - 2]["hash"]
    with superuser() as cursor:
        for entry in entries[start - 1 :]:
            head = link(before, entry)
            cursor.execute(
                "UPDATE games_event SET hash = %s WHERE game_id = %s AND seq = %s",
                [bytes.fromhex(head), game.id, entry["seq"]],
            )
            before = head
        cursor.execute("UPDATE games_game SET hash = %s WHERE id = %s", [bytes.fromhex(before), game.id])


def one_bit(text: str) -> str:
    """The text with the last bit of its last character turned."""
    return text[:-1] + chr(ord(text[-1]) ^ 1)


def one_bit_of_bytes(data: bytes) -> bytes:
    return data[:-1] + bytes([data[-1] ^ 1])


def stored_secret(game: Game, seq: int) -> bytes:
    return bytes(Event.objects.get(game=game, seq=seq).private or b"")


@pytest.fixture
def running() -> Game:
    game, _ = started("london", 2)
    play_on(game.id, actions=20)
    return Game.objects.get(pk=game.id)


def test_what_nobody_touched_holds(running):
    assert failures(running) == {}


def test_one_bit_of_a_text_is_found_where_it_was_turned(running):
    seq = place_of(running, "tickets_chosen")

    change(running, seq, "type", one_bit("tickets_chosen"))

    assert failures(running)["chain"] == seq


@pytest.mark.parametrize("column", ["hash", "commit"])
def test_one_bit_of_a_hash_is_found_where_it_was_turned(running, column):
    seq = place_of(running, "tickets_chosen")
    was = Event.objects.filter(game=running, seq=seq).values_list(column, flat=True)[0]

    change(running, seq, column, one_bit_of_bytes(bytes.fromhex(was)))

    assert failures(running)["chain"] == seq


def test_a_changed_event_whose_own_hash_was_made_to_fit_is_found_at_the_next(running):
    entry: Any = store.entries_of(running.id, after=29, limit=1)[0]

    change(running, 30, "v", 2)
    change(running, 30, "hash", bytes.fromhex(link(entry["prev"], {**entry, "v": 2})))

    assert failures(running)["chain"] == 31


@pytest.mark.parametrize(("column", "value"), [("v", 2), ("actor", 9), ("sealed_to", 9), ("by", "x")])
def test_one_number_or_word_is_found_where_it_was_changed(running, column, value):
    seq = place_of(running, "tickets_chosen")

    change(running, seq, column, value)

    assert failures(running)["chain"] == seq


def test_one_microsecond_is_found_where_it_was_changed(running):
    with superuser() as cursor:
        cursor.execute(
            "UPDATE games_event SET at = at + interval '1 microsecond' WHERE game_id = %s AND seq = 30",
            [running.id],
        )

    assert failures(running)["chain"] == 30


def test_one_public_fact_is_found_where_it_was_changed(running):
    seq = place_of(running, "tickets_chosen")
    seat = Event.objects.get(game=running, seq=seq).public["seat"]

    change(running, seq, "public", json.dumps({"seat": 1 - seat}))

    assert failures(running)["chain"] == seq


def test_one_secret_is_found_by_its_seal(running):
    seq = place_of(running, "tickets_chosen")
    secret: Any = store.entries_of(running.id, after=seq - 1, limit=1)[0]["private"]
    first, *rest = secret["tickets"]

    forged = {"tickets": [one_bit(first), *rest]}
    change(running, seq, "private", box_of(running.id).seal(forged, f"event {seq}"))

    assert failures(running)["seals"] == seq


def test_one_bit_of_an_encrypted_secret_is_found_by_its_seal(running):
    seq = place_of(running, "tickets_chosen")
    change(running, seq, "private", one_bit_of_bytes(stored_secret(running, seq)))

    assert failures(running)["seals"] == seq


def test_a_secret_that_moved_to_another_event_is_found_by_its_seal(running):
    seq = place_of(running, "tickets_chosen")
    change(running, seq, "private", stored_secret(running, place_of(running, "tickets_dealt")))

    assert failures(running)["seals"] == seq


def test_a_secret_that_was_emptied_is_found(running):
    seq = place_of(running, "tickets_chosen")

    change(running, seq, "private", None)

    assert failures(running)["seals"] == seq


def test_another_seed_is_found_by_the_commitment(running):
    with superuser() as cursor:
        cursor.execute("UPDATE games_seed SET seed = %s WHERE game_id = %s", [bytes(32), running.id])

    assert failures(running)["seed"] == 1


def test_an_event_that_moved_to_another_game_is_missed(running):
    other, _ = started("london", 2)
    with superuser() as cursor:
        cursor.execute(
            "UPDATE games_event SET game_id = %s, seq = 999 WHERE game_id = %s AND seq = 30",
            [other.id, running.id],
        )

    assert failures(running)["chain"] == 30


def test_two_swapped_events_are_found(running):
    with superuser() as cursor:
        for old, new in ((30, 9999), (31, 30), (9999, 31)):
            cursor.execute(
                "UPDATE games_event SET seq = %s WHERE game_id = %s AND seq = %s", [new, running.id, old]
            )

    assert failures(running)["chain"] == 30


def test_an_inserted_event_is_found(running):
    with superuser() as cursor:
        cursor.execute(
            "UPDATE games_event SET seq = seq + 1000 WHERE game_id = %s AND seq > 30", [running.id]
        )
        cursor.execute(
            "UPDATE games_event SET seq = seq - 999 WHERE game_id = %s AND seq > 1000", [running.id]
        )
        copied = "type, v, actor, at, public, private, sealed_to, commit, hash"
        into = f"INSERT INTO games_event (game_id, seq, {copied}) SELECT game_id, 31, {copied}"
        cursor.execute(into + " FROM games_event WHERE game_id = %s AND seq = 30", [running.id])

    assert failures(running)["chain"] == 31


def drop_last(game: Game, *, also_the_row: bool) -> None:
    with superuser() as cursor:
        cursor.execute("DELETE FROM games_event WHERE game_id = %s AND seq = %s", [game.id, game.version])
        if also_the_row:
            last = store.entries_of(game.id)[-1]
            cursor.execute(
                "UPDATE games_game SET version = %s, hash = %s WHERE id = %s",
                [last["seq"], bytes.fromhex(last["hash"]), game.id],
            )


def test_a_dropped_end_is_missed_by_the_games_row(running):
    last = running.version

    drop_last(running, also_the_row=False)

    assert failures(running)["head"] == last


def test_a_dropped_end_that_the_row_was_changed_for_is_missed_by_a_receipt():
    game, _ = started("london", 2)  # dealt: with one event fewer the deal is cut short
    play_on(game.id, actions=3)
    game.refresh_from_db()
    receipt = to_builtins(receipt_for(game, game.version))

    drop_last(game, also_the_row=True)

    found = check_receipt(store.entries_of(game.id), receipt, signing_key())
    assert (found.result, found.seq) == ("failed", receipt["version"])


def test_a_forged_fact_in_a_chain_that_was_made_to_fit_is_found_by_the_rules():
    game = played_out("london", 2)
    seq = place_of(game, "route_claimed")
    public = Event.objects.get(game=game, seq=seq).public

    change(game, seq, "public", json.dumps({**public, "points": public["points"] + 1}))
    rehash(game, seq)

    assert failures(game) == {"actions": seq}
    (found,) = (check for check in game_audit(game).checks if check.name == "actions")
    points = public["points"]
    assert found.detail == f"route_claimed, points: {points + 1} stands where {points} is due"


def test_a_tail_that_was_hashed_anew_is_caught_by_a_receipt(running):
    receipt = to_builtins(receipt_for(running, running.version))

    change(running, running.version, "at", "2999-01-01T00:00:00Z")
    rehash(running, running.version)

    assert failures(running) == {"log": running.version}  # nothing in the log itself tells
    found = check_receipt(store.entries_of(running.id), receipt, signing_key())
    assert (found.result, found.seq) == ("failed", receipt["version"])


def test_over_http_an_audit_of_a_log_that_cannot_even_be_read_names_the_place(api, running):
    change(running, 30, "type", "nonsense")

    found = api.get(f"/api/v1/games/{running.id}/audit").json()

    assert found["sound"] is False
    assert {check["name"]: check.get("seq") for check in found["checks"]}["chain"] == 30


def test_over_http_a_log_that_cannot_even_be_read_can_be_taken_away(api, running):
    change(running, 30, "type", "nonsense")

    lines = b"".join(api.get(f"/api/v1/games/{running.id}/export")).decode().split("\n")

    found = {check.name: check.seq for check in verify(lines) if check.result == "failed"}
    assert found["chain"] == found["table"] == 30


def test_over_http_a_log_beyond_the_bound_is_refused_with_the_address_of_its_export(api, running):
    Game.objects.filter(pk=running.pk).update(version=20_001)

    refused = problem(api.get(f"/api/v1/games/{running.id}/audit"), 409, "audit_too_long")

    assert refused["context"]["export"] == f"/api/v1/games/{running.id}/export"
    assert api.get(f"/api/v1/games/{running.id}/audit?at=30").json()["sound"] is True


def test_over_http_a_dropped_end_is_a_report_and_no_failure_of_the_server(api, running):
    last = running.version
    drop_last(running, also_the_row=False)

    found = api.get(f"/api/v1/games/{running.id}/audit")
    export = api.get(f"/api/v1/games/{running.id}/export")

    assert found.status_code == export.status_code == 200
    assert {check["name"]: check.get("seq") for check in found.json()["checks"]}["head"] == last
    assert len(b"".join(export).splitlines()) == last
