"""`manage.py demo`: something to look at, and commands that work."""

import re
from io import StringIO

import pytest
from django.core.management import call_command

from games.accounts.models import Player, Token
from games.accounts.services import player_create
from games.log.models import Game
from games.moves.act import game_resign
from games.people.services import person_create
from tests.support.accounts import bearer

pytestmark = pytest.mark.django_db


def demo() -> str:
    out = StringIO()
    call_command("demo", base="http://testserver/", stdout=out)
    return out.getvalue()


def found(pattern: str, text: str) -> str:
    match = re.search(pattern, text)
    assert match, text
    return match[1]


def test_the_account_sits_at_a_table_against_bots_and_may_act(api):
    said = demo()
    token = found(r"TOKEN=(\S+)", said)
    path = found(r"GAME=http://testserver(\S+)", said)

    table = api.get(path, headers=bearer(token)).json()
    assert (table["status"], table["seat"]) == ("playing", 0)
    assert [seat["is_bot"] for seat in table["seats"]] == [False, True, True]
    body = found(r"-d '(.*)' \$GAME/actions", said)
    done = api.post(f"{path}/actions", body, content_type="application/json", headers=bearer(token))
    assert done.status_code == 201, done.content


def test_the_other_game_is_finished_and_its_log_sound(api):
    path = found(r"http://testserver(\S+)/audit", demo())

    assert api.get(path).json()["status"] == "finished"
    assert api.get(f"{path}/audit").json()["sound"]
    assert len(api.get("/api/v1/leaderboards/london?kind=bots").json()["items"]) == 2


def test_it_links_to_both_pages_and_lets_a_person_in(client):
    said = demo()
    links = re.findall(r"  http://testserver(/\S+)$", said, re.MULTILINE)
    table, replay, claim = links

    assert found(r"GAME=http://testserver/api/v1(\S+)", said) == table
    assert [client.get(path).status_code for path in links] == [200, 200, 200]
    assert replay.endswith("/replay")
    person_create(Player.objects.get(name="demo"), password="quite a long one", language="en")
    assert claim not in (again := demo())
    assert "sign in as demo:  http://testserver/account/sign-in" in again


def test_the_second_time_it_makes_nothing_but_a_new_token(api):
    first = demo()
    second = demo()

    assert (Player.objects.count(), Game.objects.count(), Token.objects.count()) == (1, 2, 1)
    old, new = (found(r"TOKEN=(\S+)", said) for said in (first, second))
    assert old != new
    assert api.get("/api/v1/me", headers=bearer(old)).status_code == 401
    assert api.get("/api/v1/me", headers=bearer(new)).status_code == 200


def test_a_table_that_is_over_for_the_account_makes_way_for_a_new_one():
    demo()
    table = Game.objects.get(status="playing")
    game_resign(table.id, 0)

    demo()

    assert Game.objects.filter(status="playing").count() == 2


def test_somebody_who_happens_to_be_called_demo_keeps_the_account(api):
    _, _, token = player_create(name="Demo")

    assert "You are demo-2." in demo()
    assert api.get("/api/v1/me", headers=bearer(token)).status_code == 200
