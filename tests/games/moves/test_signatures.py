"""Moves that players sign with a key of their own."""

from __future__ import annotations

import json

import pytest

from games.log import writes
from games.log.models import Event, Game
from games.log.viewer import Viewer
from games.moves.settlement import game_settle
from games.reading.visible_log import export_lines
from proof.audit import Check
from proof.chain import commit
from proof.verify import verify
from tests.support.callers import Caller, Table, chosen, dealt, opened, problem, wrong_fields
from tests.support.signing import Signer
from tests.support.tables import bots_play

pytestmark = pytest.mark.django_db

DRAW = {"type": "draw_card", "pile": "transport"}
MINE, OTHER = Signer(1), Signer(2)


def has_key(player: Caller, signer: Signer = MINE, *, required: bool = False) -> None:
    assert player.put("/me/key", {"key": signer.key, "required": required}).status_code == 200


def told(path: Table, seat: int | None = None) -> Check:
    """What an auditor says of the signatures in the log, as this viewer may read it."""
    lines = b"".join(export_lines(Game.objects.get(pk=path.id), viewer=Viewer(seat=seat)))
    report = verify(lines.decode().split("\n"))
    assert all(check.result != "failed" for check in report if check.name != "signatures")
    return next(check for check in report if check.name == "signatures")


def first_choice(player: Caller, path: Table) -> dict:
    return player.seen(f"{path}/actions")["items"][0]


def version(path: Table) -> int:
    return Game.objects.get(pk=path.id).version


def test_a_signed_move_is_stored_with_its_signature_and_every_audit_checks_it(ada, bob):
    path = chosen(ada, bob)
    has_key(ada)
    body = MINE.signed(ada, path, DRAW)
    drawn = ada.done(f"{path}/actions", body)["events"][0]

    assert drawn["signature"] == body["signature"]
    assert bob.seen(f"{path}/events?after={drawn['seq'] - 1}")["items"][0]["signature"] == body["signature"]
    assert ada.seen(f"{path}/audit")["sound"]
    text = f"seat 0: 1 of 2 decisions signed, key {MINE.key} from entry {drawn['seq'] - 1}"
    assert told(path) == Check("signatures", "passed", text)


def test_only_the_first_event_of_an_action_is_signed(ada, bob):
    path = chosen(ada, bob)
    has_key(ada)
    for _ in range(2):
        events = ada.done(f"{path}/actions", MINE.signed(ada, path, DRAW))["events"]

    assert [("signature" in event) for event in events] == [True] + [False] * (len(events) - 1)
    assert len(events) > 1


def test_a_signature_on_a_hidden_choice_is_sealed_with_it(ada, bob):
    """Whoever knows the key could try which tickets it fits."""
    path = dealt(ada, bob)
    has_key(ada)
    body = MINE.signed(ada, path, first_choice(ada, path))
    mine = ada.done(f"{path}/actions", body)["events"][0]

    assert "signature" not in mine
    assert mine["private"]["signature"] == body["signature"]
    assert commit(bytes.fromhex(mine["salt"]), mine["private"]) == mine["sealed"]["commit"]
    for reader in (bob, None):
        page = f"{path}/events?limit=500"
        shown = json.dumps(reader.seen(page) if reader else ada.api.get(f"/api/v1{page}").json())
        assert body["signature"]["value"] not in shown
    (at_rest,) = Event.objects.filter(game=path.id, seq=mine["seq"]).values_list("private", flat=True)
    assert body["signature"]["value"].encode() not in bytes(at_rest or b"")
    assert told(path).detail.endswith("; 1 still sealed")
    assert "1 of 1 decisions signed" in told(path, seat=0).detail


def test_the_order_of_cards_and_tickets_does_not_matter(ada, bob):
    path = dealt(ada, bob)
    has_key(ada)
    tickets = ada.seen(path)["view"]["seats"][0]["offer"]
    action = {"type": "keep_tickets", "tickets": tickets[::-1]}

    ada.done(f"{path}/actions", MINE.signed(ada, path, action))

    assert told(path, seat=0).result == "passed"


