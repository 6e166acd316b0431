"""The sealing key: what happens without it, and how it is changed under running games."""

from __future__ import annotations

import secrets
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games import tasks
from games.log import cipher, seeds, store
from games.log.cipher import key_id
from games.log.models import Game, Seed
from games.operations.probes import readiness
from games.tables.closure import table_close
from games.tables.lobby import TableWish, game_create
from games.work.models import Setback
from tests.support.callers import chosen, drawing, opened, problem
from tests.support.tables import bots_play, people, play_on, played_out, started, table_with_bots

pytestmark = pytest.mark.django_db


def forget() -> None:
    """As a process that has just started."""
    store.states.clear()
    seeds._cached.cache_clear()  # noqa: SLF001 (nothing else needs to forget)
    seeds._key.cache_clear()  # noqa: SLF001
    seeds.box_of.cache_clear()


@pytest.fixture
def lost(settings):
    """Loses the key under which everything so far was sealed."""

    def lose() -> bytes:
        old = settings.SEALING_KEY
        settings.SEALING_KEY = secrets.token_bytes(32)
        forget()
        return old

    return lose


def rotated() -> str:
    out = StringIO()
    call_command("rotate_sealing_key", stdout=out)
    return out.getvalue()


def keys_in_use() -> set[str]:
    return set(Seed.objects.values_list("sealed_with", flat=True))


def test_seeds_of_running_games_are_sealed_anew_and_the_old_key_can_go(settings, lost):
    running, _ = started()
    waiting = game_create(people(1)[0], TableWish(ruleset="london", seats=2)).game
    over = played_out()
    before = seeds.seed_of(running.id)
    settings.SEALING_KEYS_OLD = (lost(),)

    play_on(running.id, actions=3)  # the old key is still read
    assert "2 seeds sealed with the current key." in rotated()
    assert "0 seeds sealed" in rotated()

    settings.SEALING_KEYS_OLD = ()
    forget()
    assert keys_in_use() == {key_id(settings.SEALING_KEY), ""}
    assert Seed.objects.get(game=over).sealed_with == ""
    assert seeds.seed_of(running.id) == before
    assert len(seeds.seed_of(waiting.id)) == 32
    assert play_on(running.id, actions=3).state


def test_a_rotation_that_was_stopped_goes_on_where_it_stopped(settings, lost, monkeypatch):
    for _ in range(5):
        started()
    settings.SEALING_KEYS_OLD = (lost(),)
    monkeypatch.setattr("games.log.rotation.AT_ONCE", 2)
    done: list[Any] = []
    seal = cipher.seal_seed

    def die(*args: Any) -> Any:
        done.append(args)
        if len(done) == 4:
            raise KeyboardInterrupt
        return seal(*args)

    with monkeypatch.context() as patch:
        patch.setattr("games.log.rotation.seal_seed", die)
        with pytest.raises(KeyboardInterrupt):
            rotated()

    assert Seed.objects.filter(sealed_with=key_id(settings.SEALING_KEY)).count() == 3
    assert "2 seeds sealed" in rotated()


def test_a_game_that_ends_during_the_rotation_stays_open(settings, lost, monkeypatch):
    game, _ = started()
    settings.SEALING_KEYS_OLD = (lost(),)
    seal = cipher.seal_seed

    def just_before(*args: Any) -> Any:
        seeds.seed_unseal(game.id)
        return seal(*args)

    monkeypatch.setattr("games.log.rotation.seal_seed", just_before)
    rotated()

    assert keys_in_use() == {""}
    assert len(seeds.seed_of(game.id)) == 32


def test_seeds_whose_key_is_missing_are_named_and_the_others_are_sealed(settings, lost):
    started()
    first = lost()
    started()
    settings.SEALING_KEYS_OLD = (lost(),)

    with pytest.raises(CommandError, match=f"1 seeds cannot be read: 1 with the key {key_id(first)}"):
        rotated()

    assert keys_in_use() == {key_id(first), key_id(settings.SEALING_KEY)}


def test_without_its_key_a_game_answers_503_and_others_are_played(ada, bob, lost):
    path, waiting = chosen(ada, bob), opened(ada, bob)
    lost()

    for read in ("", "/actions", "/events", "/export", "/audit", "/record.txt", "/board.svg"):
        found = problem(ada.get(f"{path}{read}"), 503, "unavailable")
        assert "cannot be decrypted" in found["detail"], read
    answer = drawing(ada, path)
    problem(answer, 503, "unavailable")
    assert answer["Retry-After"] == "60"
    problem(ada.post(f"{waiting}/start"), 503, "unavailable")
    assert ada.seen(waiting)["status"] == "open"
    assert ada.seen("/me/games")["items"]
    other = chosen(ada, bob)
    assert drawing(ada, other).status_code == 201


def test_when_the_key_is_back_the_game_goes_on(ada, bob, settings, lost):
    path = chosen(ada, bob)
    old = lost()
    problem(drawing(ada, path), 503, "unavailable")

    settings.SEALING_KEYS_OLD = (old,)

    assert drawing(ada, path).status_code == 201


def test_a_table_whose_seed_cannot_be_read_can_still_be_closed(lost):
    game = game_create(people(1)[0], TableWish(ruleset="london", seats=2)).game
    lost()

    table_close(game.id)

    assert Game.objects.get(pk=game.pk).status == "closed"


def test_a_game_of_bots_without_its_key_is_parked_with_the_reason(sent, lost, settings):
    game = table_with_bots(2)
    name = key_id(lost())
    tasks.play_bots(str(game.id), game.version)

    because = Setback.objects.get(game=game).because
    assert because.startswith("SealingKeyMissing")
    assert name in because
    other = table_with_bots(2)
    bots_play(other.id)
    assert Game.objects.get(pk=other.pk).version > other.version


def test_a_server_with_a_wrong_key_is_not_ready(api, redis_url, lost):
    started()
    assert api.get("/readyz").status_code == 200
    lost()
    readiness.checked_at = float("-inf")

    answer = api.get("/readyz")

    assert answer.status_code == 503
    said = answer.json()["context"]["checks"]["sealing_key"]
    assert said == "The seeds of the games are sealed with another SEALING_KEY."


def test_one_lost_key_of_several_is_counted_but_does_not_stop_the_server(client, redis_url, lost):
    started()
    lost()
    started()

    assert client.get("/readyz").status_code == 200
    assert b"signalbox_unreadable_games 1.0" in client.get("/metrics").content
