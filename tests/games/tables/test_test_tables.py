"""Test tables: a client chooses the deal, the position, the bots' moves and the time, and nothing counts."""

from __future__ import annotations

import json
import shutil
import subprocess
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone

from games.audits.nightly import game_verify
from games.log import store
from games.log.models import Event, Game
from games.moves.settlement import game_settle
from games.moves.sweep import games_sweep
from games.projector import game_project
from games.ratings.models import Rating, Result
from games.tables.table_bodies import NEW_TABLE
from proof.chain import link
from proof.verify import verify
from rules.table.fold import NOTHING_BEFORE
from tests.support.callers import Caller, Table, problem, wrong_fields
from tests.support.checkout import CHECKOUT
from tests.support.tables import bots_play

pytestmark = pytest.mark.django_db

SEED = "00" * 32
PROGRAM = CHECKOUT / "clients" / "javascript" / "src" / "verify.mjs"
NODE = shutil.which("node")
DRAW = {"type": "draw_card", "pile": "transport"}


def body(**test: Any) -> dict[str, Any]:
    """Two seats of London, the second one a bot's, dealt from the seed; seat 0 begins."""
    more: dict[str, Any] = {
        name: test.pop(name) for name in ("options", "clock", "bots", "seats", "sit") if name in test
    }
    return {
        "ruleset": "london",
        "seats": 2,
        "bots": ["random"],
        "options": {"first": "0", **more.pop("options", {})},
        **more,
        "test": {"seed": SEED, "actions": [], **test},
    }


def by(seat: int, *actions: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"seat": seat, "action": action} for action in actions]


def kept(ticket: str) -> dict[str, Any]:
    return {"type": "keep_tickets", "tickets": [ticket]}


CHOSEN = [*by(0, kept("t14")), *by(1, kept("t19"))]  # both have chosen their starting tickets of this deal


def path_of(answer: Any) -> Table:
    return Table(f"/games/{answer['id']}")


def mine(answer: Any) -> Any:
    return answer["view"]["seats"][0]


def offered(player: Caller, path: str) -> Any:
    return player.seen(f"{path}/actions")["items"]


def facts(path: Table) -> list[Any]:
    """Every event of the log but for what names the game, its players or the time."""
    named = ("game", "at", "prev", "hash")
    entries = store.entries_of(path.id)
    for entry in entries:
        entry["public"].pop("account", None)
    return [[value for name, value in entry.items() if name not in named] for entry in entries]


# -- the deal ----------------------------------------------------------------------------------


def test_a_client_can_assert_on_its_cards(ada):
    dealt = ada.done("/games", body())

    assert (dealt["status"], dealt["test"], dealt["visibility"]) == ("playing", True, "private")
    assert mine(dealt)["hand"] == ["green", "pink"]
    assert dealt["view"]["market"] == ["orange", "yellow", "black", "yellow", "pink"]


def test_equal_seeds_options_and_actions_give_equal_games_bots_included(ada, bob):
    games = []
    for player in (ada, bob):
        path = path_of(player.done("/games", body()))
        for _ in range(6):
            player.done(f"{path}/actions", offered(player, path)[-1])
            bots_play(path.id)
        games.append(facts(path))

    assert games[0] == games[1]
    assert len(games[0]) > 30


def test_another_seed_is_another_deal(ada):
    markets = {tuple(ada.done("/games", one)["view"]["market"]) for one in (body(), body(seed="11" * 32))}

    assert len(markets) == 2


def test_without_a_seed_the_deal_is_random_and_without_actions_the_table_waits(ada):
    wished = body()
    del wished["test"]["seed"]
    one, other = ada.done("/games", wished), ada.done("/games", wished)
    waiting = ada.done("/games", {**wished, "test": {}})

    assert one["commitment"] != other["commitment"]
    assert (waiting["status"], waiting["test"]) == ("open", True)


