"""Idempotency-Key: a request that comes twice is carried out once and answered twice."""

from typing import Any

import pytest
from django.utils import timezone

from games import tasks
from games.log.models import Event, Game
from games.moves import idempotency
from games.moves.models import KeptAnswer, KeptOpening
from games.moves.settlement import game_settle
from tests.support.callers import chosen, dealt, drawing, opened, problem, wrong_fields
from tests.support.tables import play_on

pytestmark = pytest.mark.django_db

DRAW = {"type": "draw_card", "pile": "transport"}


def over(ada, bob) -> str:
    path = chosen(ada, bob)
    game = Game.objects.get()
    play_on(game.id, actions=5000)
    game_settle(game.id)
    return path


def nowhere(ada, bob) -> str:
    return ""


def of_mine(ada, bob) -> str:
    return opened(ada)


def of_bobs(ada, bob) -> str:
    return opened(bob)


def guest_of_bob(ada, bob) -> str:
    return opened(bob, ada)


def secret_guest_of_bob(ada, bob) -> str:
    return opened(bob, ada, visibility="private")


LONDON = {"ruleset": "london", "seats": 2}
REQUESTS: dict[str, tuple[Any, str, str, Any]] = {
    "create": (nowhere, "post", "/games", LONDON),
    "create-private": (nowhere, "post", "/games", {**LONDON, "visibility": "private"}),
    "take": (of_bobs, "post", "/seats", {"client_seed": "5eed"}),
    "bot": (of_mine, "post", "/seats", {"bot": "random"}),
    "leave": (guest_of_bob, "delete", "/seats/me", None),
    "leave-private": (secret_guest_of_bob, "delete", "/seats/me", None),
    "close": (of_mine, "delete", "/seats/me", None),
    "clear": (opened, "delete", "/seats/1", None),
    "start": (opened, "post", "/start", None),
    "choose": (dealt, "post", "/actions", None),
    "act": (chosen, "post", "/actions", DRAW),
    "resign": (chosen, "post", "/resign", None),
    "rematch": (over, "post", "/rematch", None),
}


@pytest.mark.parametrize("name", REQUESTS)
def test_the_same_request_gets_the_first_answer_again_and_changes_nothing(ada, bob, name):
    prepare, method, path, body = REQUESTS[name]
    path = prepare(ada, bob) + path
    if name == "choose":
        body = ada.seen(path)["items"][0]

    first = getattr(ada, method)(path, body, idempotency_key="key-1")
    rows = Event.objects.count(), Game.objects.count()
    again = getattr(ada, method)(path, body, idempotency_key="key-1")

    assert first.status_code in (200, 201), first.content
    assert (again.status_code, again.json()) == (first.status_code, first.json())
    for header in ("ETag", "Location"):
        assert again.headers.get(header) == first.headers.get(header)
    assert "Idempotency-Replayed" not in first.headers
    assert again["Idempotency-Replayed"] == "true"
    assert (Event.objects.count(), Game.objects.count()) == rows


@pytest.mark.parametrize("name", REQUESTS)
def test_the_same_key_for_anything_else_is_refused(ada, bob, name):
    prepare, method, path, body = REQUESTS[name]
    path = prepare(ada, bob) + path
    if name == "choose":
        body = ada.seen(path)["items"][0]
    if name in ("create", "create-private", "rematch"):
        ada.done("/games", {"ruleset": "berlin", "seats": 3}, idempotency_key="key-1")
    else:
        other = {"fingerprint": "0" * 64, "first_seq": 1, "last_seq": 1}  # of another request about this game
        KeptAnswer.objects.create(game=Game.objects.get(), player=ada.player, key="key-1", **other)
    rows = Event.objects.count()

    problem(getattr(ada, method)(path, body, idempotency_key="key-1"), 422, "key_reused")
    assert Event.objects.count() == rows


def test_the_answer_to_an_action_is_the_first_one_even_after_the_game_went_on(ada, bob):
    path = chosen(ada, bob)
    first = ada.post(f"{path}/actions", DRAW, idempotency_key="k")
    drawing(ada, path)
    drawing(bob, path)

    again = ada.post(f"{path}/actions", DRAW, idempotency_key="k")
    assert (again.json(), again["ETag"]) == (first.json(), first["ETag"])


def test_the_answer_to_an_action_is_the_first_one_even_after_the_end(ada, bob):
    path = chosen(ada, bob)
    first = ada.done(f"{path}/actions", DRAW, idempotency_key="k")
    game = Game.objects.get()
    play_on(game.id, actions=5000)
    game_settle(game.id)

    assert ada.done(f"{path}/actions", DRAW, idempotency_key="k") == first


def test_another_body_under_the_same_key_is_refused(ada, bob):
    path = chosen(ada, bob)
    ada.done(f"{path}/actions", DRAW, idempotency_key="k")
    version = ada.seen(path)["version"]

    problem(ada.post(f"{path}/actions", {"type": "draw_tickets"}, idempotency_key="k"), 422, "key_reused")
    assert ada.seen(path)["version"] == version


def test_a_body_written_otherwise_is_the_same_body(ada, bob):
    path = chosen(ada, bob)
    ada.done(f"{path}/actions", '{"type": "draw_card", "pile": "transport"}', idempotency_key="k")

    again = ada.post(f"{path}/actions", '{"pile":"transport",  "type":"draw_card"}', idempotency_key="k")
    assert again["Idempotency-Replayed"] == "true"


