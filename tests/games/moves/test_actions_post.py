"""POST /games/{id}/actions: doing it."""

from functools import partial
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.log import writes
from games.log.models import Event
from tests.support.accounts import token_for
from tests.support.callers import chosen, dealt, drawing, opened, people_named, problem, wrong_fields
from tests.support.citus import plain_postgresql

pytestmark = pytest.mark.django_db

DRAW = {"type": "draw_card", "pile": "transport"}


def test_an_action_is_done_and_answered_with_what_followed(ada, bob):
    path = chosen(ada, bob)
    before = ada.seen(path)
    answer = ada.post(f"{path}/actions", DRAW)

    found = answer.json()
    assert answer.status_code == 201
    assert answer["ETag"] == f'"{found["hash"]}"'
    drawn = found["events"][0]
    assert (drawn["type"], drawn["actor"], drawn["prev"]) == ("card_drawn", 0, before["hash"])
    assert drawn["private"]["card"] in found["view"]["seats"][0]["hand"]
    assert found["version"] == before["version"] + len(found["events"])
    now = ada.seen(path)
    assert all(now[name] == found[name] for name in found.keys() - {"events"})
    assert "private" not in bob.seen(f"{path}/events?after={before['version']}")["items"][0]


@pytest.fixture
def meanwhile(monkeypatch):
    """Something happens after an action was decided and before it is written; then the next, and so on."""

    def set_up(*happens) -> None:
        original, left = writes.append_unless_changed, list(happens)

        def late(*args) -> bool:
            monkeypatch.setattr(writes, "append_unless_changed", original)
            if left:
                left.pop(0)()
                monkeypatch.setattr(writes, "append_unless_changed", late)
            return original(*args)

        monkeypatch.setattr(writes, "append_unless_changed", late)

    return set_up


def test_an_action_that_another_one_overtakes_is_decided_again(ada, bob, meanwhile):
    path = dealt(ada, bob)
    mine, theirs = (player.seen(f"{path}/actions")["items"][0] for player in (ada, bob))
    meanwhile(lambda: bob.done(f"{path}/actions", theirs))

    found = ada.done(f"{path}/actions", mine)

    seqs = list(Event.objects.filter(game=path.id).order_by("seq").values_list("seq", flat=True))
    assert seqs == list(range(1, found["version"] + 1))
    assert found["events"][0]["actor"] == 0
    assert ada.seen(f"{path}/audit")["sound"]


@plain_postgresql
@pytest.mark.parametrize("key", [None, "k"])
@pytest.mark.parametrize(("overtaken", "locks"), [(3, 0), (4, 1)])
def test_an_action_is_decided_again_three_times_and_then_under_the_lock(
    ada, bob, meanwhile, key, overtaken, locks
):
    others = [bob, *people_named("cleo", "dan", "eve")]
    path = dealt(ada, *others, ruleset="world")
    mine, *theirs = (player.seen(f"{path}/actions")["items"][0] for player in (ada, *others))
    moves = zip(others[:overtaken], theirs, strict=False)
    meanwhile(*(partial(player.done, f"{path}/actions", move) for player, move in moves))

    with CaptureQueriesContext(connection) as found:
        ada.done(f"{path}/actions", mine, idempotency_key=key)

    assert sum(one["sql"].endswith("FOR UPDATE") for one in found) == locks
    assert ada.seen(f"{path}/audit")["sound"]


def test_an_action_that_is_no_longer_possible_when_it_is_written_is_refused(ada, bob, meanwhile):
    path = chosen(ada, bob)
    drawing(ada, path)
    meanwhile(lambda: drawing(ada, path))

    problem(drawing(ada, path), 409, "not_your_turn")
    assert Event.objects.filter(game=path.id).count() == ada.seen(path)["version"]


@plain_postgresql
def test_an_action_that_its_own_repetition_overtakes_is_done_once(ada, bob, meanwhile):
    path = chosen(ada, bob)
    version = ada.seen(path)["version"]
    answers = []

    def post() -> None:
        answers.append(ada.done(f"{path}/actions", DRAW, idempotency_key="k"))

    meanwhile(post)
    post()

    assert answers[0] == answers[1]
    assert ada.seen(path)["version"] == version + len(answers[0]["events"])


@plain_postgresql
@pytest.mark.parametrize("key", [None, "k"])
def test_an_action_is_written_in_one_statement(ada, bob, key):
    path = chosen(ada, bob)
    with CaptureQueriesContext(connection) as found:
        ada.done(f"{path}/actions", DRAW, idempotency_key=key)

    statements = [one["sql"] for one in found]
    assert sum("INSERT INTO games_event" in one for one in statements) == 1
    assert not any(one.endswith("FOR UPDATE") for one in statements)
    assert sum("games_keptanswer" in one for one in statements) == (1 if key else 0)


