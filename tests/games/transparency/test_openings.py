"""The commitment of a game is in a signed checkpoint of the public log before its cards are dealt."""

import json
from threading import Timer

import psycopg
import pytest

from games.audits.check import game_audit
from games.log import store
from games.log.models import Game
from games.log.viewer import AUDITOR
from games.transparency import openings
from games.transparency.models import Checkpoint, Leaf, PendingLeaf
from games.transparency.sequencer import LOCK, log_extend
from tests.support.callers import opened, problem
from tests.support.tables import own_connection, table_with_bots

pytestmark = pytest.mark.django_db


def pending():
    return [json.loads(bytes(one.entry)) for one in PendingLeaf.objects.order_by("id")]


def began(path):
    (entry,) = (one for one in store.entries_of(path.id) if one["type"] == "game_started")
    return entry["public"]


def test_a_table_is_opened_together_with_its_entry(ada):
    path = opened(ada)

    (entry,), first = pending(), ada.seen(f"{path}/events")["items"][0]
    assert entry["commitment"] == ada.seen(path)["commitment"]
    assert entry["at"] == first["at"]


def test_before_the_deal_a_signed_checkpoint_holds_the_opening(ada, bob):
    path = opened(ada, bob)
    assert not Leaf.objects.exists()

    started = ada.done(f"{path}/start")

    place, leaf = started["log"], Leaf.objects.get(game=path.id)
    assert place == began(path)["log"] == {"index": leaf.index, "size": leaf.index + 1}
    assert Checkpoint.objects.filter(size=place["size"]).exists()
    assert ada.seen(path)["log"] == place


def test_an_opening_that_is_in_the_log_already_is_named_under_the_newest_checkpoint(ada, bob):
    path = opened(ada, bob)
    log_extend()
    opened(bob)
    log_extend()

    assert ada.done(f"{path}/start")["log"] == {"index": 1, "size": 3}


def test_so_it_is_at_a_table_of_bots_alone():
    game = table_with_bots(2)

    assert began(game)["log"]["index"] == Leaf.objects.get(game=game.id).index


def test_a_test_table_has_no_entry_and_names_none(ada):
    table = ada.done("/games", {"ruleset": "london", "seats": 2, "bots": ["random"], "test": {}})
    started = ada.done(f"/games/{table['id']}/start")

    assert "log" not in started
    assert not PendingLeaf.objects.exists()


def test_if_the_log_cannot_be_extended_the_game_begins_and_says_so(ada, bob, monkeypatch, caplog):
    path = opened(ada, bob)
    monkeypatch.setattr(openings, "log_extend", lambda: 1 / 0)

    started = ada.done(f"{path}/start")

    assert (started["status"], "log" in started, began(path)) == ("playing", False, {})
    assert "could not be entered" in caplog.text
    (seed,) = (
        check
        for check in game_audit(Game.objects.get(pk=path.id), viewer=AUDITOR).checks
        if check.name == "seed"
    )
    assert "the public log did not have it before the deal" in seed.detail


def test_whoever_extends_the_log_meanwhile_is_waited_for(ada, bob):
    path = opened(ada, bob)
    with psycopg.connect(**own_connection()) as other:
        other.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])
        Timer(0.2, other.rollback).start()
        started = ada.done(f"{path}/start")

    assert started["log"]["index"] == 1


def test_but_not_for_long(ada, bob, monkeypatch, caplog):
    monkeypatch.setattr(openings, "MOST_SECONDS", 0.05)
    path = opened(ada, bob)
    with psycopg.connect(**own_connection()) as other:
        other.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])
        started = ada.done(f"{path}/start")

    assert (started["status"], began(path)) == ("playing", {})
    assert "begins before its opening" in caplog.text


def test_neither_strangers_nor_guests_make_work_for_the_log(ada, bob, cleo):
    path = opened(ada, bob)
    for caller in (bob, cleo):
        problem(caller.post(f"{path}/start"), 403, "not_host")

    assert not Leaf.objects.exists()
