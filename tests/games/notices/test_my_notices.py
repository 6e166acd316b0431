"""GET /me/notices: what concerns me, over all my games."""

import json
from datetime import timedelta

import pytest
from django.conf import settings
from django.utils import timezone

from games.log.models import Game
from games.moves.settlement import game_settle
from games.notices import services
from games.notices.models import Notice
from games.notices.services import notice_give
from games.projector import game_project
from games.tasks import forget_old_rows
from tests.support.accounts import token_for
from tests.support.callers import Caller, Table, chosen, dealt, drawing, problem, wrong_fields
from tests.support.notified import PAUSED
from tests.support.tables import play_on

pytestmark = pytest.mark.django_db


def told(path: Table) -> Table:
    """The same table, with its people told of what has happened there."""
    game_project(path.id)
    return path


def kinds(caller: Caller, query: str = "") -> list[str]:
    return [notice["kind"] for notice in caller.seen(f"/me/notices{query}")["items"]]


def test_they_tell_of_all_my_games_in_order_and_of_no_others(ada, bob, cleo):
    first, second = told(dealt(ada, bob)), told(dealt(bob, ada))
    told(dealt(bob, cleo))

    page = ada.seen("/me/notices")

    assert [(n["number"], n["kind"], f"/games/{n['game']}") for n in page["items"]] == [
        (1, "seat.taken", first),
        (2, "game.started", first),
        (3, "game.your_turn", first),
        (4, "game.started", second),
        (5, "game.your_turn", second),
    ]
    assert page["next"] is None


def test_a_page_ends_at_its_limit_and_says_where_to_go_on(ada, bob):
    told(dealt(ada, bob))

    page = ada.seen("/me/notices?limit=2")
    assert ([n["number"] for n in page["items"]], page["next"]) == ([1, 2], "2")
    rest = ada.seen("/me/notices?cursor=2&limit=2")
    assert ([n["number"] for n in rest["items"]], rest["next"]) == ([3], None)


def test_my_turn_tells_my_seat_and_deadline_and_the_event_it_came_with(ada, bob):
    path = chosen(ada, bob, clock={"per_action": 600})
    told(path)
    version = ada.seen(path)["version"]
    drawing(ada, path)
    drawing(ada, path)
    told(path)

    notice = bob.seen("/me/notices?limit=500")["items"][-1]
    table = bob.seen(path)
    assert (notice["kind"], notice["data"]) == (
        "game.your_turn",
        {
            "seat": 1,
            "deadline": table["seats"][1]["deadline"],
            "version": table["version"],
            "to_act": [1],
            "moment": "turn",
        },
    )
    assert version < notice["seq"] <= table["version"]
    assert table["to_act"] == bob.seen(f"{path}?at={notice['seq']}")["to_act"] == [1]


def test_the_end_tells_the_scores(ada, bob):
    path = chosen(ada, bob)
    play_on(Game.objects.get().id, actions=5000)
    game_settle(Game.objects.get().id)
    told(path)

    notice = ada.seen("/me/notices?limit=500")["items"][-1]
    view = ada.seen(path)["view"]
    assert (notice["kind"], notice["data"]) == (
        "game.finished",
        {
            "seat": 0,
            "scores": [seat["score"] for seat in view["seats"]],
            "winners": view["winners"],
            "version": ada.seen(path)["version"],
            "to_act": [],
        },
    )


def test_a_notice_need_not_be_about_a_game(ada):
    notice_give(ada.player, PAUSED)

    (notice,) = ada.seen("/me/notices")["items"]
    assert set(notice) == {"number", "kind", "at", "data"}


def test_after_the_newest_there_is_nothing_yet(ada, bob):
    told(dealt(ada, bob))

    assert ada.seen("/me/notices?after=3") == {"items": [], "next": None, "forgotten": 0}


@pytest.mark.parametrize(("name", "number"), [("after", 4), ("after", 10**6), ("cursor", 4)])
def test_a_number_beyond_the_newest_is_refused_and_not_waited_for(ada, bob, name, number):
    told(dealt(ada, bob))

    assert wrong_fields(ada.get(f"/me/notices?wait=30&{name}={number}")) == {name: "beyond"}


