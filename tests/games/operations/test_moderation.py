"""What an operator does to players and tables, and the log that keeps it."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.accounts.models import Player, Token
from games.accounts.selectors import player_get, tokens_living
from games.audits.models import OperatorDeed
from games.audits.nightly import game_verify
from games.log.models import Event, Game
from games.tables.lobby import TableWish, game_create
from tests.support.accounts import bearer, signed_up
from tests.support.oauth import new_app, refresh, tokens_of
from tests.support.roles import check_append_only
from tests.support.tables import people, started

pytestmark = pytest.mark.django_db


def moderate(*words: object, reason: str = "spam") -> str:
    out = StringIO()
    call_command("moderate", *map(str, words), "--reason", reason, "--operator", "olga", stdout=out)
    return out.getvalue().strip()


def deeds() -> list[tuple[str, str, str]]:
    return list(OperatorDeed.objects.order_by("id").values_list("operator", "deed", "reason"))


def open_table() -> Game:
    return game_create(people(1)[0], TableWish(ruleset="london", seats=2)).game


def test_a_suspended_player_is_refused_with_a_problem_of_its_own_until_reinstated(api):
    player, headers = signed_up("ada")
    moderate("suspend", "ADA")

    for answer in (
        api.get("/api/v1/me", headers=headers),
        api.get("/api/v1/games", headers=headers),  # open to all, but not with this token
        api.post("/api/v1/games", {"ruleset": "london", "seats": 2}, headers=headers),
    ):
        assert answer.status_code == 403
        assert answer.json()["code"] == "suspended"
    tokens = {token.id for token in player.tokens.all()}
    assert tokens_living(tokens) == set()  # streams end

    moderate("reinstate", "ada", reason="apologised")

    assert api.get("/api/v1/me", headers=headers).status_code == 200
    assert tokens_living(tokens) == tokens
    assert deeds() == [("olga", "suspend", "spam"), ("olga", "reinstate", "apologised")]


def test_the_seat_of_a_suspended_player_stays_until_the_clock_decides():
    game, players = started()
    version = Game.objects.get(pk=game.pk).version

    moderate("suspend", players[0].name)

    assert Game.objects.get(pk=game.pk).version == version
    assert game.seats.get(player=players[0]).stand_in == ""


def test_a_player_is_renamed_and_the_name_is_checked(api):
    signed_up("ada")
    signed_up("bob")

    assert moderate("rename", "ada", "grace") == "Done."
    assert player_get("grace")
    for name in ("x", "admin", "bob"):
        with pytest.raises(CommandError):
            moderate("rename", "grace", name)
    assert deeds() == [("olga", "rename", "spam")]


def test_an_account_is_given_back_with_a_new_token_and_no_other(api):
    player, stolen = signed_up("ada")

    plain = moderate("give_back", "ada")

    assert api.get("/api/v1/me", headers=stolen).status_code == 401
    mine = api.get("/api/v1/me", headers=bearer(plain))
    assert mine.json()["name"] == "ada"
    assert Token.objects.filter(player=player).count() == 1


def test_apps_of_an_account_that_is_given_back_have_to_be_allowed_again(client):
    player, _ = signed_up("ada")
    app, _ = new_app(signed_up("maker")[0])
    made = tokens_of(client, app, player)

    plain = moderate("give_back", "ada")

    assert refresh(client, app, made["refresh_token"]).json()["error"] == "invalid_grant"
    assert client.get("/api/v1/me/apps", headers=bearer(plain)).json()["items"] == []


def test_an_open_table_is_closed_by_an_event_of_its_log(sent):
    table = open_table()

    moderate("close", table.id)

    assert Event.objects.filter(game=table).latest("seq").type == "game_closed"
    assert game_verify(table.id).sound
    with pytest.raises(CommandError, match="closed"):
        moderate("close", table.id)
    assert len(deeds()) == 1


def test_a_running_game_is_not_closed(sent):
    game, _ = started()

    with pytest.raises(CommandError, match="playing"):
        moderate("close", game.id)
    assert not deeds()


def test_a_hidden_table_is_in_no_list_and_can_still_be_read(api, sent):
    table = open_table()
    moderate("hide", table.id)

    assert api.get("/api/v1/games").json()["items"] == []
    assert api.get(f"/api/v1/games/{table.id}").status_code == 200

    moderate("show", table.id)
    assert [game["id"] for game in api.get("/api/v1/games").json()["items"]] == [str(table.id)]


@pytest.mark.parametrize(
    "words",
    [
        ("suspend", "nobody-here"),
        ("reinstate", "ada"),
        ("close", "00000000-0000-0000-0000-000000000000"),
        ("hide", "not-an-id"),
        ("show", "00000000-0000-0000-0000-000000000000"),
    ],
)
def test_a_deed_that_is_not_possible_changes_nothing_and_leaves_no_trace(words):
    signed_up("ada")

    with pytest.raises(CommandError):
        moderate(*words)
    assert not deeds()


def test_a_reason_is_required_and_without_one_nothing_happens():
    signed_up("ada")

    with pytest.raises(CommandError, match="reason"):
        moderate("suspend", "ada", reason="  ")
    assert Player.objects.get(name="ada").suspended_at is None


def test_the_log_is_listed_the_newest_first():
    signed_up("ada")
    moderate("suspend", "ada", reason="first")
    moderate("reinstate", "ada", reason="second")
    out = StringIO()

    call_command("moderate", "log", stdout=out)

    newest, oldest = out.getvalue().splitlines()
    assert newest.endswith("olga  reinstate ada  second")
    assert oldest.endswith("olga  suspend ada  first")


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE games_operatordeed SET reason = 'x'",
        "DELETE FROM games_operatordeed",
        "TRUNCATE games_operatordeed",
    ],
)
def test_the_log_cannot_be_changed(statement):
    signed_up("ada")
    moderate("suspend", "ada")

    check_append_only(statement)

    assert deeds() == [("olga", "suspend", "spam")]