def test_the_seed_is_not_shown_before_the_end(ada):
    path = path_of(ada.done("/games", body()))

    export = ada.get(f"{path}/export").content

    assert "seed" not in ada.seen(path)
    assert not any(event["type"] == "seed_revealed" for event in ada.seen(f"{path}/events")["items"])
    assert f'"seed":"{SEED}"'.encode() not in export


def test_what_other_seats_hold_is_as_hidden_as_ever(ada):
    path = path_of(ada.done("/games", body()))

    assert "hand" not in ada.seen(path)["view"]["seats"][1]
    sealed = [event for event in ada.seen(f"{path}/events")["items"] if event.get("sealed")]
    assert {event["sealed"].get("to") for event in sealed if "private" in event} == {0}


# -- the position ------------------------------------------------------------------------------


def test_actions_lead_to_a_position_by_the_ordinary_way(ada):
    table = ada.done("/games", body(actions=[*CHOSEN, *by(0, DRAW)]))

    assert (table["view"]["phase"], table["view"]["moment"], table["view"]["drawn"]) == (
        "play",
        "second_card",
        1,
    )
    made = Event.objects.filter(game=table["id"], actor__isnull=False, type__contains="_").order_by("seq")
    assert [(row.actor, row.by) for row in made] == [
        (0, "person"),
        (0, "person"),
        (1, "bot"),
        (0, "person"),
    ]


def test_an_action_of_the_setup_may_be_any_that_can_be_posted(ada):
    based_on = {**DRAW, "expected_version": 7}
    table = ada.done("/games", body(actions=[*CHOSEN, *by(0, based_on)]))

    assert table["view"]["drawn"] == 1


def test_an_illegal_action_is_named_by_its_index_and_no_table_is_made(ada):
    before = Game.objects.count(), Event.objects.count()

    found = problem(ada.post("/games", body(actions=[*CHOSEN, *by(1, DRAW)])), 409, "test_action_refused")

    assert found["context"]["index"] == 2
    assert (found["context"]["code"], found["context"]["rule"]) == ("not_your_turn", "TURN-1")
    assert (Game.objects.count(), Event.objects.count()) == before


@pytest.mark.parametrize(
    ("test", "field"),
    [
        ({"actions": [{"seat": 0, "action": {"type": "jump"}}]}, "test.actions.0.action"),
        ({"actions": [{"seat": 0, "action": {**DRAW, "seat": 1}}]}, "test.actions.0.action"),
        ({"actions": by(0, {**DRAW, "expected_version": -1})}, "test.actions.0.action"),
        ({"actions": [{"action": DRAW}]}, "test.actions.0.seat"),
        ({"actions": [{"seat": 0, "action": "draw"}]}, "test.actions"),
        ({"actions": by(0, *[DRAW] * 501)}, "test.actions"),
        ({"seed": "00"}, "test.seed"),
        ({"seed": "AA" * 32}, "test.seed"),
        ({"scripts": [{"seat": 1, "actions": [{"type": "jump"}]}]}, "test.scripts.0.actions.0"),
        ({"scripts": [{"seat": 1, "actions": [DRAW]}] * 2}, "test.scripts"),
        ({"cheat": 1}, "test.cheat"),
    ],
)
def test_a_wrong_setup_is_refused_and_nothing_is_made(ada, test, field):
    assert field in next(iter(wrong_fields(ada.post("/games", body(**test)))))
    assert not Game.objects.exists()


@pytest.mark.parametrize(
    ("wish", "words"),
    [
        ({"test": {"seed": "00"}}, "test.seed: This must be 64 hexadecimal digits, 0-9 and a-f."),
        ({"test": {"seed": ""}}, "test.seed: This must be 64 hexadecimal digits, 0-9 and a-f."),
        ({"test": True}, "test: This must be an object, for example {}."),
    ],
)
def test_a_refused_value_is_answered_with_what_to_send(ada, wish, words):
    assert problem(ada.post("/games", {**body(), **wish}), 400, "invalid")["detail"] == words