@plain_postgresql
def test_a_repeated_action_is_answered_without_the_lock(ada, bob):
    path = chosen(ada, bob)
    first = ada.done(f"{path}/actions", DRAW, idempotency_key="k")  # it would be possible once more
    with CaptureQueriesContext(connection) as found:
        again = ada.done(f"{path}/actions", DRAW, idempotency_key="k")

    assert again == first
    assert not any(one["sql"].endswith("FOR UPDATE") for one in found)


def test_out_of_turn_is_refused_with_the_rule_and_whose_turn_it_is(ada, bob):
    path = chosen(ada, bob)
    version = ada.seen(path)["version"]

    found = problem(bob.post(f"{path}/actions", DRAW), 409, "not_your_turn")
    assert (found["rule"], found["context"]) == ("TURN-1", {"seat": 1, "to_act": [0]})
    assert ada.seen(path)["version"] == version


@pytest.mark.parametrize(
    ("action", "code", "rule"),
    [
        ({"type": "draw_card", "pile": "coal"}, "unknown_pile", "DRAW-1"),
        ({"type": "claim_route", "route": "nowhere", "cards": ["red"]}, "unknown_route", "CLAIM-1"),
        ({"type": "keep_tickets", "tickets": ["t1"]}, "not_now", "TURN-1"),
        ({"type": "pass"}, "must_not_pass", "TURN-2"),
        ({"type": "exchange_pieces", "give": "train", "count": 1}, "unknown_action", "TURN-1"),
    ],
)
def test_what_the_rules_forbid_is_refused_with_the_number_of_the_rule(ada, bob, action, code, rule):
    path = chosen(ada, bob)
    before = Event.objects.count()

    found = problem(ada.post(f"{path}/actions", action), 409, code)
    assert (found["rule"], found["links"]["rule"]) == (rule, f"/docs/rules/london#{rule}")
    assert Event.objects.count() == before


@pytest.mark.parametrize(
    ("body", "wrong"),
    [
        ({}, {"type": "required"}),
        ({"type": "fly"}, {"type": "invalid_choice"}),
        ({"type": 1}, {"type": "invalid_choice"}),
        ({"type": ["draw_card"]}, {"type": "invalid_choice"}),
        ([], {"": "type"}),
        ([DRAW], {"": "type"}),
        ("1", {"": "type"}),
        ({**DRAW, "speed": 1}, {"speed": "unknown"}),
        ({**DRAW, "a/b~c": 1}, {"a~1b~0c": "unknown"}),
        ({**DRAW, "seat": 0}, {"seat": "unknown"}),
        ({**DRAW, "seat": 1}, {"seat": "unknown"}),
        ({"type": "draw_card"}, {"pile": "required"}),
        ({"type": "draw_card", "pile": 1}, {"pile": "type"}),
        ({"type": "draw_card", "pile": None}, {"pile": "type"}),
        ({"type": "take_card", "card": "red", "refill": None}, {"refill": "type"}),
        ({"type": "claim_route", "route": "x", "cards": "red"}, {"cards": "type"}),
        ({"type": "claim_route", "route": "x", "cards": [1]}, {"cards": "type"}),
        ({"type": "claim_route", "route": "x", "cards": [["red"]]}, {"cards": "type"}),
        ({"type": "claim_route", "route": ["x"]}, {"route": "type", "cards": "required"}),
    ],
)
def test_a_body_that_is_not_an_action_is_refused_field_by_field(ada, bob, body, wrong):
    path = chosen(ada, bob)
    before = Event.objects.count()

    errors = problem(ada.post(f"{path}/actions", body), 400, "invalid")["context"]["errors"]
    assert {error["pointer"].removeprefix("/"): error["code"] for error in errors} == wrong
    assert Event.objects.count() == before


def test_what_is_no_json_is_refused(ada, bob):
    problem(ada.post(f"{chosen(ada, bob)}/actions", "{"), 400, "parse_error")


@pytest.mark.parametrize(
    ("body", "member"),
    [
        ('{"type": "draw_card", "source": "deck", "source": "display"}', "source"),
        ('{"type": "claim_route", "route": "x", "cards": {"red": 1, "red": 2}}', "red"),
    ],
)
def test_a_member_that_comes_twice_is_refused_by_name(ada, bob, body, member):
    path = chosen(ada, bob)
    before = Event.objects.count()

    refused = problem(ada.post(f"{path}/actions", body), 400, "parse_error")

    assert f'the member "{member}" occurs more than once' in refused["detail"]
    assert Event.objects.count() == before


def test_only_those_at_the_table_act(api, ada, bob, cleo):
    path = chosen(ada, bob)

    problem(cleo.post(f"{path}/actions", DRAW), 403, "not_seated")
    problem(cleo.post(f"/games/{uuid4()}/actions", DRAW), 404, "not_found")
    answer = api.post(f"/api/v1{path}/actions", DRAW, content_type="application/json")
    problem(answer, 401, "unauthenticated")
    ada.headers = token_for(ada.player, "games:read")
    problem(ada.post(f"{path}/actions", DRAW), 403, "missing_scope")


