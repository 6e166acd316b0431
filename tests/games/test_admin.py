"""The operator's pages: all to be looked at, nothing to be changed but whether a game is parked."""

from __future__ import annotations

import pytest
from django.contrib import admin
from django.contrib.auth.models import Permission, User
from django.contrib.sessions.models import Session
from django.utils.html import escape

from games.accounts.models import Player
from games.audits.models import OperatorDeed
from games.log import store
from games.log.models import Event, Game
from games.log.seeds import seed_of
from games.log.viewer import Viewer
from games.messages.models import Message, Report
from games.messages.services import message_report, message_write
from games.ratings.models import Rating, Result
from games.reading.visibility import VisibleGame
from games.tables.lobby import TableWish, game_create
from games.work.attempts import KEEPS_FAILING, Work, setback_note
from games.work.models import Setback
from tests.support.tables import people, played_out, started

pytestmark = pytest.mark.django_db

OURS = [model for model in admin.site._registry if model._meta.app_label == "games"]  # noqa: SLF001


def page(model, *words: str) -> str:
    return "/".join(["/admin/games", model._meta.model_name, *words, ""])


def test_a_stranger_finds_nothing_but_the_way_to_the_login(client):
    game, _ = started()

    for path in ("/admin/", page(Game), page(Game, str(game.id), "log")):
        answer = client.get(path)
        assert answer.status_code == 302
        assert answer["Location"].startswith("/admin/login/")


def test_an_operator_logs_in_with_a_password_and_a_cookie_that_goes_nowhere_else(client):
    User.objects.create_superuser("operator", password="a long enough secret")

    answer = client.post("/admin/login/", {"username": "operator", "password": "a long enough secret"})

    assert answer.status_code == 302
    cookie = answer.cookies["admin_session"]
    assert (cookie["path"], cookie["samesite"], cookie["httponly"]) == ("/admin/", "Strict", True)


def test_the_pages_may_send_their_forms_home(client):
    policy = client.get("/admin/login/")["Content-Security-Policy"]

    assert "form-action 'self'" in policy
    assert "unsafe" not in policy


def test_the_api_neither_reads_nor_sets_a_cookie_whoever_is_logged_in(
    admin_client, django_assert_num_queries
):
    admin_client.get("/admin/")  # the session is there
    assert Session.objects.exists()

    with django_assert_num_queries(0):
        answer = admin_client.get("/api/v1")

    assert not answer.cookies
    assert "Cookie" not in answer.get("Vary", "")


@pytest.mark.parametrize("model", OURS)
def test_every_list_and_every_entry_opens(admin_client, model):
    played_out()

    assert admin_client.get(page(model)).status_code == 200
    entry = model.objects.first()
    if entry is not None:
        assert admin_client.get(page(model, str(entry.pk), "change")).status_code == 200


@pytest.mark.parametrize("model", OURS)
def test_nothing_can_be_added_changed_or_deleted(admin_client, model):
    played_out()
    before = list(model.objects.order_by("pk").values())
    key = str(getattr(model.objects.first(), "pk", 1))

    for words in (("add",), (key, "change"), (key, "delete")):
        assert admin_client.post(page(model, *words), {"name": "x", "post": "yes"}).status_code == 403
    delete = {"action": "delete_selected", "_selected_action": key, "post": "yes"}
    admin_client.post(page(model), delete)

    assert list(model.objects.order_by("pk").values()) == before


def test_what_is_secret_has_no_page():
    assert {model.__name__ for model in OURS} == {"Game", "OperatorDeed", "Player"}


def test_a_game_is_shown_with_its_seats_and_results_and_a_player_with_the_ratings(admin_client):
    game = played_out()
    ada = Player.objects.get(seats__game=game, seats__number=0)

    shown = admin_client.get(page(Game, str(game.id), "change")).content.decode()
    for name, score in Result.objects.filter(game=game).values_list("player__name", "score"):
        assert f"<td>{name}</td>" in shown
        assert f"<td>{score}</td>" in shown
    shown = admin_client.get(page(Player, str(ada.pk), "change")).content.decode()
    assert f"<td>{Rating.objects.get(player=ada).rating}</td>" in shown
    assert f"<td>{game.id}</td>" in shown


