"""GET /me/games: one's own games, the most urgent first."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Game
from tests.support.callers import chosen, dealt, drawing, opened, problem, wrong_fields

pytestmark = pytest.mark.django_db


def listed(caller, query="") -> list[str]:
    return [f"/games/{game['id']}" for game in caller.seen(f"/me/games{query}")["items"]]


def due(path, **span) -> None:
    Game.objects.filter(pk=path.id).update(deadline=timezone.now() + timedelta(**span))


def test_the_games_that_wait_for_me_come_first_then_the_nearest_deadline_then_the_newest(ada, bob):
    waits = chosen(ada, bob)
    later, soon = chosen(bob, ada), chosen(bob, ada)
    fresh = opened(ada)
    due(later, hours=2)
    due(soon, hours=1)

    assert listed(ada) == [waits, soon, later, fresh]
    assert [game["my_turn"] for game in ada.seen("/me/games")["items"]] == [True, False, False, False]
    assert listed(ada, "?turn=mine") == [waits]
    assert listed(bob, "?turn=mine") == [soon, later]


def test_while_all_decide_it_is_everybodys_turn_until_they_have(ada, bob):
    path = dealt(ada, bob)
    assert listed(ada, "?turn=mine") == listed(bob, "?turn=mine") == [path]

    ada.done(f"{path}/actions", ada.seen(f"{path}/actions")["items"][0])
    assert listed(ada, "?turn=mine") == []
    assert listed(bob, "?turn=mine") == [path]


def test_a_turn_moves_a_game_from_one_list_to_the_other(ada, bob):
    path = chosen(ada, bob)
    drawing(ada, path)
    drawing(ada, path)

    assert (listed(ada, "?turn=mine"), listed(bob, "?turn=mine")) == ([], [path])


def test_a_game_whose_seat_is_handed_over_waits_for_me_no_more(ada, bob):
    path = chosen(ada, bob)
    ada.done(f"{path}/resign")

    assert listed(ada) == [path]
    assert listed(ada, "?turn=mine") == []


def test_games_of_others_and_games_that_are_over_are_not_mine(ada, bob, cleo):
    private = opened(ada, visibility="private")
    closed = opened(ada)
    ada.delete(f"{closed}/seats/me")
    chosen(bob, cleo)

    assert listed(ada) == [private]


def test_they_are_for_whoever_brings_a_token(api, ada):
    problem(api.get("/api/v1/me/games"), 401, "unauthenticated")
    assert wrong_fields(ada.get("/me/games?turn=yours")) == {"turn": "invalid_choice"}
    assert wrong_fields(ada.get("/me/games?page=2")) == {"page": "unknown"}
