"""Whatever an operator changes is a deed: in the operator log and, as a word, in the public log."""

from __future__ import annotations

import json
from collections.abc import Callable
from io import StringIO
from typing import Any, Final

import pytest
from django.contrib import admin
from django.contrib.auth.models import Group, User
from django.core.management import call_command, get_commands, load_command_class
from django.test import RequestFactory

from games.accounts.models import Player
from games.audits.models import OperatorDeed
from games.log.models import Game
from games.log.viewer import Viewer
from games.messages.services import message_report, message_write
from games.reading.visibility import VisibleGame
from games.tables.lobby import TableWish, game_create
from games.transparency.models import PendingLeaf
from games.work.attempts import KEEPS_FAILING, Work, setback_note
from tests.support.accounts import signed_up
from tests.support.tables import people, started

pytestmark = pytest.mark.django_db

OURS: Final = sorted(name for name, app in get_commands().items() if app == "games")
PAGES: Final = {type(page).__name__: page for page in admin.site._registry.values()}  # noqa: SLF001
Deed = OperatorDeed.Deed


def told() -> list[str]:
    """The deeds that wait for the public log."""
    entries = PendingLeaf.objects.filter(kind="operator_deed").order_by("id")
    return [json.loads(bytes(one.entry))["deed"] for one in entries]


def name() -> str:
    return signed_up("ada")[0].name


def suspended() -> str:
    ada = name()
    call_command("moderate", "suspend", ada, reason="spam")
    return ada


def table(named: str = "") -> Game:
    return game_create(people(1)[0], TableWish(ruleset="london", seats=2, name=named)).game


def hidden() -> str:
    game = table()
    call_command("moderate", "hide", str(game.id), reason="spam")
    return str(game.id)


def message() -> tuple[str, str]:
    game, (ada, bob) = started()
    found = VisibleGame(game, {0: ada, 1: bob}, Viewer(ada, 0))
    row = message_write(found, ada, "rude")
    message_report(found, bob, row.number, "an insult")
    return str(game.id), str(row.number)


def parked() -> str:
    game, _ = started()
    for _ in range(KEEPS_FAILING):
        setback_note(game.id, Work.BOTS, "RuntimeError: no idea")
    return str(game.id)


def audited() -> tuple[str, str]:
    words = name(), str(started()[0].id)
    call_command("assign_audit", *words, reason="a complaint")
    return words


WAYS: Final[dict[tuple[str, str], Callable[[], tuple[str, ...]]]] = {
    ("moderate", Deed.SUSPEND): lambda: ("suspend", name()),
    ("moderate", Deed.REINSTATE): lambda: ("reinstate", suspended()),
    ("moderate", Deed.RENAME): lambda: ("rename", name(), "grace"),
    ("moderate", Deed.GIVE_BACK): lambda: ("give_back", name()),
    ("moderate", Deed.CLOSE): lambda: ("close", str(table().id)),
    ("moderate", Deed.HIDE): lambda: ("hide", str(table().id)),
    ("moderate", Deed.SHOW): lambda: ("show", hidden()),
    ("moderate", Deed.CLEAR_NAME): lambda: ("clear_name", str(table("Rude").id)),
    ("moderate", Deed.UNSAY): lambda: ("unsay", *message()),
    ("moderate", Deed.DISMISS): lambda: ("dismiss", *message()),
    ("grant_token", Deed.GRANT_TOKEN): lambda: (name(), "games:play"),
    ("grant_token", Deed.GRANT_AUDIT): lambda: (name(), "games:read", "audit"),
    ("assign_audit", Deed.ASSIGN_AUDIT): lambda: (name(), str(started()[0].id)),
    ("assign_audit", Deed.WITHDRAW_AUDIT): lambda: (*audited(), "--withdraw"),
    ("parked", Deed.RELEASE): lambda: ("--release", parked()),
    ("rebuild", Deed.REBUILD): lambda: (str(started()[0].id),),
    ("search", Deed.INDEX): lambda: ("--index",),
    ("rotate_sealing_key", Deed.ROTATE_KEY): tuple,
    ("own_app", Deed.REGISTER_APP): lambda: ("Web table", "https://table.example.org/back"),
}


def declared(command: str, what: str) -> Any:
    return getattr(load_command_class("games", command), what, ())