def test_the_log_of_a_game_can_be_read_and_no_word_of_it_written(admin_client):
    game, _ = started()
    before = list(Event.objects.filter(game=game).order_by("seq").values())

    read = admin_client.get(page(Game, str(game.id), "log"))
    assert read.status_code == 200
    assert before[-1]["hash"] in read.content.decode()

    for method in ("post", "put", "patch", "delete"):
        assert getattr(admin_client, method)(page(Game, str(game.id), "log")).status_code == 405
    for path in (page(Event), page(Event, "add"), page(Event, f"{game.id},1", "change")):
        assert admin_client.post(path, {"type": "x"}).status_code == 404
    assert list(Event.objects.filter(game=game).order_by("seq").values()) == before


def test_the_operator_sees_of_a_running_game_no_more_than_a_spectator(admin_client):
    game, _ = started()
    log = admin_client.get(page(Game, str(game.id), "log")).content.decode()
    entry = admin_client.get(page(Game, str(game.id), "change")).content.decode()

    secrets = [entry["private"] for entry in store.entries_of(game.id) if entry["private"]]
    assert secrets
    for secret in secrets:
        for value in secret.values():
            assert escape(str(value)) not in log + entry
    assert seed_of(game.id).hex() not in log + entry


def test_a_parked_game_is_found_and_released(admin_client):
    parked, _ = started()
    other, _ = started()
    for _ in range(KEEPS_FAILING):
        setback_note(parked.id, Work.BOTS, "RuntimeError: no idea")
    setback_note(other.id, Work.BOTS, "RuntimeError: once")

    found = admin_client.get(page(Game), {"parked": "yes"}).content.decode()
    assert "RuntimeError: no idea" in found
    assert str(other.id) not in found

    act(admin_client, Game, "release", parked, reason="the cause is gone")

    assert Setback.objects.get().game_id == other.id


def test_accounts_of_people_have_no_page(admin_client):
    for path in ("account/emailaddress", "mfa/authenticator", "usersessions/usersession"):
        assert admin_client.get(f"/admin/{path}/").status_code == 404


def test_whoever_may_only_look_releases_nothing(client):
    looker = User.objects.create_user("looker", password="x", is_staff=True)
    looker.user_permissions.add(Permission.objects.get(codename="view_game"))
    client.post("/admin/login/", {"username": "looker", "password": "x"})
    game, _ = started()
    setback_note(game.id, Work.BOTS, "x")

    client.post(page(Game), {"action": "release", "_selected_action": str(game.id), "reason": "x"})

    assert Setback.objects.exists()
    assert client.get(page(Game)).status_code == 200
    assert client.get(page(Player)).status_code == 403


def act(admin_client, model, action: str, one, **words: str) -> str:
    chosen = {"action": action, "_selected_action": str(one.pk), **words}
    return admin_client.post(page(model), chosen, follow=True).content.decode()


def test_an_operator_moderates_players_and_every_deed_is_in_the_log(admin_client):
    player = people(1)[0]

    act(admin_client, Player, "suspend", player, reason="spam")
    act(admin_client, Player, "reinstate", player, reason="apologised")
    act(admin_client, Player, "rename", player, reason="rude name", new_name="kinder")
    shown = act(admin_client, Player, "give_back", player, reason="lost it")

    player.refresh_from_db()
    assert (player.name, player.suspended_at) == ("kinder", None)
    assert "sb_" in shown
    log = admin_client.get(page(OperatorDeed)).content.decode()
    assert all(word in log for word in ("spam", "apologised", "rude name", "lost it", "kinder"))
    assert set(OperatorDeed.objects.values_list("operator", flat=True)) == {"admin"}


def test_an_operator_hides_and_closes_a_table(admin_client):
    table = game_create(people(1)[0], TableWish(ruleset="london", seats=2)).game

    act(admin_client, Game, "hide", table, reason="advertising")
    assert Game.objects.get(pk=table.pk).hidden_at
    act(admin_client, Game, "show", table, reason="a mistake")
    act(admin_client, Game, "close", table, reason="advertising")

    table.refresh_from_db()
    assert (table.hidden_at, table.status) == (None, "closed")


def test_a_deed_without_a_reason_is_refused(admin_client):
    player = people(1)[0]

    assert "A reason is required." in act(admin_client, Player, "suspend", player)

    player.refresh_from_db()
    assert player.suspended_at is None


