"""What a token sees of a game that was not made for looking."""

import pytest

from tests.support.accounts import token_for
from tests.support.callers import chosen, opened, problem

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("scopes", [("webhooks",), ("bots",), ("webhooks", "bots"), ()])
def test_it_sees_what_a_stranger_sees(ada, bob, api, scopes):
    path = f"/api/v1{chosen(ada, bob)}"
    lesser = token_for(ada.player, *scopes)

    for look in (path, f"{path}/events"):
        assert api.get(look, headers=lesser).json() == api.get(look).json()


@pytest.mark.parametrize("scopes", [("webhooks",), ("bots",)])
def test_a_private_table_of_its_owner_is_not_there_for_it(ada, api, scopes):
    path = f"/api/v1{opened(ada, visibility='private')}"

    for look in (path, f"{path}/events", f"{path}/board.svg"):
        problem(api.get(look, headers=token_for(ada.player, *scopes)), 404, "not_found")


@pytest.mark.parametrize("scope", ["games:read", "games:play"])
def test_whoever_may_read_or_play_sees_their_own_hand(ada, bob, api, scope):
    path = chosen(ada, bob)

    assert api.get(f"/api/v1{path}", headers=token_for(ada.player, scope)).json() == ada.seen(path)
