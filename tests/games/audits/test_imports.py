"""POST /imports."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest
from django.core.management import call_command

from games.log import store
from games.models import Event, Game
from games.play.visible_log import export_lines
from rules.proof.chain import NOTHING_BEFORE, link
from tests.games.audits.test_tampering import superuser
from tests.support.callers import Caller, problem
from tests.support.tables import play_on, played_out, started

pytestmark = pytest.mark.django_db


@cache
def exported() -> bytes:
    game = played_out("london", 2)
    text = b"".join(export_lines(game))
    with superuser() as cursor:  # as if it had been played elsewhere
        for relation in Game._meta.related_objects:  # noqa: SLF001 – meant for it
            model: Any = relation.related_model
            table, column = model._meta.db_table, relation.field.column  # noqa: SLF001 – as above
            cursor.execute(f"DELETE FROM {table} WHERE {column} = %s", [game.id])  # noqa: S608
        cursor.execute("DELETE FROM games_game WHERE id = %s", [game.id])
    return text


def bring(caller: Caller, body: bytes, kind: str = "application/x-ndjson"):
    return caller.api.post("/api/v1/imports", data=body, content_type=kind, headers=caller.headers)


def changed(seq: int, *, rehashed: bool = True, **public: object) -> bytes:
    lines = [json.loads(line) for line in exported().splitlines()]
    lines[seq]["public"].update(public)
    return written(rechained(lines) if rehashed else lines)


def rechained(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Whoever changes a log can make its hashes fit."""
    before = NOTHING_BEFORE
    for entry in lines[1:]:
        entry["prev"], entry["hash"] = before, link(before, entry)
        before = entry["hash"]
    lines[0]["hash"] = before
    return lines


def written(lines: list[dict[str, Any]]) -> bytes:
    return b"\n".join(json.dumps(line).encode() for line in lines)


def test_an_export_becomes_an_archived_game_with_the_same_log(ada):
    body = exported()

    answer = bring(ada, body)

    assert answer.status_code == 201
    game = answer.json()
    assert (game["status"], game["source"]) == ("archived", "import")
    path = f"/games/{game['id']}"
    assert answer["Location"] == f"/api/v1{path}"
    assert b"".join(ada.get(f"{path}/export")) == body
    assert ada.seen(f"{path}/audit")["sound"] is True
    assert [entry["id"] for entry in ada.seen("/games?status=archived")["items"]] == [game["id"]]


def test_the_same_export_again_is_the_same_game(ada, bob):
    first, second = bring(ada, exported()), bring(bob, exported())

    assert (first.status_code, second.status_code) == (201, 200)
    assert first.json()["id"] == second.json()["id"]


def test_nobody_sits_in_an_archived_game_and_nobody_can_play_it(ada):
    path = f"/games/{bring(ada, exported()).json()['id']}"

    problem(ada.post(f"{path}/seats", {}), 409, "table_not_open")
    problem(ada.post(f"{path}/rematch"), 403, "not_seated")
    problem(ada.post(f"{path}/resign"), 403, "not_seated")
    assert all("player" not in seat for seat in ada.seen(path)["seats"])


def test_making_the_rows_anew_leaves_it_archived(ada):
    game = bring(ada, exported()).json()["id"]
    call_command("rebuild", game)

    assert Game.objects.get(pk=game).status == "archived"


def test_a_game_that_was_played_here_is_not_replaced(ada):
    game = played_out("london", 2)
    body = b"".join(export_lines(game))

    problem(bring(ada, body), 409, "game_exists")
    assert Game.objects.get(pk=game.pk).status == "finished"


def test_a_running_game_is_no_archive(ada):
    game, _ = started()
    play_on(game.id, actions=3)
    body = b"".join(export_lines(Game.objects.get(pk=game.pk)))

    assert problem(bring(ada, body), 422, "export_unsound")["context"]["check"] == "seed"