def test_the_key_of_another_player_is_another_key(ada, bob):
    path = chosen(ada, bob)

    for caller, key in ((ada, "one"), (ada, "two"), (bob, "one")):
        answer = caller.post(f"{path}/actions", DRAW, idempotency_key=key)
        assert answer.status_code == 201, answer.content
        assert "Idempotency-Replayed" not in answer.headers


def test_a_key_counts_for_one_game_and_apart_from_those_that_opened_tables(ada, bob):
    table = ada.done("/games", {**LONDON, "bots": ["random"]}, idempotency_key="k")
    one, two = f"/games/{table['id']}", opened(ada, bob)

    for path in (one, two):
        answer = ada.post(f"{path}/start", idempotency_key="k")
        assert answer.status_code == 200, answer.content
        assert "Idempotency-Replayed" not in answer.headers
        assert ada.post(f"{path}/start", idempotency_key="k").json() == answer.json()


def test_a_refused_request_leaves_its_key_free(ada, bob):
    path = chosen(ada, bob)
    problem(bob.post(f"{path}/actions", DRAW, idempotency_key="k"), 409, "not_your_turn")
    drawing(ada, path)
    drawing(ada, path)

    answer = bob.post(f"{path}/actions", DRAW, idempotency_key="k")
    assert answer.status_code == 201
    assert "Idempotency-Replayed" not in answer.headers


@pytest.mark.parametrize("key", ["", " ", "a b", "x" * 65, "é", "a\tb", "a,b"])
def test_what_is_no_key_is_named_and_nothing_is_done(ada, bob, key):
    path = chosen(ada, bob)
    before = Event.objects.count()

    answer = ada.post(f"{path}/actions", DRAW, idempotency_key=key)
    assert wrong_fields(answer) == {"Idempotency-Key": "invalid"}
    assert wrong_fields(ada.post(f"{path}/resign", idempotency_key=key)) == {"Idempotency-Key": "invalid"}
    assert Event.objects.count() == before


def test_without_a_key_the_same_request_is_carried_out_twice(ada, bob):
    path = chosen(ada, bob)

    assert drawing(ada, path).json()["version"] < drawing(ada, path).json()["version"]


def test_a_repeated_key_shows_a_guest_who_was_sent_away_nobody_who_came_after(ada, bob, cleo):
    path = opened(ada, seats=3, visibility="private")
    code = {"invite_code": ada.seen(path)["invite_code"]}
    bob.done(f"{path}/seats", code, idempotency_key="mine")
    ada.delete(f"{path}/seats/1")
    cleo.done(f"{path}/seats", code)

    again = bob.post(f"{path}/seats", code, idempotency_key="mine")

    assert (again.status_code, again["Idempotency-Replayed"]) == (201, "true")
    assert '"cleo"' not in again.content.decode()
    assert '"ada"' not in again.content.decode()  # quoted: hexadecimal digits may spell it
    assert [seat["taken"] for seat in again.json()["seats"]] == [True, True, False]
    problem(bob.get(path), 404, "not_found")


def test_a_repeated_key_of_who_left_a_private_table_shows_nobody_who_came_after(ada, bob, cleo):
    path = opened(ada, bob, seats=3, visibility="private")
    code = {"invite_code": ada.seen(path)["invite_code"]}
    first = bob.delete(f"{path}/seats/me", idempotency_key="bye")
    cleo.done(f"{path}/seats", code)
    ada.delete(f"{path}/seats/me")  # and cleo is the host

    again = bob.delete(f"{path}/seats/me", idempotency_key="bye")

    assert (again.status_code, again.json()) == (200, first.json())
    assert "cleo" not in again.content.decode()


def test_a_key_is_forgotten_after_its_time_and_others_are_not(ada, bob, settings, monkeypatch):
    monkeypatch.setattr(idempotency, "FORGOTTEN_AT_ONCE", 1)
    for key in ("old", "older", "new"):
        opened_with(ada, key)
    opened_with(bob, "old")
    now = timezone.now()
    aged = {"old": settings.IDEMPOTENCY_KEYS_KEPT, "older": settings.IDEMPOTENCY_KEYS_KEPT * 2}
    for key, age in aged.items():
        KeptOpening.objects.filter(player=ada.player, key=key).update(created_at=now - age)
    path = opened(ada, bob)
    ada.done(f"{path}/start", idempotency_key="old")
    KeptAnswer.objects.update(created_at=now - settings.IDEMPOTENCY_KEYS_KEPT)

    assert tasks.forget_old_rows() == 3
    assert tasks.forget_old_rows() == 0
    assert set(KeptOpening.objects.values_list("player__name", "key")) == {("ada", "new"), ("bob", "old")}
    assert not KeptAnswer.objects.exists()
    assert (opened_with(ada, "old"), opened_with(ada, "new")) == (False, True)


def opened_with(player, key: str) -> bool:
    """Whether the answer of an earlier request came again."""
    answer = player.post("/games", {"ruleset": "london", "seats": 2}, idempotency_key=key)
    assert answer.status_code == 201
    return "Idempotency-Replayed" in answer
