"""The log: chained, sealed, append-only, and enough to know everything."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest
from django.db import DatabaseError, transaction

from games.accounts.models import Player
from games.audits.check import game_audit
from games.log import store
from games.log.models import Event, Game
from games.moves.act import game_resign
from games.moves.settlement import game_settle
from games.tables.lobby import TableWish, game_create, game_start, seat_take
from proof.audit import is_sound
from proof.chain import canonical, commit, link, salt_for
from rules import catalogue
from rules.chance import KeyedChance, commitment, game_key
from rules.table.fold import NOTHING_BEFORE, Folded, fold
from tests.support.roles import check_append_only, is_distributed
from tests.support.tables import bots_play, folded_now, people, play_on, played_out, started

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("name", [rules.name for rules in catalogue()])
def test_every_game_can_be_played_to_its_end_and_its_chain_holds(name):
    game = played_out(name, 3)

    assert game.status == "finished"
    before = NOTHING_BEFORE
    for seq, entry in enumerate(store.entries_of(game.id), start=1):
        assert entry["seq"] == seq
        assert entry["prev"] == before
        assert entry["hash"] == link(before, entry)
        before = entry["hash"]
    assert game.hash == before


def test_the_hash_is_what_the_documentation_says_it_is():
    game, _ = started()
    entry: dict[str, Any] = {**store.entries_of(game.id, limit=1)[0]}

    members = ("game", "seq", "type", "v", "actor", "by", "at", "public", "sealed")
    envelope = {name: entry[name] for name in members if entry[name] is not None}
    assert entry["hash"] == hashlib.sha256(b"0" * 64 + canonical(envelope)).hexdigest()


def test_seals_open_with_the_revealed_seed_and_shuffles_repeat():
    game = played_out("world", 2)
    entries: list[Any] = [*store.entries_of(game.id)]
    seed = bytes.fromhex(entries[-1]["public"]["seed"])
    assert entries[0]["public"]["commitment"] == commitment(seed)

    key = game_key(seed, str(game.id), ["", "5eed01"])
    chance = KeyedChance(key)
    sealed = [entry for entry in entries if entry["sealed"]]
    assert sealed
    for entry in sealed:
        assert entry["sealed"]["commit"] == commit(salt_for(key, entry["seq"]), entry["private"])
    for entry in entries:
        if entry["type"] == "pile_shuffled":
            label = f"{entry['public']['pile']}#{entry['public']['nth']}"
            order = tuple(entry["private"]["order"])
            assert chance.shuffle(label, order) == order


@pytest.mark.parametrize(
    "statement",
    ["UPDATE games_event SET actor = 9", "DELETE FROM games_event", "TRUNCATE games_event CASCADE"],
)
def test_the_database_refuses_to_change_the_log(statement):
    game, _ = started()

    check_append_only(statement, triggers=not is_distributed())

    assert Event.objects.filter(game=game).count() == game.version


def test_the_same_event_cannot_be_written_twice():
    game, _ = started()
    copy = Event.objects.get(game=game, seq=1)

    with pytest.raises(DatabaseError), transaction.atomic():
        Event.objects.bulk_create([copy])


def test_replaying_the_log_gives_the_state_the_players_see():
    game, _ = started("amsterdam", 3)
    live = play_on(game.id, actions=40)

    from_rows = fold(Folded(), store.rows_of(game.id))

    assert from_rows == live


def test_a_process_that_knows_an_old_state_reads_only_what_came_after():
    game, _ = started()
    store.states.clear()
    store.states.load(game.id, game.version)
    play_on(game.id, actions=5)
    newest = Game.objects.get(pk=game.id)
    mine = store.States(10)
    mine.keep(game.id, store.as_of(game.id, game.version))

    assert mine.load(game.id, newest.version).hash == newest.hash


def test_entries_that_were_read_anyway_are_folded_without_reading_them_again(django_assert_num_queries):
    game, _ = started()
    known = store.states.load(game.id, game.version)
    newest = play_on(game.id, actions=10)
    store.states.clear()
    store.states.keep(game.id, known)
    entries = store.entries_of(game.id, after=known.seq - 3)

    with django_assert_num_queries(0):
        store.states.learn(game.id, entries)
        assert store.states.load(game.id, newest.seq) == newest


def test_entries_behind_a_gap_are_not_folded():
    game, _ = started()
    store.states.clear()
    entries = store.entries_of(game.id, after=1)

    store.states.learn(game.id, entries)

    assert store.states.get(game.id) == Folded()


def test_memory_that_is_ahead_of_the_database_is_forgotten():
    """As when a database comes back from a crash, or from a copy, without its newest transactions."""
    game, _ = started()
    before = transaction.savepoint()
    ahead = play_on(game.id, actions=3)
    transaction.savepoint_rollback(before)
    store.states.keep(game.id, ahead)

    game_resign(game.id, 0)

    assert [row.seq for row in store.rows_of(game.id)] == list(range(1, Game.objects.get().version + 1))


def test_every_decision_says_for_ever_who_made_it():
    person, program = people(2)
    Player.objects.filter(pk=program.pk).update(is_bot=True)
    game = game_create(person, TableWish(ruleset="london", seats=3, bots=["random"])).game
    seat_take(game.id, Player.objects.get(pk=program.pk))
    game_start(game.id, person)
    while 0 in folded_now(game.id).people_to_act:
        play_on(game.id, actions=1)
    game_resign(game.id, 0)
    bots_play(game.id)
    while folded_now(game.id).people_to_act:
        play_on(game.id, actions=1)
        bots_play(game.id)

    made = set(Event.objects.filter(game=game, actor__isnull=False).values_list("actor", "by"))
    assert made == {(0, "person"), (0, "stand_in"), (1, "bot"), (2, "program")}
    assert not Event.objects.filter(game=game, actor=None, by__isnull=False).exists()
    game_settle(game.id)
    assert is_sound(game_audit(Game.objects.get(pk=game.pk)).checks)
