"""The key with which a player signs moves: PUT, GET and DELETE /me/key."""

from __future__ import annotations

import pytest

from games.accounts.models import MoveKey
from games.log.models import Event
from games.me import keys
from games.me.deletion import player_delete
from games.me.keys import key_replace
from games.moves.act import game_resign
from games.tables.seats import key_follow
from tests.support.accounts import token_for
from tests.support.callers import Caller, chosen, opened, problem, wrong_fields
from tests.support.signing import Signer
from tests.support.tables import played_out

pytestmark = pytest.mark.django_db

MINE, OTHER = Signer(1), Signer(2)
WEAK = "A" * 43


def put(player: Caller, signer: Signer, *, required: bool = False):
    answer = player.put("/me/key", {"key": signer.key, "required": required})
    assert answer.status_code == 200
    return answer.json()


def keys_in(path) -> list[dict]:
    """As the log of the game has them."""
    changes = Event.objects.filter(game=path.id, type="key_changed").order_by("seq")
    return list(changes.values_list("public", flat=True))


def test_a_key_is_set_shown_replaced_and_ended(ada):
    problem(ada.get("/me/key"), 404, "not_found")
    made = put(ada, MINE)
    assert (made["key"], made["required"]) == (MINE.key, False)
    assert ada.seen("/me/key") == made

    put(ada, OTHER, required=True)
    assert ada.seen("/me/key")["key"] == OTHER.key
    for _ in range(2):
        assert ada.delete("/me/key").status_code == 204
    problem(ada.get("/me/key"), 404, "not_found")


def test_a_token_to_play_with_neither_sets_nor_ends_it(ada, api):
    """No app does, whatever it may: `test_lesser_tokens` asks for that."""
    put(ada, MINE)
    asked = {"content_type": "application/json", "headers": token_for(ada.player, "games:play")}
    problem(api.put("/api/v1/me/key", data={"key": OTHER.key}, **asked), 403, "missing_scope")
    problem(api.delete("/api/v1/me/key", **asked), 403, "missing_scope")

    assert ada.seen("/me/key")["key"] == MINE.key


@pytest.mark.parametrize(
    ("body", "fields"),
    [
        ({}, {"key": "required"}),
        ({"key": MINE.key[:-1]}, {"key": "invalid"}),
        ({"key": MINE.key + "="}, {"key": "invalid"}),
        ({"key": f"{MINE.key}\n"}, {"key": "invalid"}),
        ({"key": WEAK}, {"key": "invalid"}),
        ({"key": "Ag" + "A" * 41}, {"key": "invalid"}),
        ({"key": MINE.key, "required": "yes"}, {"required": "type"}),
    ],
)
def test_what_is_no_key_is_refused(ada, body, fields):
    assert wrong_fields(ada.put("/me/key", body)) == fields
    assert not MoveKey.objects.exists()


def test_running_games_learn_of_it_and_finished_ones_do_not(ada, bob):
    waiting, running, other = opened(ada), chosen(ada, bob), chosen(bob, ada)
    game_resign(other.id, 1)
    put(ada, MINE, required=True)

    told = {"key": MINE.key, "signing": "required"}
    assert (keys_in(waiting), keys_in(running)) == ([{"seat": 0, **told}], [{"seat": 0, **told}])
    assert keys_in(other) == [{"seat": 1, **told}]  # a player who is away may come back
    for path in (waiting, running, other):
        assert ada.seen(f"{path}/audit")["sound"]


def test_a_finished_game_is_left_alone(ada):
    game = played_out()
    player = game.seats.get(number=0).player
    assert player is not None
    key_replace(player, key=MINE.key, required=True)

    game.refresh_from_db()
    assert not Event.objects.filter(game=game, type="key_changed").exists()


def test_to_set_the_same_again_writes_nothing(ada, bob):
    path = chosen(ada, bob)
    for _ in range(2):
        put(ada, MINE)

    assert len(keys_in(path)) == 1


def test_what_broke_off_is_made_up_for_by_setting_it_again(ada, bob, monkeypatch):
    paths = [chosen(ada, bob) for _ in range(2)]
    told: list[object] = []

    def once(*args) -> None:
        if told:
            raise RuntimeError
        told.append(args)
        key_follow(*args)

    monkeypatch.setattr(keys, "key_follow", once)
    with pytest.raises(RuntimeError):
        key_replace(ada.player, key=MINE.key, required=True)
    assert sorted(len(keys_in(path)) for path in paths) == [0, 1]
    monkeypatch.undo()
    put(ada, MINE, required=True)

    assert [len(keys_in(path)) for path in paths] == [1, 1]


def test_it_ends_in_every_game_when_it_is_ended(ada, bob):
    path = chosen(ada, bob)
    put(ada, MINE)
    ada.delete("/me/key")

    assert keys_in(path)[1:] == [{"seat": 0}]
    assert ada.seen(f"{path}/audit")["sound"]


def test_whoever_takes_the_seat_later_has_not_the_key_of_the_one_before(ada, bob, cleo):
    put(bob, MINE, required=True)
    path = opened(ada, bob)
    assert bob.delete(f"{path}/seats/me").status_code == 200
    cleo.done(f"{path}/seats")
    ada.done(f"{path}/start")
    cleo.done(f"{path}/actions", cleo.seen(f"{path}/actions")["items"][0])

    assert ada.seen(f"{path}/audit")["sound"]


def test_with_the_account_it_is_deleted(ada):
    put(ada, MINE)
    player_delete(ada.player)

    assert not MoveKey.objects.exists()


def test_it_can_be_set_twenty_times_a_day_and_always_be_ended(ada):
    for _ in range(20):
        put(ada, MINE)
    problem(ada.put("/me/key", {"key": OTHER.key}), 429, "throttled")

    assert ada.delete("/me/key").status_code == 204
