"""/me/friends: asked for, accepted, ended."""

from __future__ import annotations

from typing import Any

import pytest

from games.notices.models import Notice
from games.relations import services
from games.relations.models import Friend
from tests.support.callers import Caller, problem

pytestmark = pytest.mark.django_db


def listed(player: Caller, query: str = "") -> list[tuple[str, str]]:
    return [(row["player"], row["status"]) for row in player.seen(f"/me/friends{query}")["items"]]


def added(player: Caller, other: str) -> Any:
    answer = player.put(f"/me/friends/{other}")
    assert answer.status_code in (200, 201), answer.content
    return answer.json()


def test_who_is_asked_hears_of_it_and_accepts_by_asking_back(ada, bob):
    assert added(ada, "BOB")["status"] == "sent"
    assert (listed(ada), listed(bob)) == ([("bob", "sent")], [("ada", "received")])
    (notice,) = bob.seen("/me/notices")["items"]
    assert (notice["kind"], notice["data"]) == ("friend.request", {})

    assert added(bob, "ada")["status"] == "friend"
    assert (listed(ada), listed(bob)) == ([("bob", "friend")], [("ada", "friend")])


def test_to_ask_again_changes_nothing_and_tells_nobody(ada, bob):
    added(ada, "bob")
    again = ada.put("/me/friends/bob")

    assert (again.status_code, again.json()["status"]) == (200, "sent")
    assert Notice.objects.filter(player=bob.player).count() == 1


@pytest.mark.parametrize("ends", ["ada", "bob"])
@pytest.mark.parametrize("accepted", [True, False])
def test_either_ends_it_for_both(ada, bob, ends, accepted):
    added(ada, "bob")
    if accepted:
        added(bob, "ada")
    one, other = (ada, bob) if ends == "ada" else (bob, ada)

    assert one.delete(f"/me/friends/{other.name}").status_code == 204
    assert listed(ada) == listed(bob) == []
    problem(one.delete(f"/me/friends/{other.name}"), 404, "not_found")


def test_the_list_can_be_filtered_and_comes_in_pages(ada, bob, cleo):
    added(bob, "ada")
    added(ada, "cleo")

    assert listed(ada, "?status=received") == [("bob", "received")]
    first = ada.seen("/me/friends?limit=1")
    assert [row["player"] for row in first["items"]] == ["cleo"]
    second = ada.seen(f"/me/friends?limit=1&cursor={first['next']}")
    assert [row["player"] for row in second["items"]] == ["bob"]


@pytest.mark.parametrize(
    ("name", "status", "code"), [("nobody-here", 404, "not_found"), ("ada", 409, "not_yourself")]
)
def test_who_cannot_be_a_friend_is_refused(ada, name, status, code):
    problem(ada.put(f"/me/friends/{name}"), status, code)
    assert not Friend.objects.exists()


def test_there_is_a_limit(ada, bob, cleo, monkeypatch):
    monkeypatch.setattr(services, "MAX_FRIENDS", 1)
    added(ada, "bob")

    assert problem(ada.put("/me/friends/cleo"), 409, "too_many_in_list")["context"] == {"most": 1}


def test_whoever_deletes_the_account_is_on_no_list(ada, bob):
    added(ada, "bob")
    added(bob, "ada")
    bob.put("/me/blocks/ada")
    added(ada, "bob")
    ada.delete("/me")

    assert listed(bob) == bob.seen("/me/blocks")["items"] == []
    assert not Friend.objects.exists()