def test_a_position_needs_every_seat_taken(ada):
    problem(ada.post("/games", body(bots=[])), 409, "seats_empty")

    assert not Game.objects.exists()


@pytest.mark.parametrize("visibility", ["public", "unlisted"])
def test_a_test_table_is_private_or_not_at_all(ada, visibility):
    assert "visibility" in wrong_fields(ada.post("/games", {**body(), "visibility": visibility}))


# -- scripted bots -----------------------------------------------------------------------------


def test_a_bot_follows_its_script_and_then_plays_as_itself(ada):
    script = [DRAW, {"type": "pass"}, DRAW]  # passing is not allowed, so that card is the bot's own choice
    table = ada.done(
        "/games",
        body(options={"first": "1"}, actions=CHOSEN, scripts=[{"seat": 1, "actions": script}]),
    )
    path = path_of(table)
    bots_play(path.id)

    deeds = Event.objects.filter(game=path.id, actor=1, seq__gt=table["version"]).order_by("seq")
    assert [row.by for row in deeds] == ["bot"] * len(deeds)
    assert deeds[0].type == "card_drawn"
    assert ada.seen(path)["to_act"] == [0]


def test_only_a_bot_follows_a_script(ada):
    for seat in (0, 5):
        wished = body(scripts=[{"seat": seat, "actions": [DRAW]}])
        problem(ada.post("/games", wished), 422, "no_bot_there")
    assert not Game.objects.exists()


# -- the end -----------------------------------------------------------------------------------


def over(ada: Caller, ruleset: str = "london") -> Table:
    """A whole game, short: the last round begins with the first route."""
    wished = body(bots=["greedy", "greedy"], sit=False, options={"end": "early"}, actions=[])
    path = path_of(ada.done("/games", {**wished, "ruleset": ruleset}))
    bots_play(path.id)
    game_settle(path.id)
    return path


@pytest.mark.parametrize("ruleset", ["london", "world"])
def test_a_game_that_ends_early_verifies_like_any_other(ada, ruleset):
    path = over(ada, ruleset)
    table = ada.seen(path)
    export = ada.get(f"{path}/export")
    lines = export.content.decode().splitlines()

    assert (table["status"], table["seed"], len(table["view"]["claims"]) < 8) == ("finished", SEED, True)
    assert {check.result for check in verify(lines)} == {"passed"}
    assert json.loads(lines[0])["purpose"] == "test"
    details = [check["detail"] for check in ada.seen(f"{path}/audit")["checks"]]
    assert any("a test table" in detail for detail in details)
    assert '[Purpose "test"]' in ada.get(f"{path}/record.txt").content.decode()
    call_command("rebuild", verbosity=0)
    assert ada.seen(path) == table


def without_mark(lines: list[str], mark: object) -> list[str]:
    """The same export with another purpose, or none, every hash made anew."""
    header, *entries = map(json.loads, lines)
    header.pop("purpose")
    public = entries[0]["public"]
    entries[0]["public"] = {**public, "purpose": mark} if mark else {**public}
    if not mark:
        del entries[0]["public"]["purpose"]
    before = NOTHING_BEFORE
    for entry in entries:
        entry["prev"] = before
        before = entry["hash"] = link(before, entry)
    return [json.dumps(line) for line in ({**header, "hash": before}, *entries)]


@pytest.mark.parametrize("mark", [None, "show"])
def test_a_test_game_cannot_be_passed_off_as_another_by_changing_its_mark(ada, mark):
    export = ada.get(f"{over(ada)}/export")
    lines = export.content.decode().splitlines()

    report = {check.name: check.result for check in verify(without_mark(lines, mark))}

    assert (report["chain"], report["shuffles"], report["actions"]) == ("passed", "failed", "failed")
    assert report["table"] == ("failed" if mark else "passed")


