"""Invitations are accepted, withdrawn and declined while the table changes."""

from games.log.models import Seat
from games.notices.models import Notice
from games.reading.models import Invitation
from tests.concurrency.races import check_log, race, statuses
from tests.concurrency.test_actions import again
from tests.support.callers import opened


def test_of_two_who_are_invited_one_gets_the_last_seat(people):
    ada, *guests = people
    path = opened(ada)
    for guest in guests[:2]:
        ada.put(f"{path}/invitations/{guest.name}", {})

    answers = race(*(lambda c=c: c.post(f"{path}/seats", {}) for c in guests[:2]))

    assert statuses(answers) == [201, 409]
    assert Seat.objects.filter(player__isnull=False).count() == 2
    assert Invitation.objects.count() == 1
    check_log(path)


def test_who_accepts_while_the_table_closes_sits_or_is_refused(people):
    ada, bob = people[:2]
    path = opened(ada, visibility="private")
    ada.put(f"{path}/invitations/bob", {"hold": True})

    sat, left = race(lambda: bob.post(f"{path}/seats", {}), lambda: ada.delete(f"{path}/seats/me"))

    assert left.status_code == 200
    status = {"open": 201, "closed": 404}[left.json()["status"]]
    assert sat.status_code == status
    check_log(path)


def test_an_invitation_is_accepted_or_withdrawn_never_both(people):
    ada, bob = people[:2]
    path = opened(ada)
    ada.put(f"{path}/invitations/bob", {"hold": True})

    sat, withdrawn = race(
        lambda: bob.post(f"{path}/seats", {"seat": 1}), lambda: ada.delete(f"{path}/invitations/bob")
    )

    assert sat.status_code == 201  # the seat is free for all if it is no longer held
    assert withdrawn.status_code in (204, 404)
    assert not Invitation.objects.filter(status="open").exists()
    check_log(path)


def test_the_same_player_invited_twice_at_once_is_told_once(people):
    ada, bob = people[:2]
    path = opened(ada)

    answers = race(*(lambda c=c: c.put(f"{path}/invitations/bob", {"hold": True}) for c in (ada, again(ada))))

    assert statuses(answers) == [200, 201]
    assert Notice.objects.filter(player=bob.player).count() == 1
    assert ada.seen(path)["version"] == 3
    check_log(path)


def test_two_who_invite_each_other_at_once_do_not_wait_for_each_other(people):
    ada, bob = people[:2]
    tables = [opened(one) for one in (ada, bob)]

    answers = race(
        lambda: ada.put(f"{tables[0]}/invitations/bob", {}),
        lambda: bob.put(f"{tables[1]}/invitations/ada", {}),
    )

    assert statuses(answers) == [201, 201]


def test_who_is_invited_while_they_delete_the_account_leaves_nothing(people):
    ada, bob = people[:2]
    path = opened(ada)

    asked, deleted = race(
        lambda: ada.put(f"{path}/invitations/bob", {"hold": True}), lambda: bob.delete("/me")
    )

    assert deleted.status_code == 204
    assert asked.status_code in (201, 404)
    assert not Invitation.objects.exists()
    assert not [seat for seat in ada.seen(path)["seats"] if seat.get("held")]
    check_log(path)


def test_two_who_ask_each_other_at_once_are_friends(people):
    ada, bob = people[:2]

    answers = race(lambda: ada.put("/me/friends/bob"), lambda: bob.put("/me/friends/ada"))

    assert statuses(answers) == [201, 201]
    for one in (ada, bob):
        assert [row["status"] for row in one.seen("/me/friends")["items"]] == ["friend"]
