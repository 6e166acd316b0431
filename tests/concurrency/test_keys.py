"""A key is set while its player sits down, moves, or sets another one."""

from games.accounts.models import MoveKey
from games.log.models import Event
from tests.concurrency.races import check_log, race, statuses
from tests.concurrency.test_actions import again
from tests.support.callers import Caller, chosen, opened
from tests.support.signing import Signer

DRAW = {"type": "draw_card", "pile": "transport"}


def sets(player: Caller, signer: Signer):
    return again(player).put("/me/key", {"key": signer.key, "required": True})


def last_key(path) -> str | None:
    changes = Event.objects.filter(game=path.id, type="key_changed").order_by("-seq")
    found = changes.values_list("public", flat=True).first()
    return found and found["key"]


def test_of_two_keys_at_once_every_game_ends_up_with_that_of_the_account(people):
    ada, bob = people[:2]
    paths = [opened(ada, bob) for _ in range(3)]

    answers = race(*(lambda s=s: sets(ada, s) for s in (Signer(1), Signer(2), Signer(3))))

    assert statuses(answers) == [200, 200, 200]
    assert {last_key(path) for path in paths} == {MoveKey.objects.get().key}
    for path in paths:
        check_log(path)
        assert ada.seen(f"{path}/audit")["sound"]


def test_whoever_sits_down_meanwhile_has_the_key_in_the_log(people):
    ada, bob = people[:2]
    paths = [opened(ada, seats=2) for _ in range(3)]

    takes = (lambda p=p: again(bob).post(f"{p}/seats") for p in paths)
    answers = race(lambda: sets(bob, Signer(1)), *takes)

    assert statuses(answers) == [200, 201, 201, 201]
    assert {last_key(path) for path in paths} == {Signer(1).key}


def test_a_move_beside_a_new_demand_is_before_it_or_refused(people):
    ada, bob = people[:2]
    path = chosen(ada, bob)

    answers = race(lambda: sets(ada, Signer(1)), lambda: again(ada).post(f"{path}/actions", DRAW))

    assert statuses(answers) in ([200, 201], [200, 409])
    check_log(path)
    assert ada.seen(f"{path}/audit")["sound"]
