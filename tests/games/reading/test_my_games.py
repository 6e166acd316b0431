"""GET /me/games: one's own games, the most urgent first."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.log.models import Game
from games.moves.settlement import game_settle
from tests.support.callers import Table, chosen, dealt, drawing, opened, problem, wrong_fields
from tests.support.tables import play_on

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


def finished(ada, bob, **wishes) -> Table:
    path = dealt(ada, bob, **wishes)
    play_on(path.id, actions=5000)
    game_settle(path.id)
    return path


def test_games_of_others_and_tables_one_has_left_are_not_mine(ada, bob, cleo):
    private = opened(ada, visibility="private")
    closed = opened(ada)
    ada.delete(f"{closed}/seats/me")
    chosen(bob, cleo)

    assert listed(ada) == [private]


def test_private_games_that_are_over_come_last_the_newest_first_with_their_result(ada, bob):
    first, second = finished(ada, bob, visibility="private"), finished(bob, ada)
    waits, fresh = chosen(ada, bob), opened(ada)

    assert listed(ada) == [waits, fresh, second, first]
    over, running = ada.seen("/me/games?status=finished")["items"][1], ada.seen("/me/games")["items"][0]
    game = ada.seen(first)
    assert (over["scores"], over["winners"]) == (
        [seat["score"] for seat in game["view"]["seats"]],
        game["view"]["winners"],
    )
    assert (over["finished_at"], over["visibility"], over["seat"]) == (game["finished_at"], "private", 0)
    assert not running.keys() & {"scores", "winners", "finished_at"}


def test_pages_lead_through_all_parts_of_the_list_in_order(ada, bob):
    for _ in range(2):
        chosen(ada, bob)
        chosen(bob, ada)
        finished(ada, bob)
    due(chosen(bob, ada), hours=1)
    whole = listed(ada)
    assert len(whole) == len(set(whole)) == 7

    for size in (1, 2, 3, 6, 7):
        page, found = ada.seen(f"/me/games?limit={size}"), []
        found += page["items"]
        while page["next"]:
            page = ada.seen(f"/me/games?limit={size}&cursor={page['next']}")
            assert 0 < len(page["items"]) <= size
            found += page["items"]
        assert [f"/games/{game['id']}" for game in found] == whole


def test_the_filters_can_be_combined(ada, bob, cleo):
    berlin, playing = opened(ada, bob, ruleset="berlin"), chosen(ada, cleo)
    bots, over = opened(ada, seats=3, bots=["greedy"]), finished(ada, bob)

    assert set(listed(ada, "?status=open")) == {berlin, bots}
    assert set(listed(ada, "?status=playing,finished")) == {playing, over}
    assert listed(ada, "?ruleset=berlin") == listed(ada, "?ruleset=berlin@1") == [berlin]
    assert set(listed(ada, "?opponent=BOB")) == {berlin, over}
    assert listed(ada, "?opponent=bob&status=finished") == [over]
    assert listed(ada, "?opponent=greedy") == [bots]
    assert listed(ada, "?opponent=nobody") == listed(ada, "?opponent=planner") == []


def test_since_and_until_are_about_the_last_event(ada, bob):
    old, new = opened(ada), opened(ada)
    Game.objects.filter(pk=old.id).update(moved_at="2030-01-01T00:00:00Z")
    Game.objects.filter(pk=new.id).update(moved_at="2030-01-02T00:00:00Z")

    assert listed(ada, "?since=2030-01-02T00:00:00Z") == [new]
    assert listed(ada, "?until=2030-01-02T00:00:00Z") == [old]
    assert listed(ada, "?since=2030-01-01T00:00:00Z&until=2030-01-03T00:00:00Z") == [new, old]
    assert wrong_fields(ada.get("/me/games?since=yesterday")) == {"since": "invalid"}


def test_a_longer_list_takes_no_more_queries(ada, bob, django_assert_num_queries):
    for _ in range(2):
        chosen(ada, bob)
        opened(ada)
        finished(ada, bob)
    queries = 4  # the token, two parts of the list, the seats

    for limit in (6, 50):
        with django_assert_num_queries(queries):
            ada.seen(f"/me/games?limit={limit}")
    with django_assert_num_queries(3):
        ada.seen("/me/games?limit=1")


def test_they_are_for_whoever_brings_a_token(api, ada):
    problem(api.get("/api/v1/me/games"), 401, "unauthenticated")
    assert wrong_fields(ada.get("/me/games?turn=yours")) == {"turn": "invalid_choice"}
    assert wrong_fields(ada.get("/me/games?page=2")) == {"page": "unknown"}
    assert wrong_fields(ada.get("/me/games?status=open,asleep")) == {"status": "invalid_choice"}


def test_a_cursor_belongs_to_one_choice_of_parts(ada, bob):
    chosen(ada, bob)
    chosen(ada, bob)
    cursor = ada.seen("/me/games?limit=1")["next"]

    assert wrong_fields(ada.get(f"/me/games?turn=mine&cursor={cursor}")) == {"cursor": "cursor"}
