"""POST /imports."""

from __future__ import annotations

import json
from functools import cache

import pytest
from django.core.management import call_command

from games import store
from games.models import Event, Game
from games.selectors.games import Seen
from games.selectors.log import export_lines
from rules.chain import link
from tests.callers import Caller, problem
from tests.games.tables import folded_now, play_on, played_out, started
from tests.games.test_tampering import superuser

pytestmark = pytest.mark.django_db


@cache
def exported() -> bytes:
    game = played_out("london", 2)
    text = b"".join(export_lines(Seen(game, folded_now(game.id), {}, None)))
    with superuser() as cursor:  # as if it had been played elsewhere
        for table in ("event", "seed", "seat"):
            cursor.execute(f"DELETE FROM games_{table} WHERE game_id = %s", [game.id])  # noqa: S608
        cursor.execute("DELETE FROM games_game WHERE id = %s", [game.id])
    return text


def bring(caller: Caller, body: bytes, kind: str = "application/x-ndjson"):
    return caller.api.post("/api/v1/imports", data=body, content_type=kind, headers=caller.headers)


def changed(seq: int, *, rehashed: bool = True, **public: object) -> bytes:
    lines = [json.loads(line) for line in exported().splitlines()]
    lines[seq]["public"].update(public)
    if rehashed:
        before = "0" * 64
        for entry in lines[1:]:
            entry["prev"], entry["hash"] = before, link(before, entry)
            before = entry["hash"]
        lines[0]["hash"] = before
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
    body = b"".join(export_lines(Seen(game, folded_now(game.id), {}, None)))

    problem(bring(ada, body), 409, "game_exists")
    assert Game.objects.get(pk=game.pk).status == "finished"


def test_a_running_game_is_no_archive(ada):
    game, _ = started()
    body = b"".join(export_lines(Seen(game, play_on(game.id, actions=3), {}, None)))

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