@pytest.mark.parametrize("command", OURS)
def test_every_command_says_which_deeds_it_leaves_or_why_none(command):
    assert bool(declared(command, "deeds")) != bool(declared(command, "no_deed"))


def test_every_deed_that_a_command_declares_is_tried_here():
    assert {(command, deed) for command in OURS for deed in declared(command, "deeds")} == set(WAYS)


@pytest.mark.parametrize(("command", "deed"), WAYS)
def test_a_command_leaves_its_deed_with_who_did_it_and_why(sent, command, deed):
    words = WAYS[command, deed]()
    before = len(told())

    call_command(command, *words, "--operator", "olga", "--reason", "as agreed", stdout=StringIO())

    found = OperatorDeed.objects.latest("id")
    assert (found.deed, found.operator, found.reason) == (deed, "olga", "as agreed")
    assert told()[before:] == [deed]


@pytest.mark.parametrize("words", [("search",), ("parked",), ("moderate", "log"), ("moderate", "reports")])
def test_whoever_only_looks_something_up_leaves_none(words):
    call_command(*words, stdout=StringIO())

    assert not OperatorDeed.objects.exists()


ACTIONS: Final[dict[tuple[str, str], Callable[[], Any]]] = {
    ("GameAdmin", "release"): lambda: Game.objects.get(pk=parked()),
    ("GameAdmin", "close"): table,
    ("GameAdmin", "hide"): table,
    ("GameAdmin", "show"): lambda: Game.objects.get(pk=hidden()),
    ("PlayerAdmin", "suspend"): lambda: Player.objects.get(name=name()),
    ("PlayerAdmin", "reinstate"): lambda: Player.objects.get(name=suspended()),
    ("PlayerAdmin", "rename"): lambda: Player.objects.get(name=name()),
    ("PlayerAdmin", "give_back"): lambda: Player.objects.get(name=name()),
}
RECORDED: Final = {"OperatorAdmin", "RightsAdmin"}  # each change, whatever it is


def path(model: Any, *words: object) -> str:
    return "/".join(["/admin", model._meta.app_label, model._meta.model_name, *map(str, words), ""])


def test_every_action_of_an_admin_page_is_tried_here():
    found = {(page, action) for page in PAGES.keys() - RECORDED for action in PAGES[page].actions or ()}

    assert found == set(ACTIONS)


@pytest.mark.parametrize("page", sorted(PAGES.keys() - RECORDED))
def test_an_admin_page_changes_nothing_but_by_its_actions(page):
    request = RequestFactory().get("/admin/")
    request.user = User(is_superuser=True, is_active=True)

    assert not any(PAGES[page].get_model_perms(request)[right] for right in ("add", "change", "delete"))


@pytest.mark.parametrize(("page", "action"), ACTIONS)
def test_an_action_of_an_admin_page_leaves_its_deed(admin_client, sent, page, action):
    one = ACTIONS[page, action]()
    before = len(told())
    chosen = {"action": action, "_selected_action": str(one.pk), "reason": "as agreed", "new_name": "grace"}

    admin_client.post(path(type(one)), chosen)

    found = OperatorDeed.objects.latest("id")
    assert (found.deed, found.operator, found.reason) == (action, "admin", "as agreed")
    assert told()[before:] == [action]


def test_what_changes_on_the_pages_about_operators_is_a_deed(admin_client):
    secret = {"password1": "a long enough secret", "password2": "a long enough secret"}
    admin_client.post(path(User, "add"), {"username": "looker", "usable_password": "true", **secret})
    looker = User.objects.get(username="looker")
    admin_client.post(path(User, looker.pk, "password"), {"usable_password": "true", **secret})
    admin_client.post(path(Group, "add"), {"name": "lookers"})
    group = Group.objects.get()
    chosen = {"action": "delete_selected", "_selected_action": str(group.pk), "post": "yes"}
    admin_client.post(path(Group), chosen)

    assert list(OperatorDeed.objects.order_by("id").values_list("deed", "reason")) == [
        ("change_operator", f"user {looker.pk} added"),
        ("change_operator", f"user {looker.pk} changed"),
        ("change_operator", f"group {group.pk} added"),
        ("change_operator", f"group {group.pk} deleted"),
    ]
    assert told() == ["change_operator"] * 4