@pytest.mark.skipif(not NODE, reason="there is no node here to run the second verifier")
def test_the_second_verifier_accepts_a_test_game_and_names_it(ada, tmp_path):
    path = over(ada)
    export = tmp_path / "game.ndjson"
    export.write_bytes(ada.get(f"{path}/export").content)

    done = subprocess.run([str(NODE), str(PROGRAM), str(export)], capture_output=True, text=True, check=False)

    assert (done.returncode, "a test table" in done.stdout) == (0, True), done.stdout


def test_a_clock_is_moved_at_test_tables_only_says_the_auditor(ada):
    path = path_of(ada.done("/games", body()))
    ada.done(f"{path}/clock", {"advance": 1})
    lines = ada.get(f"{path}/export").content.decode().splitlines()

    assert {check.name: check.result for check in verify(lines)}["table"] == "passed"
    forged = verify(without_mark(lines, None))
    assert next(check for check in forged if check.name == "table").seq == len(lines) - 1


def test_the_server_proves_a_running_test_game_with_its_own_knowledge(ada):
    path = path_of(ada.done("/games", body(actions=[*CHOSEN, *by(0, DRAW)], clock={"per_action": 60})))
    ada.done(f"{path}/clock", {"advance": 60})
    bots_play(path.id)

    assert game_verify(path.id).failed == []


def test_only_test_tables_have_the_options_of_tests(ada):
    wished = body(options={"end": "early"})
    del wished["test"]

    assert wrong_fields(ada.post("/games", wished)) == {"options.end": "unknown_option"}


def test_it_leaves_no_trace_in_lists_ratings_and_results(ada, bob):
    path = over(ada)
    sat = path_of(ada.done("/games", body()))

    assert ada.seen("/games")["items"] == []
    assert ada.seen("/me/games")["items"] == []
    listed = ada.seen("/me/games?test=true")["items"]
    assert [(game["id"], game["test"]) for game in listed] == [(str(sat.id), True)]
    assert not Result.objects.exists()
    assert not Rating.objects.exists()
    problem(bob.get(path), 404, "not_found")


def test_it_cannot_be_imported_as_a_game(ada, bob, api):
    path = over(ada)
    text = ada.get(f"{path}/export").content

    answer = api.post("/api/v1/imports", data=text, content_type="application/x-ndjson", headers=bob.headers)

    problem(answer, 422, "test_table_refused")


def test_a_rematch_of_a_test_table_is_a_test_table(ada):
    path = path_of(ada.done("/games", body(options={"end": "early"}, actions=CHOSEN)))
    ada.done(f"{path}/resign")
    bots_play(path.id)
    game_settle(path.id)

    again = ada.done(f"{path}/rematch")

    assert (again["test"], again["options"]["end"]) == (True, "early")


def test_there_is_a_quota_of_its_own(ada, bob, settings):
    settings.TEST_TABLES_PER_DAY = 2
    for _ in range(2):
        ada.done("/games", body())

    problem(ada.post("/games", body()), 409, "too_many_test_tables")

    ada.done("/games", {"ruleset": "london", "seats": 2})
    bob.done("/games", body())
    Game.objects.filter(host=ada.player).update(created_at=timezone.now() - timedelta(days=1, seconds=1))
    ada.done("/games", body())


# -- the clock ---------------------------------------------------------------------------------


def shown(moment: str) -> datetime:
    return datetime.fromisoformat(moment)


def test_the_clock_stands_still_until_the_host_moves_it(ada, clock, sent):
    table = ada.done("/games", body(actions=CHOSEN, clock={"per_action": 60, "strikes": 2}))
    path = path_of(table)
    assert shown(table["deadline"]) - shown(table["now"]) == timedelta(seconds=60)
    clock.forward(days=9)
    sent.clear()
    games_sweep()
    assert ("time_out_game", str(path.id)) not in sent

    early = ada.done(f"{path}/clock", {"advance": 61})
    late = ada.done(f"{path}/clock", {"advance": 1})

    assert [event["type"] for event in early["events"]] == ["clock_advanced"]
    assert [event["type"] for event in late["events"]] == ["clock_advanced", "seat_timed_out"]
    assert shown(ada.seen(path)["now"]) - shown(table["now"]) == timedelta(seconds=62)


