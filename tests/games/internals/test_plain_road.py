"""Without what is there for speed alone, every answer and every stored row is the same."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection, transaction
from django.db.backends.postgresql.base import Cursor  # type: ignore[attr-defined]  # not in the stubs
from django.test.utils import CaptureQueriesContext

from games import internals
from games.log import sql
from games.log.models import Event, Game
from games.moves.models import KeptAnswer
from tests.support.accounts import bearer
from tests.support.callers import chosen, dealt, problem
from tests.support.citus import plain_postgresql

pytestmark = pytest.mark.django_db


@pytest.fixture
def both(monkeypatch) -> Callable[..., tuple[list[Any], list[int]]]:
    """What a call gives on the fast road and, as if that had not been, on the plain one; their statements."""

    def asked(call: Callable[[], Any]) -> tuple[list[Any], list[int]]:
        found, counts = [], []
        for road in (fast, plain):
            with monkeypatch.context() as patched, transaction.atomic():
                road(patched)
                with CaptureQueriesContext(connection) as statements:
                    found.append(call())
                transaction.set_rollback(True)
            counts.append(len(statements))
        return found, counts

    return asked


def fast(patched: pytest.MonkeyPatch) -> None:
    assert {internals.MOVE, internals.LOOK, internals.POOL, internals.ROWS} == internals.FAST


def plain(patched: pytest.MonkeyPatch) -> None:
    """Also with statements that are not prepared, nor bound by the server."""
    patched.setattr(internals, "FAST", frozenset())
    patched.setattr(connection.connection, "prepare_threshold", None)
    patched.setattr(connection.connection, "cursor_factory", Cursor)


def stored(path) -> list[Any]:
    rows = [Game.objects.filter(pk=path.id), Event.objects.filter(game=path.id).order_by("seq")]
    kept = KeptAnswer.objects.values("game", "player", "key", "fingerprint", "first_seq", "last_seq")
    return [*(list(row.values()) for row in rows), list(kept)]


@plain_postgresql
@pytest.mark.parametrize("key", [None, "k"])
@pytest.mark.parametrize("table", [dealt, chosen])
def test_a_move_is_answered_and_stored_alike(ada, bob, both, clock, table, key):
    path = table(ada, bob)
    move = ada.seen(f"{path}/actions")["items"][0]
    clock.stop()

    def act() -> Any:
        return ada.done(f"{path}/actions", move, idempotency_key=key), stored(path)

    found, statements = both(act)

    assert found[0] == found[1]
    assert statements[0] < statements[1]


@plain_postgresql
@pytest.mark.parametrize("same", [True, False])
def test_a_key_that_comes_again_is_answered_alike(ada, bob, both, same):
    path = chosen(ada, bob)
    first, second = ada.seen(f"{path}/actions")["items"][:2]
    ada.done(f"{path}/actions", first, idempotency_key="k")

    def again() -> Any:
        answer = ada.post(f"{path}/actions", first if same else second, idempotency_key="k")
        return answer.status_code, visible(answer), stored(path)

    found, _ = both(again)

    assert found[0] == found[1]
    assert found[0][0] == (201 if same else 422)


def test_a_model_of_a_row_is_the_one_that_django_makes(ada, bob, both):
    path = chosen(ada, bob)

    def read() -> Any:
        game = sql.game_to_move(path.id)
        assert game
        members = vars(game)
        return members | {"_state": vars(members["_state"])}, game.get_deferred_fields(), game.ruleset

    found, _ = both(read)

    assert found[0] == found[1]


@pytest.mark.parametrize("visibility", ["public", "private"])
def test_a_look_is_answered_alike(ada, bob, cleo, both, visibility):
    path = chosen(ada, bob, visibility=visibility)
    ada.seen(path)  # from here on the state is known
    for caller in (ada, cleo):
        answers, statements = both(lambda caller=caller: caller.get(path))

        assert answers[0].status_code == answers[1].status_code
        assert visible(answers[0]) == visible(answers[1])
        assert statements[0] < statements[1]


def visible(answer: Any) -> Any:
    return {name: value for name, value in answer.json().items() if name != "request_id"}


def test_a_wrong_token_and_a_game_that_is_not_there_are_answered_alike(ada, bob, both):
    path = chosen(ada, bob)
    missing, _ = both(lambda: ada.get(f"/games/{uuid4()}"))
    ada.headers = bearer("wrong")
    wrong, _ = both(lambda: ada.get(path))

    for answers, status, code in ((missing, 404, "not_found"), (wrong, 401, "unauthenticated")):
        for answer in answers:
            problem(answer, status, code)