def forgeries(ada: Caller, path: Table, other: Table) -> dict[str, tuple[dict, str]]:
    """What somebody else could make of what they have, and what is said of it."""
    head, game, mine = ada.seen(path)["hash"], str(path.id), {**DRAW, "seat": 0}
    old = ada.seen(f"{path}/events?limit=3")["items"][2]["hash"]
    last = Event.objects.filter(game=path.id, actor=0).latest("seq")
    unfit = "it does not fit the action and the key of your seat"
    foreign = ada.seen(other)["hash"]
    return {
        "another game": (MINE.sign(str(other.id), head, mine), unfit),
        "another seat": (MINE.sign(game, head, {**mine, "seat": 1}), unfit),
        "another action": (MINE.sign(game, head, {**mine, "pile": "tickets"}), unfit),
        "another key": (OTHER.sign(game, head, mine), unfit),
        "another entry than it says": ({**MINE.sign(game, head, mine), "after": last.hash}, unfit),
        "an entry of another game": (
            MINE.sign(game, foreign, mine),
            "it names an entry that is not in this log",
        ),
        "before the last decision": (
            MINE.sign(game, old, mine),
            "it was made before the last decision of your seat",
        ),
    }


@pytest.mark.parametrize(
    "kind",
    [
        *("another game", "another seat", "another action", "another key", "another entry than it says"),
        *("an entry of another game", "before the last decision"),
    ],
)
def test_a_signature_on_anything_else_is_refused_and_changes_nothing(ada, bob, kind):
    path, other = chosen(ada, bob), chosen(ada, bob)
    has_key(ada)
    signature, why = forgeries(ada, path, other)[kind]
    before = version(path)
    for query in ("", "?dry_run=true"):
        answer = ada.post(f"{path}/actions{query}", {**DRAW, "signature": signature})
        assert problem(answer, 409, "wrong_signature")["context"]["problem"] == why

    assert version(path) == before


def test_a_signature_holds_for_one_decision(ada, bob):
    path = chosen(ada, bob)
    has_key(ada)
    body = MINE.signed(ada, path, DRAW)
    ada.done(f"{path}/actions", body)

    problem(ada.post(f"{path}/actions", body), 409, "wrong_signature")


def test_what_others_do_meanwhile_does_not_spoil_a_signature(ada, bob):
    path = dealt(ada, bob)
    has_key(ada)
    body = MINE.signed(ada, path, first_choice(ada, path))
    bob.done(f"{path}/actions", first_choice(bob, path))

    ada.done(f"{path}/actions", body)

    assert told(path, seat=0).result == "passed"


def test_a_signed_move_that_is_overtaken_is_checked_again(ada, bob, monkeypatch):
    path = dealt(ada, bob)
    has_key(ada)
    mine, theirs = MINE.signed(ada, path, first_choice(ada, path)), first_choice(bob, path)
    original = writes.append_unless_changed

    def late(*args) -> bool:
        monkeypatch.setattr(writes, "append_unless_changed", original)
        bob.done(f"{path}/actions", theirs)
        return original(*args)

    monkeypatch.setattr(writes, "append_unless_changed", late)
    ada.done(f"{path}/actions", mine)

    assert "1 of 1 decisions signed" in told(path, seat=0).detail


def test_whoever_demands_signatures_is_not_moved_without_one(ada, bob):
    path = chosen(ada, bob)
    has_key(ada, required=True)
    before = version(path)
    for answer in (ada.post(f"{path}/actions", DRAW), ada.post(f"{path}/resign")):
        assert "PUT /me/key" in problem(answer, 409, "signature_required")["detail"]

    assert version(path) == before
    ada.done(f"{path}/actions", MINE.signed(ada, path, DRAW))
    assert told(path).result == "passed"


def test_a_dry_run_needs_no_signature_which_would_be_one_for_the_action_itself(ada, bob):
    path = chosen(ada, bob)
    has_key(ada, required=True)

    assert ada.post(f"{path}/actions?dry_run=true", DRAW).status_code == 200


def test_whoever_gives_the_demand_or_the_key_up_moves_as_before(ada, bob):
    path = chosen(ada, bob)
    has_key(ada, required=True)
    has_key(ada)
    ada.done(f"{path}/actions", DRAW)
    has_key(ada, required=True)
    ada.delete("/me/key")
    ada.done(f"{path}/actions", DRAW)

    problem(bob.post(f"{path}/actions", OTHER.signed(bob, path, DRAW)), 409, "wrong_signature")
    assert told(path).result == "passed"
    assert told(path).detail.endswith(f"no key from entry {told_at(path, 'key_changed')[-1]}")


