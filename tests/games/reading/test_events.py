"""GET /games/{id}/events: the log as the caller may read it."""

import json
from hashlib import sha256

import pytest

from games.log.models import Game
from games.moves.settlement import game_settle
from tests.support.callers import chosen, dealt, drawing, opened, problem, wrong_fields
from tests.support.tables import play_on

pytestmark = pytest.mark.django_db


def canonical(value) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def check_chain(events, before="0" * 64) -> None:
    """As a client would, from what the reference says."""
    members = ("game", "seq", "type", "v", "actor", "by", "at", "public", "sealed")
    for event in events:
        envelope = canonical({name: event[name] for name in members if name in event})
        assert event["prev"] == before
        assert event["hash"] == sha256(before.encode() + envelope).hexdigest()
        before = event["hash"]


def test_the_log_is_gapless_and_every_viewer_checks_the_same_chain(api, ada, bob, cleo):
    path = chosen(ada, bob)
    drawing(ada, path)

    logs = [caller.seen(f"{path}/events?limit=500") for caller in (ada, bob, cleo)]
    logs.append(api.get(f"/api/v1{path}/events?limit=500").json())
    for log in logs:
        assert [event["seq"] for event in log["items"]] == list(range(1, log["version"] + 1))
        check_chain(log["items"])
        assert log["next"] is None
        assert log["items"][-1]["hash"] == log["hash"] == ada.seen(path)["hash"]


def test_a_page_ends_at_its_limit_and_says_where_to_go_on(ada, bob):
    path = chosen(ada, bob)
    version = ada.seen(path)["version"]

    first = ada.seen(f"{path}/events?limit=3")
    assert ([event["seq"] for event in first["items"]], first["next"]) == ([1, 2, 3], "3")
    rest = ada.seen(f"{path}/events?cursor={first['next']}&limit=500")
    assert rest == ada.seen(f"{path}/events?after=3&limit=500")
    assert rest["items"][0]["prev"] == first["items"][-1]["hash"]
    assert (rest["items"][-1]["seq"], rest["next"]) == (version, None)


def test_after_the_newest_event_there_is_nothing_yet(ada):
    path = opened(ada)
    page = ada.seen(f"{path}/events?after={ada.seen(path)['version']}")

    assert (page["items"], page["next"]) == ([], None)


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("after=3", "after"),
        ("after=999999999", "after"),
        ("after=2&at=1", "after"),
        ("cursor=3", "cursor"),
        ("after=1&cursor=3", "cursor"),
    ],
)
def test_a_number_beyond_the_end_is_refused_and_not_waited_for(ada, query, name):
    assert wrong_fields(ada.get(f"{opened(ada)}/events?wait=30&{query}")) == {name: "beyond"}


@pytest.mark.parametrize(
    ("query", "fields"),
    [
        ("after=-1", {"after": "min_value"}),
        ("after=x", {"after": "invalid"}),
        ("limit=0", {"limit": "min_value"}),
        ("limit=501", {"limit": "max_value"}),
        ("wait=-1", {"wait": "min_value"}),
        ("wait=31", {"wait": "max_value"}),
        ("wait=1.5", {"wait": "invalid"}),
        ("since=1", {"since": "unknown"}),
    ],
)
def test_a_wrong_parameter_is_named(ada, query, fields):
    assert wrong_fields(ada.get(f"{opened(ada)}/events?{query}")) == fields


# -- who may read what -------------------------------------------------------------------------


def test_what_is_sealed_is_opened_with_its_salt_to_whom_it_concerns_alone(ada, bob, cleo):
    path = chosen(ada, bob)
    drawing(ada, path)

    for caller, seat in ((ada, 0), (bob, 1), (cleo, None)):
        events = caller.seen(f"{path}/events?limit=500")["items"]
        sealed = [event for event in events if "sealed" in event]
        assert {event["sealed"].get("to") for event in sealed} == {0, 1, None}
        for event in sealed:
            mine = seat is not None and event["sealed"].get("to") == seat
            assert ("private" in event, "salt" in event) == (mine, mine)
            if mine:
                check_seal(event)
        assert not any("salt" in event for event in events if "sealed" not in event)


def check_seal(event) -> None:
    found = sha256(bytes.fromhex(event["salt"]) + canonical(event["private"])).hexdigest()
    assert found == event["sealed"]["commit"]


def test_in_the_set_up_not_even_the_number_of_tickets_kept_is_told(ada, bob):
    sizes = []
    for count in (2, 3):
        path = dealt(ada, bob, ruleset="berlin")
        version = ada.seen(path)["version"]
        offer = ada.seen(path)["view"]["seats"][0]["offer"]
        ada.done(f"{path}/actions", {"type": "keep_tickets", "tickets": offer[:count]})
        (event,) = bob.seen(f"{path}/events?after={version}")["items"]
        assert (event["type"], event["public"]) == ("tickets_chosen", {"seat": 0})
        sizes.append(len(json.dumps(event)))
    assert sizes[0] == sizes[1]


def test_after_the_end_every_seal_is_open_to_all_and_the_seed_is_told(ada, bob, cleo):
    path = chosen(ada, bob)
    game = Game.objects.get()
    play_on(game.id, actions=5000)
    assert not any("private" in e for e in cleo.seen(f"{path}/events?limit=500")["items"])
    game_settle(game.id)

    events = cleo.seen(f"{path}/events?limit=500")["items"]
    for event in events:
        if "sealed" in event:
            check_seal(event)
    assert events[-1]["type"] == "seed_revealed"
    seed = bytes.fromhex(events[-1]["public"]["seed"])
    assert sha256(seed).hexdigest() == cleo.seen(path)["commitment"]


def test_the_key_of_a_request_is_not_in_the_log_which_nobody_can_erase(ada, bob):
    path = chosen(ada, bob)
    ada.done(f"{path}/actions", {"type": "draw_card", "pile": "transport"}, idempotency_key="ada-lovelace")

    assert b"ada-lovelace" not in b"".join(bob.get(f"{path}/export"))


# -- waiting -----------------------------------------------------------------------------------


def test_the_web_server_holds_no_thread_for_a_client_that_waits(ada):
    """The streams process does the waiting (`test_long_polls`)."""
    address = f"{opened(ada)}/events?after=2&wait=30"

    answer = ada.get(address)
    assert answer.json()["items"] == []
    assert "Link" not in answer  # under one origin there is nowhere else to ask


def test_the_web_server_says_where_a_client_can_wait(ada, settings):
    settings.STREAMS_URL = "https://streams.example.org"
    address = f"{opened(ada)}/events?after=2&wait=30"

    answer = ada.get(address)
    assert (answer.status_code, answer.json()["items"]) == (200, [])
    assert answer["Link"] == f'<https://streams.example.org/api/v1{address}>; rel="monitor"'
    assert "Link" not in ada.get(address.replace("after=2", "after=1"))  # this one has its answer


def test_a_stranger_cannot_wait_for_a_private_game(cleo, ada):
    problem(cleo.get(f"{opened(ada, visibility='private')}/events?wait=30"), 404, "not_found")
