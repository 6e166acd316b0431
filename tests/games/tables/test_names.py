"""Names of tables: given by the host, shown wherever the table is."""

from __future__ import annotations

import pytest
from django.core.management import CommandError, call_command

from games.audits.models import OperatorDeed
from games.log.models import Game
from games.projector import game_project
from tests.support.callers import opened, problem, wrong_fields

pytestmark = pytest.mark.django_db


def test_a_name_is_shown_in_the_table_in_lists_and_in_notices(ada, bob):
    path = opened(ada, bob, name="Friday evening", seats=2)
    game_project(path.id)

    assert ada.seen(path)["name"] == ada.seen("/games")["items"][0]["name"] == "Friday evening"
    assert ada.seen("/me/games")["items"][0]["name"] == "Friday evening"
    assert ada.seen("/me/notices")["items"][0]["name"] == "Friday evening"


def test_a_table_without_a_name_has_none(ada):
    path = opened(ada)

    assert "name" not in ada.seen(path)
    assert "name" not in ada.seen("/games")["items"][0]


def test_the_host_changes_it_while_the_table_is_open(ada, bob, cleo):
    path, private = opened(ada, bob), opened(ada, visibility="private")
    known = ada.get(path)["ETag"]

    assert ada.patch(path, {"name": "Żółw 🐢"}).json()["name"] == "Żółw 🐢"
    assert bob.get(path, if_none_match=known).json()["name"] == "Żółw 🐢"
    problem(bob.patch(path, {"name": "mine"}), 403, "not_host")
    problem(cleo.patch(private, {"name": "mine"}), 404, "not_found")
    assert "name" not in ada.patch(path, {"name": ""}).json()
    ada.done(f"{path}/start")
    problem(ada.patch(path, {"name": "late"}), 409, "table_not_open")


@pytest.mark.parametrize("name", [" x", "x ", "two\nlines", "nul\x00", "\u202eturned", "x" * 61, 5, None])
def test_what_is_no_name_is_refused(ada, name):
    path = opened(ada)

    assert "name" in wrong_fields(ada.patch(path, {"name": name}))
    assert "name" in wrong_fields(ada.post("/games", {"ruleset": "london", "seats": 2, "name": name}))
    assert Game.objects.count() == 1


def test_an_operator_takes_it_off(ada):
    path = opened(ada, name="rude")
    call_command("moderate", "clear_name", str(path.id), "--reason", "rude", "--operator", "olga")

    assert "name" not in ada.seen(path)
    assert OperatorDeed.objects.get().deed == "clear_name"
    with pytest.raises(CommandError):
        call_command("moderate", "clear_name", str(path.id), "--reason", "again")