@pytest.mark.parametrize(
    ("body", "check"),
    [
        (lambda: changed(5, rehashed=False, seats=3), "chain"),
        (lambda: changed(1, visibility="secret"), "values"),
        (lambda: changed(1, rematch_of="a\u0000b"), "values"),
        (lambda: changed(1, note="free text"), "values"),
        (lambda: changed(1, clock={"per_action": -1}), "values"),
        (lambda: changed(1, seats=10**12), "table"),
        (lambda: b"\n".join(exported().splitlines()[:-1]), "header"),
    ],
)
def test_a_bad_export_is_refused_with_the_failing_check_and_nothing_is_kept(ada, body, check):
    assert problem(bring(ada, body()), 422, "export_unsound")["context"]["check"] == check
    assert not Game.objects.exists()
    assert not Event.objects.exists()


def nested(depth: int) -> Any:
    return {} if not depth else {"x": nested(depth - 1)}


def with_members(place: int, members: dict[str, Any]) -> bytes:
    """One entry with other members, in a chain that was made to fit."""
    lines = [json.loads(line) for line in exported().splitlines()]
    lines[place].update(members)
    return written(rechained(lines))


@pytest.mark.parametrize(
    ("seq", "members", "check"),
    [
        (1, {"v": True}, "table"),
        (1, {"seq": True}, "table"),
        (2, {"actor": False}, "table"),
        (2, {"at": "2026-02-30T00:00:00.000000Z"}, "table"),
        (2, {"at": "0999-01-01T00:00:00.000000Z"}, "table"),
        (2, {"cause": "free text"}, "values"),
        (2, {"cause": True}, "values"),
        (2, {"public": []}, "table"),
        (2, {"public": {"seat": -1}}, "table"),
        (2, {"public": {"seat": 10**30}}, "table"),
        (2, {"public": {"seat": 0, "client_seed": "a\u0000b", "player": "person"}}, "seals"),
        (2, {"type": ["seat_taken"]}, "table"),
    ],
    ids=str,
)
def test_an_entry_that_no_table_writes_is_refused_though_its_chain_fits(ada, seq, members, check):
    found = problem(bring(ada, with_members(seq, members)), 422, "export_unsound")["context"]

    assert found["check"] == check
    assert found["seq"] in (seq, "none") or check == "seals"
    assert not Event.objects.exists()


def test_a_seal_with_something_else_in_it_is_refused(ada):
    lines = [json.loads(line) for line in exported().splitlines()]
    seq = next(place for place, line in enumerate(lines) if "to" in line.get("sealed", ()))
    sealed = {**lines[seq]["sealed"], "note": "free text"}

    found = problem(bring(ada, with_members(seq, {"sealed": sealed})), 422, "export_unsound")["context"]

    assert (found["check"], found["seq"]) == ("table", seq)


def test_values_nested_too_deep_to_be_looked_through_are_refused(ada):
    lines = exported().splitlines()
    deep = json.loads(lines[1])
    deep["public"]["options"] = nested(700)
    body = b"\n".join([lines[0], json.dumps(deep).encode(), *lines[2:]])

    problem(bring(ada, body), 422, "export_unsound")


def test_a_private_game_that_somebody_else_brought_is_not_told_of(ada, bob):
    body = changed(1, visibility="private")
    assert bring(ada, body).status_code == 201

    problem(bring(bob, body), 409, "game_exists")
    assert bring(ada, body).status_code == 200


def test_more_lines_than_any_game_has_are_refused_unread(ada):
    problem(bring(ada, b"{}\n" * 30_000), 422, "export_unreadable")


@pytest.mark.parametrize("body", [b"", b"no json", b"[]", b'{"format":"other"}', b"[" * 100_000])
def test_what_is_no_export_is_refused(ada, body):
    problem(bring(ada, body), 422, "export_unreadable")


def test_too_much_the_wrong_kind_and_no_token_are_refused(api, ada):
    problem(bring(ada, b" " * ((4 << 20) + 1)), 413, "too_large")
    problem(bring(ada, b"\xff\xfe"), 400, "parse_error")
    problem(bring(ada, b"{}", "application/json"), 415, "unsupported_media_type")
    problem(
        api.post("/api/v1/imports", data=b"", content_type="application/x-ndjson"), 401, "unauthenticated"
    )


def test_the_store_gives_back_what_it_was_given(ada):
    game = bring(ada, exported()).json()["id"]

    entries = store.entries_of(game)
    assert [entry["hash"] for entry in entries] == [
        json.loads(line)["hash"] for line in exported().splitlines()[1:]
    ]
