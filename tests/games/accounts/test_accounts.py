"""What the database holds of players and tokens."""

import re
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from threading import Barrier, Thread
from uuid import uuid4

import pytest
from django.db import IntegrityError, connection

from games.accounts.models import Player, Token
from games.accounts.refusals import NameTaken, PlayerGone, TooManyTokens
from games.accounts.selectors import player_get, token_get
from games.accounts.services import (
    MAX_TOKENS,
    player_create,
    player_rename,
    token_create,
    token_digest,
    token_revoke,
    token_touch,
)
from games.me.deletion import player_delete

pytestmark = pytest.mark.django_db
NOW = datetime(2030, 1, 1, 12, tzinfo=UTC)


def test_a_token_is_long_random_and_kept_only_as_its_sha_256():
    _, token, plain = player_create(name="ada")

    assert re.fullmatch(r"sb_[A-Za-z0-9_-]{43}", plain)
    assert token.digest == sha256(plain.encode()).hexdigest()
    with connection.cursor() as cursor:
        cursor.execute("SELECT t::text FROM games_token t")
        (row,) = cursor.fetchone()
    assert plain not in row
    assert plain.removeprefix("sb_") not in row


def test_the_first_token_has_all_scopes_but_audit():
    _, token, _ = player_create(name="ada")

    assert token.scopes == ["games:read", "games:play", "account", "webhooks", "bots"]


@pytest.mark.parametrize("name", ["ada", "ADA", "aDa"])
def test_a_name_is_taken_however_its_letters_are_written(name):
    player_create(name="Ada")

    with pytest.raises(NameTaken):
        player_create(name=name)
    assert Player.objects.count() == Token.objects.count() == 1


@pytest.mark.parametrize("name", ["ab", "x" * 25, "a b c", "ädä", "ada\n", ""])
def test_the_database_itself_refuses_a_name_of_another_shape(name):
    with pytest.raises((IntegrityError, Exception), match=r"player_name_shape|too long"):
        player_create(name=name)


@pytest.mark.django_db(transaction=True)
def test_of_two_who_ask_for_one_name_at_once_one_gets_it():
    barrier, outcomes = Barrier(2), []

    def ask(name: str) -> None:
        barrier.wait()
        try:
            outcomes.append(player_create(name=name)[0].name)
        except NameTaken:
            outcomes.append("taken")
        finally:
            connection.close()

    threads = [Thread(target=ask, args=(name,)) for name in ("ada", "ADA")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert "taken" in outcomes
    assert [player.name for player in Player.objects.all()] == [o for o in outcomes if o != "taken"]


def test_a_player_is_found_by_name_in_any_case():
    player, _, _ = player_create(name="Ada")

    assert player_get("aDA") == player
    assert player_get("adam") is None
    assert player_get("ada\x00") is None


def test_a_renamed_player_leaves_the_old_name_to_others():
    player, _, _ = player_create(name="ada")
    player_rename(player, name="Ada")
    player_rename(player, name="lovelace")

    assert player_create(name="ada")


def test_a_deleted_player_keeps_a_row_without_a_name_and_no_token():
    player, _, plain = player_create(name="ada")

    player_delete(player)

    player.refresh_from_db()
    assert re.fullmatch(r"deleted-[0-9a-f]{16}", player.name)
    assert player.deleted_at is not None
    assert token_get(token_digest(plain)) is None
    assert player_get(player.name) is None


def test_a_deleted_player_gets_no_more_tokens_names_or_deaths():
    player, _, _ = player_create(name="ada")
    player_delete(player)

    with pytest.raises(PlayerGone):
        token_create(player, name="late", scopes=["games:play"])
    with pytest.raises(PlayerGone):
        player_rename(player, name="late")
    with pytest.raises(PlayerGone):
        player_delete(player)


def test_a_player_can_have_so_many_tokens_and_no_more():
    player, _, _ = player_create(name="ada")
    for number in range(MAX_TOKENS - 1):
        token_create(player, name=f"token {number}", scopes=["games:read"])

    with pytest.raises(TooManyTokens):
        token_create(player, name="one more", scopes=["games:read"])


def test_scopes_are_kept_in_one_order_and_each_once():
    player, _, _ = player_create(name="ada")

    token, _ = token_create(player, name="t", scopes=["bots", "games:play", "bots"])

    assert token.scopes == ["games:play", "bots"]


def test_a_token_is_revoked_by_its_own_player_only():
    ada, token, _ = player_create(name="ada")
    bob, _, _ = player_create(name="bob")

    assert not token_revoke(bob, token.id)
    assert token_revoke(ada, token.id)
    assert not token_revoke(ada, token.id)
    assert not token_revoke(ada, uuid4())


def test_the_last_use_is_noted_at_most_once_an_hour(django_assert_num_queries):
    _, token, _ = player_create(name="ada")

    for minutes, queries in ((0, 1), (59, 0), (60, 1)):
        with django_assert_num_queries(queries):
            token_touch(token, NOW + timedelta(minutes=minutes))
        token.refresh_from_db()

    assert token.last_used_at == NOW + timedelta(hours=1)