def test_a_private_game_of_others_is_not_there(ada, bob, cleo):
    problem(cleo.post(f"{chosen(ada, bob, visibility='private')}/actions", DRAW), 404, "not_found")


def test_before_the_start_nothing_can_be_done(ada):
    found = problem(ada.post(f"{opened(ada)}/actions", DRAW), 409, "not_playing")

    assert found["context"] == {"status": "open"}


# -- the table one decided on ------------------------------------------------------------------


def test_the_version_one_decided_on_is_good_as_long_as_nothing_has_happened(ada, bob):
    path = chosen(ada, bob)
    version = ada.seen(path)["version"]

    assert ada.post(f"{path}/actions", {**DRAW, "expected_version": version}).status_code == 201


@pytest.mark.parametrize("off", [-1, 1, 10**12])
def test_another_version_is_refused_with_where_the_table_stands_and_what_can_be_done(ada, bob, off):
    path = chosen(ada, bob)
    table = ada.seen(path)
    body = {**DRAW, "expected_version": table["version"] + off}

    context = problem(ada.post(f"{path}/actions", body), 409, "stale_version")["context"]
    assert (context["version"], context["hash"]) == (table["version"], table["hash"])
    assert context["actions"] == ada.seen(f"{path}/actions")["items"]
    assert ada.post(f"{path}/actions", context["actions"][0]).status_code == 201


def test_the_etag_one_decided_on_is_good_as_long_as_nothing_has_happened(ada, bob):
    path = chosen(ada, bob)
    tag = ada.get(path)["ETag"]

    assert ada.post(f"{path}/actions", DRAW, if_match=tag).status_code == 201
    found = problem(ada.post(f"{path}/actions", DRAW, if_match=tag), 409, "stale_version")
    assert found["context"]["hash"] == ada.seen(path)["hash"]
    problem(ada.post(f"{path}/actions", DRAW, if_match=f'"{"0" * 64}"'), 409, "stale_version")
    assert ada.post(f"{path}/actions", DRAW, if_match="*").status_code == 201


@pytest.mark.parametrize("mark", ["gzip", "zstd"])
def test_the_etag_of_a_compressed_answer_serves_as_well(ada, bob, mark):
    path = chosen(ada, bob)
    tag = f'{ada.get(path)["ETag"][:-1]}-{mark}"'

    assert ada.post(f"{path}/actions", DRAW, if_match=tag).status_code == 201
    problem(ada.post(f"{path}/actions", DRAW, if_match=tag), 409, "stale_version")


@pytest.mark.parametrize("tag", ["", "abc", '"abc"', "0" * 64, f'"{"0" * 64}", "x"', '"é"'])
def test_what_is_no_etag_of_a_game_is_named(ada, bob, tag):
    path = chosen(ada, bob)

    assert wrong_fields(ada.post(f"{path}/actions", DRAW, if_match=tag)) == {"If-Match": "invalid"}


@pytest.mark.parametrize("version", ["1", 1.0, True, None, -1, [1]])
def test_what_is_no_version_is_named(ada, bob, version):
    path = chosen(ada, bob)
    body = {**DRAW, "expected_version": version}

    assert wrong_fields(ada.post(f"{path}/actions", body)) == {"expected_version": "invalid"}


def test_the_choice_of_another_does_not_make_mine_stale(ada, bob, cleo):
    path = dealt(ada, bob, cleo)
    version, tag = ada.seen(path)["version"], ada.get(path)["ETag"]
    bodies = {caller: caller.seen(f"{path}/actions")["items"][0] for caller in (ada, bob, cleo)}

    assert ada.post(f"{path}/actions", {**bodies[ada], "expected_version": version}).status_code == 201
    assert bob.post(f"{path}/actions", bodies[bob], if_match=tag).status_code == 201
    assert cleo.post(f"{path}/actions", {**bodies[cleo], "expected_version": version}).status_code == 201
    assert ada.seen(path)["view"]["phase"] == "play"


def test_my_own_choice_does_make_it_stale(ada, bob, cleo):
    path = dealt(ada, bob, cleo)
    body = {**ada.seen(f"{path}/actions")["items"][0], "expected_version": ada.seen(path)["version"]}

    ada.done(f"{path}/actions", body)
    assert problem(ada.post(f"{path}/actions", body), 409, "stale_version")["context"]["actions"] == []


def test_once_all_have_chosen_the_table_has_moved_on(ada, bob):
    path = dealt(ada, bob, ruleset="world")
    version = bob.seen(path)["version"]
    for caller in (ada, bob):
        caller.done(f"{path}/actions", caller.seen(f"{path}/actions")["items"][0])

    body = {**ada.seen(f"{path}/actions")["items"][0], "expected_version": version}
    problem(ada.post(f"{path}/actions", body), 409, "stale_version")


def test_a_turn_goes_round(ada, bob):
    path = chosen(ada, bob)

    assert drawing(ada, path).json()["to_act"] == [0]
    assert drawing(ada, path).json()["to_act"] == [1]
    assert drawing(bob, path).status_code == 201
