"""POST /games/{id}/rematch: the same table again."""

import pytest

from bots.registry import BOTS
from games.log.models import Game
from games.moves.settlement import game_settle
from tests.support.callers import Table, chosen, opened, problem
from tests.support.tables import play_on

pytestmark = pytest.mark.django_db


def finished(*players, **wishes) -> Table:
    path = chosen(*players, **wishes)
    game = Game.objects.latest("created_at")
    play_on(game.id, actions=5000)
    game_settle(game.id)
    return path


def test_the_same_table_is_opened_again_and_the_two_know_of_each_other(ada, bob):
    path = finished(ada, bob, options={"first": "0"}, clock={"per_action": 60}, bot_delay=5)
    known = ada.get(path)["ETag"]
    answer = bob.post(f"{path}/rematch")

    table = answer.json()
    assert (answer.status_code, answer["Location"]) == (201, table["links"]["self"])
    old = ada.seen(path)
    for same in ("ruleset", "options", "visibility", "clock", "bot_delay"):
        assert table[same] == old[same]
    assert (table["host"], table["seat"], table["status"]) == ("bob", 0, "open")
    assert (table["rematch_of"], old["rematch"]) == (old["id"], table["id"])
    assert table["commitment"] != old["commitment"]
    assert ada.get(path, if_none_match=known).status_code == 200
    assert ada.done(f"/games/{table['id']}/seats", {})["seat"] == 1


def finished_with_a_bot(ada) -> Table:
    path = opened(ada, bots=["random"])
    ada.done(f"{path}/start")
    play_on(path.id, actions=5000)
    game_settle(path.id)
    return path


def test_bots_are_seated_again(ada):
    path = finished_with_a_bot(ada)

    assert [seat.get("bot") for seat in ada.done(f"{path}/rematch")["seats"]] == [None, "random"]


def test_without_a_bot_that_no_longer_exists_there_is_no_rematch(ada, monkeypatch):
    path = finished_with_a_bot(ada)
    known = {name: bot for name, bot in BOTS.items() if name != "random"}
    monkeypatch.setattr("games.tables.seats.BOTS", known)  # the registry's own order is the users' list

    assert problem(ada.post(f"{path}/rematch"), 422, "unknown_bot")["context"]["bot"] == "random"
    assert Game.objects.count() == 1


def test_there_is_one_rematch(ada, bob):
    path = finished(ada, bob)
    new = ada.done(f"{path}/rematch")

    assert problem(bob.post(f"{path}/rematch"), 409, "rematch_exists")["context"] == {"game": new["id"]}
    assert Game.objects.count() == 2


def test_only_those_who_played_and_only_after_the_end(ada, bob, cleo):
    over, playing, private = finished(ada, bob), chosen(ada, bob), finished(ada, bob, visibility="private")

    problem(cleo.post(f"{over}/rematch"), 403, "not_seated")
    problem(cleo.post(f"{private}/rematch"), 404, "not_found")
    assert problem(ada.post(f"{playing}/rematch"), 409, "not_finished")["context"] == {"status": "playing"}
    assert Game.objects.count() == 3


def test_a_private_table_has_a_private_rematch_with_a_code_of_its_own(ada, bob):
    path = finished(ada, bob, visibility="private")
    code = ada.seen(path)["invite_code"]

    assert ada.done(f"{path}/rematch")["invite_code"] not in ("", code)


def told_of(player) -> list:
    return [n for n in player.seen("/me/notices?limit=500")["items"] if n["kind"] == "game.rematch"]


@pytest.mark.parametrize("visibility", ["private", "public"])
def test_the_others_are_invited_to_it_and_sit_down_without_a_code(ada, bob, cleo, visibility):
    path = finished(ada, bob, visibility=visibility)
    table = bob.done(f"{path}/rematch")
    new = f"/games/{table['id']}"

    (notice,) = told_of(ada)
    assert (notice["game"], notice["links"]["game"]) == (table["id"], table["links"]["self"])
    assert notice["data"]["rematch_of"] == str(path.id)
    assert notice["data"]["seat"] == 1
    assert told_of(bob) == []
    (invitation,) = ada.seen("/me/invitations")["items"]
    assert (invitation["game"], invitation["inviter"], invitation["seat"]) == (table["id"], "bob", 1)
    assert ada.seen(new)["seats"][1] == {"seat": 1, "taken": False, "held": True, "is_bot": False}
    refused = {"public": (409, "seats_held"), "private": (404, "not_found")}[visibility]
    problem(cleo.post(f"{new}/seats", {}), *refused)
    assert ada.done(f"{new}/seats", {})["seat"] == 1
    assert bob.done(f"{new}/start")["status"] == "playing"


def test_who_is_gone_is_not_invited_to_it(ada, bob, cleo):
    path = finished(ada, bob, cleo)
    ada.delete("/me")
    table = bob.done(f"{path}/rematch")

    assert [seat.get("held", False) for seat in table["seats"]] == [False, True, False]
    assert len(told_of(cleo)) == 1
