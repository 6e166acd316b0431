"""POST /imports."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any
from uuid import UUID

import pytest
from django.core.management import call_command

from games.audits.models import Import
from games.log import store
from games.log.models import Event, Game
from games.log.viewer import SPECTATOR
from games.projector import game_project
from games.reading.visible_log import export_lines
from games.streams.game_log import game_page
from games.streams.wire import a_line
from games.transparency.sequencer import log_extend
from proof.chain import link
from proof.transparency.entries import blinded
from proof.verify import verify
from rules.table.clock import timestamp
from rules.table.fold import NOTHING_BEFORE
from tests.games.audits.test_tampering import superuser
from tests.properties.forgery.forger import export_of, remade
from tests.properties.forgery.recorded import recorded
from tests.properties.forgery.spoils import SPOILS
from tests.support.callers import Caller, problem
from tests.support.tables import play_on, played_out, started

pytestmark = pytest.mark.django_db


@cache
def exported() -> bytes:
    game = played_out("london", 2)
    text = b"".join(export_lines(game))
    with superuser() as cursor:  # as if it had been played elsewhere
        for relation in Game._meta.related_objects:
            model: Any = relation.related_model
            table, column = model._meta.db_table, relation.field.column
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


def test_a_member_that_comes_twice_is_refused_with_its_line(ada):
    first, second, *rest = exported().splitlines()
    body = b"\n".join([first, b'{"seq": 1, ' + second[1:], *rest])

    refused = problem(bring(ada, body), 422, "export_unreadable")

    assert refused["context"]["problem"] == 'line 2: the member "seq" occurs more than once in one object'
    assert not Game.objects.exists()


def test_an_export_becomes_an_archived_game_with_the_same_log(ada):
    body = exported()

    answer = bring(ada, body)

    assert answer.status_code == 201
    game = answer.json()
    assert (game["status"], game["source"]) == ("archived", "import")
    path = f"/games/{game['id']}"
    assert answer["Location"] == f"/api/v1{path}"
    assert b"".join(ada.get(f"{path}/export")).splitlines()[1:] == body.splitlines()[1:]
    assert ada.seen(f"{path}/audit")["sound"] is True
    assert [entry["id"] for entry in ada.seen("/games?status=archived")["items"]] == [game["id"]]


def test_an_import_has_an_id_of_its_own_and_tells_the_id_and_the_head_of_its_log(ada):
    header = json.loads(exported().splitlines()[0])

    game = bring(ada, exported()).json()

    assert game["id"] != header["game"]
    assert {name: game["origin"][name] for name in ("game", "version", "hash")} == {
        name: header[name] for name in ("game", "version", "hash")
    }
    events = ada.seen(f"/games/{game['id']}/events")["items"]
    assert {event["game"] for event in events} == {header["game"]}


def test_the_same_export_again_is_the_same_import_and_another_players_is_their_own(ada, bob):
    first, again, others = bring(ada, exported()), bring(ada, exported()), bring(bob, exported())

    assert [answer.status_code for answer in (first, again, others)] == [201, 200, 201]
    assert first.json()["id"] == again.json()["id"] != others.json()["id"]


def test_a_changed_copy_that_came_first_keeps_no_true_export_out(ada, bob):
    header, *entries = (json.loads(line) for line in exported().splitlines())
    forged = [{**entry, "at": entries[-1]["at"]} for entry in entries]
    assert bring(bob, written(rechained([header, *forged]))).status_code == 201

    game = bring(ada, exported())

    assert game.status_code == 201
    assert game.json()["origin"]["hash"] == json.loads(exported().splitlines()[0])["hash"]


def test_the_receipt_and_the_export_of_an_import_say_that_it_is_one_and_verify(api, ada, tmp_path):
    game = bring(ada, exported()).json()
    path = f"/games/{game['id']}"
    log_extend()

    receipt = ada.seen(f"{path}/receipt")

    assert (receipt["source"], receipt["import"]) == ("import", game["id"])
    assert '\n[Source "import"]\n' in ada.get(f"{path}/record.txt").content.decode()
    lines = b"".join(ada.get(f"{path}/export")).decode().splitlines()
    assert json.loads(lines[0])["source"] == "import"
    report = verify(lines, receipt, api.get("/.well-known/signalbox-key").json())
    assert {check.result for check in report} == {"passed"}


def test_an_import_of_an_import_has_the_same_origin(ada, bob):
    path = f"/games/{bring(ada, exported()).json()['id']}"

    second = bring(bob, b"".join(ada.get(f"{path}/export"))).json()

    assert second["origin"] == ada.seen(path)["origin"]


def test_a_stream_of_an_import_shows_it_with_its_seals_open(ada):
    game = bring(ada, exported()).json()

    page = game_page(UUID(game["id"]), 0, game["version"], [])

    told = [json.loads(line)["data"]["event"] for _, line in page.messages(SPECTATOR, a_line, 0)]
    entries = [json.loads(line) for line in exported().splitlines()[1:]]
    assert told == entries[: len(told)]
    assert any("salt" in event for event in told)


def test_a_past_moment_of_an_import_can_be_read(ada):
    path = f"/games/{bring(ada, exported()).json()['id']}"

    assert ada.seen(f"{path}?at=30")["version"] == 30
    assert ada.seen(f"{path}/events?at=30&limit=100")["version"] == 30
    assert ada.seen(f"{path}/audit?at=30")["sound"] is True


def dated(at: datetime) -> bytes:
    header, *entries = (json.loads(line) for line in exported().splitlines())
    return written(rechained([header, *({**entry, "at": timestamp(at)} for entry in entries)]))


def test_what_is_dated_in_the_future_is_refused_unless_clocks_may_differ_so_much(ada):
    now = datetime.now(UTC)

    refused = problem(bring(ada, dated(now + timedelta(minutes=10))), 422, "export_unsound")

    last = len(exported().splitlines()) - 1
    assert (refused["context"]["check"], refused["context"]["seq"]) == ("times", last)
    assert not Game.objects.exists()
    assert bring(ada, dated(now + timedelta(minutes=1))).status_code == 201


@pytest.mark.parametrize(
    ("spoil", "check"),
    [
        ("no seed", "table"),
        ("an hour back", "table"),
        ("a time-out before its time", "absences"),
        ("a time-out without a clock", "makers"),
        ("a third card, and no end", "seed"),
        ("decided late", "absences"),
    ],
)
def test_what_was_forged_by_somebody_who_knows_the_seed_is_refused(ada, spoil, check):
    log = recorded("clock")
    SPOILS[spoil](log)

    refused = problem(bring(ada, export_of(remade(log)).encode()), 422, "export_unsound")

    assert refused["context"]["check"] == check
    assert bring(ada, export_of(remade(recorded("clock"))).encode()).status_code == 201


def test_imports_are_listed_by_when_they_came_and_not_by_what_they_say(ada):
    long_ago = bring(ada, dated(datetime(2001, 1, 1, tzinfo=UTC))).json()
    today = bring(ada, exported()).json()
    older = bring(ada, dated(datetime(2002, 2, 2, tzinfo=UTC))).json()

    listed = [entry["id"] for entry in ada.seen("/games?status=archived")["items"]]

    assert listed == [older["id"], today["id"], long_ago["id"]]
    assert long_ago["origin"]["created_at"] == "2001-01-01T00:00:00.000000Z"
    assert long_ago["created_at"] > timestamp(datetime.now(UTC) - timedelta(hours=1))


def test_a_player_imports_so_many_games_in_a_day_and_no_more(ada, bob, settings):
    settings.IMPORTS_PER_DAY = 2
    for year in (2001, 2002):
        assert bring(ada, dated(datetime(year, 1, 1, tzinfo=UTC))).status_code == 201

    refused = bring(ada, exported())

    assert problem(refused, 429, "too_many_imports")["context"] == {"most": 2, "current": 2, "hours": 24}
    assert 86_000 < int(refused["Retry-After"]) <= 86_400
    assert bring(ada, dated(datetime(2002, 1, 1, tzinfo=UTC))).status_code == 200
    assert bring(bob, exported()).status_code == 201
    Import.objects.update(at=datetime.now(UTC) - timedelta(days=2))
    assert bring(ada, exported()).status_code == 201


def test_a_refusal_names_the_entry_in_its_sentence(ada):
    refused = problem(bring(ada, changed(1, visibility="secret")), 422, "export_unsound")

    assert "table, at seq 1: " in refused["detail"]


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


def test_a_game_that_was_played_here_stays_beside_its_import(ada):
    game = played_out("london", 2)
    body = b"".join(export_lines(game))

    assert bring(ada, body).json()["origin"]["game"] == str(game.pk)
    assert Game.objects.get(pk=game.pk).status == "finished"


def test_imports_are_in_the_public_log_under_their_own_ids_and_not_under_that_of_the_game_they_claim(
    api, ada, bob
):
    game = played_out("london", 2)
    game_project(game.id)
    header, *entries = (json.loads(line) for line in export_lines(game))
    forged = rechained([header, *({**entry, "at": entries[-1]["at"]} for entry in entries)])
    copies = [bring(ada, b"".join(export_lines(game))).json(), bring(bob, written(forged)).json()]
    log_extend()

    assert kinds_in_log(ada, str(game.id)) == ["game_opened", "game_head"]
    for copy in copies:
        assert kinds_in_log(ada, copy["id"]) == ["game_imported"]
        receipt, lines = ada.seen(f"/games/{copy['id']}/receipt"), ada.get(f"/games/{copy['id']}/export")
        report = verify(
            b"".join(lines).decode().splitlines(), receipt, api.get("/.well-known/signalbox-key").json()
        )
        assert {check.name: check.result for check in report}["inclusion"] == "passed"


def kinds_in_log(caller: Caller, game: str) -> list[str]:
    """The kinds of its entries, as its report and the list of proofs show them, all under its name."""
    items = caller.seen(f"/games/{game}/proofs")["items"]
    assert caller.seen(f"/games/{game}/report")["proofs"] == items
    assert {json.loads(one["entry"])["game"] for one in items} == {blinded(game)}
    return [one["kind"] for one in items]


def test_a_running_game_is_no_archive(ada):
    game, _ = started()
    play_on(game.id, actions=3)
    body = b"".join(export_lines(Game.objects.get(pk=game.pk)))

    assert problem(bring(ada, body), 422, "export_unsound")["context"]["check"] == "seed"


@pytest.mark.parametrize(
    ("body", "check"),
    [
        (lambda: changed(5, rehashed=False, seats=3), "chain"),
        (lambda: changed(1, visibility="secret"), "table"),
        (lambda: changed(1, rematch_of="a\u0000b"), "values"),
        (lambda: changed(1, note="free text"), "table"),
        (lambda: changed(1, clock={"per_action": -1}), "table"),
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
        (2, {"public": []}, "table"),
        (2, {"public": {"seat": -1}}, "table"),
        (2, {"public": {"seat": 10**15}}, "table"),
        (2, {"public": {"seat": 0, "client_seed": "a\u0000b", "player": "person"}}, "table"),
        (2, {"type": ["seat_taken"]}, "table"),
    ],
    ids=str,
)
def test_an_entry_that_no_table_writes_is_refused_though_its_chain_fits(ada, seq, members, check):
    found = problem(bring(ada, with_members(seq, members)), 422, "export_unsound")["context"]

    assert found["check"] == check
    assert found.get("seq") in (seq, None)
    assert not Event.objects.exists()


def test_a_seal_with_something_else_in_it_is_refused(ada):
    lines = [json.loads(line) for line in exported().splitlines()]
    seq = next(place for place, line in enumerate(lines) if "to" in line.get("sealed", ()))
    sealed = {**lines[seq]["sealed"], "note": "free text"}

    found = problem(bring(ada, with_members(seq, {"sealed": sealed})), 422, "export_unsound")["context"]

    assert (found["check"], found["seq"]) == ("table", seq)


@pytest.mark.parametrize(
    "clock", [{"strikes": 3}, {"per_action": "soon"}, {"bank": 60, "per_action": 60}, {"bank": 60, "x": "y"}]
)
def test_a_clock_that_no_table_has_is_refused(ada, clock):
    found = problem(bring(ada, changed(1, clock=clock)), 422, "export_unsound")["context"]

    assert (found["check"], found["seq"]) == ("table", 1)


def test_an_import_is_listed_with_its_result_and_its_time_here(ada):
    archived = bring(ada, changed(1, clock={"per_action": 60, "strikes": 3})).json()

    entry = ada.seen("/games?status=archived")["items"][0]
    assert (entry["id"], entry["source"], entry["speed"]) == (archived["id"], "import", "live")
    assert len(entry["scores"]) == 2
    assert entry["created_at"] == archived["created_at"]
    assert "finished_at" not in entry


def test_values_nested_too_deep_to_be_looked_through_are_refused(ada):
    lines = exported().splitlines()
    deep = json.loads(lines[1])
    deep["public"]["options"] = nested(700)
    body = b"\n".join([lines[0], json.dumps(deep).encode(), *lines[2:]])

    problem(bring(ada, body), 422, "export_unreadable")


def test_a_private_game_that_somebody_else_brought_is_not_told_of(ada, bob):
    body = changed(1, visibility="private")
    first = bring(ada, body).json()

    assert bring(bob, body).status_code == 201
    problem(bob.get(f"/games/{first['id']}"), 404, "not_found")
    assert bring(ada, body).status_code == 200


def test_a_shuffle_of_more_cards_than_can_be_shuffled_is_refused(ada):
    """Its audit would not end: no number of the stream is fair for so many."""
    seq = next(
        place for place, line in enumerate(exported().splitlines()) if b'"type":"first_seat_drawn"' in line
    )

    found = problem(bring(ada, changed(seq, order=["0"] * 65_537)), 422, "export_unsound")
    assert "65536 is the most" in found["detail"]


def test_more_lines_than_any_game_has_are_refused_unread(ada):
    problem(bring(ada, b"{}\n" * 30_000), 422, "export_unreadable")
    wrong = b'\xff{"a":1,"a":1}\n'  # neither is found, for no line is read
    assert "lines" in problem(bring(ada, wrong * 30_000), 422, "export_unreadable")["detail"]


def test_a_shuffle_of_more_cards_than_chance_has_words_is_refused(ada):
    """It used to be repeated for ever."""
    lines = [json.loads(line) for line in exported().splitlines()]
    entry = next(line for line in lines if line.get("type") == "pile_shuffled")
    entry["private"]["order"] = [""] * 65_537

    refused = problem(bring(ada, written(lines)), 422, "export_unsound")

    assert refused["context"]["check"] == "seals"
    assert {"shuffles"} <= {
        check.name for check in verify(map(json.dumps, lines)) if check.result == "failed"
    }


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

    entries = store.entries_of(UUID(game))
    assert [entry["hash"] for entry in entries] == [
        json.loads(line)["hash"] for line in exported().splitlines()[1:]
    ]


def test_a_game_of_signed_moves_is_checked_and_keeps_its_signatures(ada):
    """Those in the envelope, those under a seal, and the keys."""
    text = export_of(remade(recorded("signed")))
    made = bring(ada, text.encode())

    assert made.status_code == 201
    found = ada.api.get(f"/api/v1/games/{made.json()['id']}/export").content.decode().splitlines()[1:]
    assert [json.loads(line) for line in found] == [json.loads(line) for line in text.splitlines()[1:]]


def test_a_game_whose_signatures_do_not_hold_is_refused(ada):
    log = recorded("signed")
    next(entry for entry in log if entry["type"] == "seat_resigned").pop("signature")

    found = problem(bring(ada, export_of(remade(log)).encode()), 422, "export_unsound")["context"]
    assert found["check"] == "signatures"
