"""/me/blocks: two players who do not meet, in whichever direction, and who learn no more than they must."""

from __future__ import annotations

import pytest

from games.moves.settlement import game_settle
from games.notices.models import Notice
from games.reading.models import Invitation
from games.relations.models import Friend
from tests.support.callers import Caller, chosen, opened, problem
from tests.support.tables import play_on

pytestmark = pytest.mark.django_db


def blocked(player: Caller, other: Caller) -> None:
    assert player.put(f"/me/blocks/{other.name}").status_code in (200, 201)


@pytest.fixture(params=["the host has blocked the guest", "the guest has blocked the host"])
def apart(request, ada, bob) -> None:
    one, other = (ada, bob) if request.param.startswith("the host") else (bob, ada)
    blocked(one, other)


def test_a_block_is_listed_and_lifted_and_told_to_nobody(ada, bob):
    answer = ada.put("/me/blocks/BOB")
    assert (answer.status_code, answer.json()["player"]) == (201, "bob")
    assert ada.put("/me/blocks/bob").status_code == 200
    assert [row["player"] for row in ada.seen("/me/blocks")["items"]] == ["bob"]
    assert bob.seen("/me/blocks")["items"] == []
    assert not Notice.objects.exists()

    assert ada.delete("/me/blocks/bob").status_code == 204
    problem(ada.delete("/me/blocks/bob"), 404, "not_found")
    assert bob.done(f"{opened(ada)}/seats", {})["seat"] == 1


def test_nobody_blocks_themselves(ada):
    problem(ada.put("/me/blocks/ada"), 409, "not_yourself")


def test_they_do_not_sit_down_at_a_table_of_the_other(ada, bob, apart):
    path, without_host = opened(ada), opened(ada, sit=False)

    for one in (path, without_host):
        problem(bob.post(f"{one}/seats", {}), 403, "not_welcome")
        assert bob.seen(one)["seats"][1]["taken"] is False


def test_they_do_not_sit_down_with_each_other(ada, bob, cleo, apart):
    path = opened(cleo, ada, seats=3)

    problem(bob.post(f"{path}/seats", {}), 403, "not_welcome")


def test_a_code_does_not_help(ada, bob, apart):
    path = opened(ada, visibility="private")
    code = ada.seen(path)["invite_code"]

    problem(bob.post(f"{path}/seats", {"invite_code": code}), 403, "not_welcome")


def test_they_do_not_invite_each_other(ada, bob, apart):
    for one, other in ((ada, bob), (bob, ada)):
        problem(one.put(f"{opened(one)}/invitations/{other.name}", {}), 403, "invitation_refused")
    assert not Invitation.objects.exists()
    assert not Notice.objects.exists()


def test_an_invitation_from_before_is_worth_nothing(ada, bob):
    path = opened(ada, visibility="private")
    ada.put(f"{path}/invitations/bob", {"hold": True})
    blocked(bob, ada)

    assert bob.seen("/me/invitations")["items"] == []
    problem(bob.post(f"{path}/seats", {}), 403, "not_welcome")


def test_a_rematch_invites_only_those_who_may_meet(ada, bob, cleo, apart):
    blocked_later = [bob.delete("/me/blocks/ada"), ada.delete("/me/blocks/bob")]
    assert {answer.status_code for answer in blocked_later} == {204, 404}
    path = chosen(ada, bob, cleo)
    play_on(path.id, actions=5000)
    game_settle(path.id)
    blocked(bob, ada)

    new = ada.done(f"{path}/rematch")

    assert [row["player"] for row in ada.seen(f"/games/{new['id']}/invitations")["items"]] == ["cleo"]
    problem(bob.post(f"/games/{new['id']}/seats", {}), 403, "not_welcome")


def test_a_friendship_ends_and_is_not_asked_for_again(ada, bob):
    ada.put("/me/friends/bob")
    bob.put("/me/friends/ada")
    blocked(bob, ada)
    assert not Friend.objects.exists()
    told = Notice.objects.filter(player=bob.player).count()

    assert ada.put("/me/friends/bob").json()["status"] == "sent"  # as if nothing were wrong
    assert bob.seen("/me/friends")["items"] == []
    assert Notice.objects.filter(player=bob.player).count() == told
    problem(bob.put("/me/friends/ada"), 409, "blocked_by_you")


def test_only_friends_may_invite_who_wants_it_so(ada, bob, cleo):
    assert bob.seen("/me/preferences") == {"invitations": "anyone"}
    assert bob.patch("/me/preferences", {"invitations": "friends"}).json() == {"invitations": "friends"}
    path = opened(ada, seats=3)

    problem(ada.put(f"{path}/invitations/bob", {}), 403, "invitation_refused")
    ada.put("/me/friends/bob")
    problem(ada.put(f"{path}/invitations/bob", {}), 403, "invitation_refused")  # only asked
    bob.put("/me/friends/ada")
    assert ada.put(f"{path}/invitations/bob", {}).status_code == 201
    assert bob.patch("/me/preferences", {}).json() == {"invitations": "friends"}


@pytest.mark.parametrize("body", [{"invitations": "nobody"}, {"invitations": None}, {"mail": True}])
def test_a_preference_that_makes_no_sense_is_refused(ada, body):
    problem(ada.patch("/me/preferences", body), 400, "invalid")
    assert ada.seen("/me/preferences") == {"invitations": "anyone"}