def test_they_say_what_is_played_and_where(ada, bob):
    path = told(dealt(ada, bob, ruleset="berlin"))

    notice = ada.seen("/me/notices")["items"][0]
    assert notice["ruleset"] == "berlin@1"
    assert ada.api.get(notice["links"]["game"], headers=ada.headers).json()["id"] == str(path.id)
    assert ada.api.get(notice["links"]["actions"], headers=ada.headers).json()["items"]


@pytest.mark.parametrize(
    ("query", "fields"),
    [
        ("after=-1", {"after": "min_value"}),
        ("limit=501", {"limit": "max_value"}),
        ("wait=31", {"wait": "max_value"}),
        ("at=1", {"at": "unknown"}),
    ],
)
def test_a_wrong_parameter_is_named(ada, query, fields):
    assert wrong_fields(ada.get(f"/me/notices?{query}")) == fields


def test_they_are_for_whoever_brings_a_token_that_may_read(api, ada):
    problem(api.get("/api/v1/me/notices"), 401, "unauthenticated")
    problem(api.get("/api/v1/me/notices", headers=token_for(ada.player, "games:play")), 403, "missing_scope")
    assert api.get("/api/v1/me/notices", headers=token_for(ada.player, "games:read")).status_code == 200


def test_they_do_not_depend_on_what_is_hidden(ada, bob):
    """Whatever tickets the others keep, and however many, my notices are the same bytes."""
    seen = []
    for count in (2, 3):
        path = told(dealt(ada, bob, ruleset="berlin"))
        table = ada.seen(path)
        offer = table["view"]["seats"][0]["offer"]
        ada.done(f"{path}/actions", {"type": "keep_tickets", "tickets": offer[:count]})
        told(path)
        items = [n for n in bob.seen("/me/notices?limit=500")["items"] if f"/games/{n['game']}" == path]
        for notice in items:  # a market that is swept at once takes more events
            notice["data"]["version"] -= table["version"]
        seen.append(json.dumps([{k: n[k] for k in ("kind", "seq", "data")} for n in items]))
    assert seen[0] == seen[1]


def test_a_private_table_is_told_to_its_people_alone(ada, bob, cleo):
    told(dealt(ada, bob, visibility="private"))

    assert kinds(bob) == ["game.started", "game.your_turn"]
    assert kinds(cleo) == []


def grown_old(player: Caller, *numbers: int) -> None:
    """These notices are older than any is kept."""
    long_ago = timezone.now() - settings.NOTICES_KEPT - timedelta(hours=1)
    Notice.objects.filter(player=player.player, number__in=numbers).update(at=long_ago)


def test_old_ones_are_forgotten_and_a_reader_who_was_away_for_long_is_told(ada, bob, monkeypatch):
    monkeypatch.setattr(services, "FORGOTTEN_AT_ONCE", 1)
    told(dealt(ada, bob))
    told(dealt(bob, ada))
    grown_old(ada, 1, 3)

    assert forget_old_rows() == 3  # the second too: among those that are kept there is no gap

    for query in ("", "?after=1", "?cursor=3"):
        page = ada.seen(f"/me/notices{query}")
        assert ([notice["number"] for notice in page["items"]], page["forgotten"]) == ([4, 5], 3)
    assert ada.seen("/me/notices?after=4")["items"][0]["number"] == 5
    assert bob.seen("/me/notices")["forgotten"] == 0


def test_numbers_go_on_after_all_are_forgotten(ada, bob):
    told(dealt(ada, bob))
    grown_old(ada, 1, 2, 3)
    forget_old_rows()

    for query in ("", "?after=1", "?after=3", "?wait=0&cursor=2"):
        assert ada.seen(f"/me/notices{query}") == {"items": [], "next": None, "forgotten": 3}
    assert wrong_fields(ada.get("/me/notices?after=4")) == {"after": "beyond"}
    notice_give(ada.player, PAUSED)
    assert [notice["number"] for notice in ada.seen("/me/notices?after=1")["items"]] == [4]


def test_whoever_deletes_the_account_takes_the_notices_along(ada, bob):
    told(dealt(ada, bob))
    assert bob.delete("/me").status_code == 204

    assert not Notice.objects.filter(player=bob.player).exists()
    assert Notice.objects.filter(player=ada.player).exists()