def test_the_last_strike_hands_the_seat_over(ada):
    path = path_of(ada.done("/games", body(clock={"per_action": 60, "strikes": 1})))

    types = [event["type"] for event in ada.done(f"{path}/clock", {"advance": 62})["events"]]

    assert types == ["clock_advanced", "seat_timed_out", "seat_handed_over"]
    assert ada.seen(path)["seats"][0]["stand_in"]


def test_a_bank_is_spent_by_the_clock_of_the_table_alone(ada):
    path = path_of(ada.done("/games", body(actions=CHOSEN, clock={"bank": 100, "increment": 5})))
    ada.done(f"{path}/clock", {"advance": 30})

    ada.done(f"{path}/actions", DRAW)

    assert ada.seen(path)["seats"][0]["bank"] == 80  # 105 after the set-up, 30 spent, 5 more


def test_a_warning_comes_when_the_clock_of_the_table_says_so(ada):
    path = path_of(ada.done("/games", body(actions=CHOSEN, clock={"per_action": 600})))
    game_project(path.id)
    assert ada.seen("/me/notices")["items"] == []

    ada.done(f"{path}/clock", {"advance": 550})
    game_project(path.id)

    assert [notice["kind"] for notice in ada.seen("/me/notices")["items"]] == ["deadline.near"]


def test_moving_the_clock_twice_with_one_key_moves_it_once(ada):
    path = path_of(ada.done("/games", body()))

    first = ada.done(f"{path}/clock", {"advance": 7}, idempotency_key="k")
    second = ada.done(f"{path}/clock", {"advance": 7}, idempotency_key="k")

    assert first == second


def test_the_clock_is_refused_where_it_cannot_move(ada, bob):
    path = path_of(ada.done("/games", body()))
    waiting = path_of(ada.done("/games", {**body(), "test": {}}))
    real = path_of(ada.done("/games", {"ruleset": "london", "seats": 2, "bots": ["random"]}))
    ada.done(f"{real}/start")

    problem(ada.post(f"{real}/clock", {"advance": 1}), 409, "not_a_test_table")
    problem(bob.post(f"{real}/clock", {"advance": 1}), 403, "not_host")
    problem(bob.post(f"{path}/clock", {"advance": 1}), 404, "not_found")
    problem(ada.post(f"{waiting}/clock", {"advance": 1}), 409, "not_playing")
    assert "advance" in wrong_fields(ada.post(f"{path}/clock", {"advance": 0}))
    for _ in range(40):
        ada.done(f"{path}/clock", {"advance": 90 * 86_400})
    problem(ada.post(f"{path}/clock", {"advance": 90 * 86_400}), 422, "clock_too_far")


def test_the_clock_is_moved_so_many_times_and_no_more(ada, monkeypatch):
    monkeypatch.setattr("rules.table.life.MAX_ADVANCES", 2)
    path = path_of(ada.done("/games", body()))
    for _ in range(2):
        ada.done(f"{path}/clock", {"advance": 1})

    refused = problem(ada.post(f"{path}/clock", {"advance": 1}), 422, "clock_too_far")

    assert refused["detail"] == "The clock of a test table can be moved 2 times."


# -- the documents -----------------------------------------------------------------------------


def test_the_example_of_the_reference_works(ada):
    example = next(one for one in NEW_TABLE if one.name == "A test table")

    table = ada.done("/games", example.value)
    path = path_of(table)
    bots_play(path.id)

    choices = [entry for entry in store.entries_of(path.id) if entry["type"] == "tickets_chosen"]
    (chosen,) = (entry["private"] for entry in choices if entry["actor"] == 1)
    assert chosen is not None
    assert chosen["tickets"] == example.value["test"]["scripts"][0]["actions"][0]["tickets"]