def told_at(path: Table, kind: str) -> list[int]:
    return list(Event.objects.filter(game=path.id, type=kind).order_by("seq").values_list("seq", flat=True))


def test_a_resignation_can_be_signed(ada, bob):
    path = chosen(ada, bob)
    has_key(ada, required=True)
    body = {"signature": MINE.signed(ada, path, {"type": "resign"})["signature"]}
    events = ada.done(f"{path}/resign", body)["events"]

    assert events[0]["signature"] == body["signature"]
    assert "1 of 2 decisions signed" in told(path).detail


def test_what_a_stand_in_decides_needs_no_signature_and_is_labelled(ada, bob):
    path = chosen(ada, bob)
    has_key(ada, required=True)
    ada.done(f"{path}/resign", {"signature": MINE.signed(ada, path, {"type": "resign"})["signature"]})
    bots_play(path.id)

    assert None in Event.objects.filter(game=path.id, by="stand_in").values_list("signature", flat=True)
    assert told(path).result == "passed"


def test_a_replaced_key_signs_no_more_and_goes_on_proving_old_moves(ada, bob):
    path = chosen(ada, bob)
    has_key(ada)
    ada.done(f"{path}/actions", MINE.signed(ada, path, DRAW))
    has_key(ada, OTHER, required=True)

    problem(ada.post(f"{path}/actions", MINE.signed(ada, path, DRAW)), 409, "wrong_signature")
    ada.done(f"{path}/actions", OTHER.signed(ada, path, DRAW))
    one, two = told_at(path, "key_changed")
    keys = f"key {MINE.key} from entry {one}, key {OTHER.key} from entry {two}"
    assert told(path).detail == f"seat 0: 2 of 3 decisions signed, {keys}"


def test_whoever_sits_down_with_a_key_has_it_in_the_log_from_the_first_moment(ada, bob):
    has_key(ada, required=True)
    path = opened(ada, bob)

    events = ada.seen(f"{path}/events")["items"]
    assert [event["type"] for event in events] == ["game_created", "seat_taken", "key_changed", "seat_taken"]
    assert events[2]["public"] == {"seat": 0, "key": MINE.key, "signing": "required"}
    assert "actor" not in events[2]


def test_a_whole_game_of_signed_moves_holds(ada):
    has_key(ada, required=True)
    path = dealt(ada, seats=2, bots=["random"])
    while (seen := ada.seen(path))["status"] == "playing":
        if 0 in seen["to_act"]:
            ada.done(f"{path}/actions", MINE.signed(ada, path, first_choice(ada, path)))
        bots_play(path.id)
    game_settle(path.id)

    made = Event.objects.filter(game=path.id, actor=0, by="person").exclude(type="seat_taken").count()
    report = {check["name"]: check for check in ada.seen(f"{path}/audit")["checks"]}
    assert {name for name, check in report.items() if check["result"] != "passed"} <= {"log"}  # not in it yet
    assert f"seat 0: {made} of {made} decisions signed" in report["signatures"]["detail"]


@pytest.mark.parametrize(
    ("signature", "fields"),
    [
        ("text", {"signature": "type"}),
        ({}, {"signature.after": "required", "signature.value": "required"}),
        ({"after": "0" * 63, "value": "A" * 86}, {"signature.after": "invalid"}),
        ({"after": "0" * 64, "value": "A" * 85 + "B"}, {"signature.value": "invalid"}),
        ({"after": "0" * 64, "value": "A" * 86, "key": "x"}, {"signature.key": "unknown"}),
        (None, {"signature": "null"}),
    ],
)
def test_a_signature_of_another_form_is_refused_field_by_field(ada, bob, signature, fields):
    path = chosen(ada, bob)

    assert wrong_fields(ada.post(f"{path}/actions", {**DRAW, "signature": signature})) == fields
    assert wrong_fields(ada.post(f"{path}/resign", {"signature": signature})) == fields


def test_a_test_table_cannot_begin_with_moves_of_one_who_demands_signatures(ada):
    has_key(ada, required=True)
    test = {"actions": [{"seat": 0, "action": {"type": "keep_tickets", "tickets": ["t01"]}}]}
    body = {"ruleset": "london", "seats": 2, "bots": ["random"], "test": test}

    refused = problem(ada.post("/games", body), 409, "test_action_refused")
    assert refused["context"]["code"] == "signature_required"