def test_whoever_may_only_look_moderates_nothing(client):
    looker = User.objects.create_user("looker", password="x", is_staff=True)
    looker.user_permissions.add(Permission.objects.get(codename="view_player"))
    client.post("/admin/login/", {"username": "looker", "password": "x"})
    player = people(1)[0]

    act(client, Player, "suspend", player, reason="spam")

    player.refresh_from_db()
    assert player.suspended_at is None
    assert not OperatorDeed.objects.exists()


def test_a_game_is_found_by_its_whole_id_and_by_nothing_else(admin_client):
    game, other = started()[0], started()[0]

    found = admin_client.get(page(Game), {"q": str(game.id)}).content.decode()
    assert str(game.id) in found
    assert str(other.id) not in found
    for words in (str(game.id)[:8], "nonsense"):
        assert "0 games" in admin_client.get(page(Game), {"q": words}).content.decode()


def test_lists_are_counted_up_to_a_limit(admin_client, monkeypatch):
    monkeypatch.setattr("games.admin.MAX_LISTED", 2)
    for _ in range(3):
        started()

    assert "2 games" in admin_client.get(page(Game)).content.decode()


def test_games_are_listed_by_ruleset(admin_client):
    london, berlin = started()[0], started("berlin")[0]

    found = admin_client.get(page(Game), {"ruleset": "berlin@1"}).content.decode()
    assert str(berlin.id) in found
    assert str(london.id) not in found


@pytest.fixture
def reported() -> Message:
    """A message that somebody at the table finds rude."""
    game, (ada, bob) = started()
    found = VisibleGame(game, {0: ada, 1: bob}, Viewer(ada, 0))
    row = message_write(found, ada, "<b>rude</b>")
    message_report(found, bob, row.number, "<i>an insult</i>")
    return row


REPORTS = "/admin/games/game/reports/"


def test_reported_messages_are_listed_as_text_and_their_text_is_deleted(admin_client, reported):
    shown = admin_client.get(REPORTS).content.decode()
    assert "&lt;b&gt;rude&lt;/b&gt;" in shown
    assert "&lt;i&gt;an insult&lt;/i&gt;" in shown
    assert REPORTS in admin_client.get(page(Game)).content.decode()

    wish = {"deed": "unsay", "game": reported.game_id, "number": reported.number}
    assert "A reason is required." in admin_client.post(REPORTS, wish, follow=True).content.decode()
    assert Message.objects.get().text
    admin_client.post(REPORTS, {**wish, "reason": "rude"})

    assert (Message.objects.get().text, Report.objects.count()) == ("", 0)
    deed = OperatorDeed.objects.get()
    assert (deed.deed, deed.operator, deed.reason) == ("unsay", "admin", "rude")


def test_a_report_is_dismissed_and_the_message_stays(admin_client, reported):
    board = page(Game, str(reported.game_id), "messages")
    wish = {"deed": "dismiss", "game": reported.game_id, "number": reported.number, "reason": "harmless"}
    admin_client.post(REPORTS, wish)

    assert "Nothing is reported." in admin_client.get(REPORTS).content.decode()
    assert "&lt;b&gt;rude&lt;/b&gt;" in admin_client.get(board).content.decode()
    assert "Nobody has reported" in admin_client.post(REPORTS, wish, follow=True).content.decode()
    assert OperatorDeed.objects.get().deed == "dismiss"


@pytest.mark.parametrize(
    "wrong",
    [{"deed": "burn"}, {"game": "x"}, {"number": "x"}, {"number": "7"}, {"number": "9" * 30}, {"deed": ""}],
)
def test_a_form_that_makes_no_sense_does_nothing(admin_client, reported, wrong):
    wish = {"deed": "unsay", "game": reported.game_id, "number": reported.number, "reason": "rude", **wrong}

    assert "Nothing was done" in admin_client.post(REPORTS, wish, follow=True).content.decode()
    assert Message.objects.get().text
    assert not OperatorDeed.objects.exists()


def test_an_operator_who_may_only_look_deletes_nothing(client, reported):
    user = User.objects.create_user("looker", password="x", is_staff=True)
    client.post("/admin/login/", {"username": "looker", "password": "x"})
    assert client.get(REPORTS).status_code == 403
    user.user_permissions.add(Permission.objects.get(codename="view_report"))

    assert client.get(REPORTS).status_code == 200
    wish = {"deed": "unsay", "game": reported.game_id, "number": reported.number, "reason": "rude"}
    assert client.post(REPORTS, wish).status_code == 403
    assert Message.objects.get().text
