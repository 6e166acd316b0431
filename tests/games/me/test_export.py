"""GET /me/export: all that is kept of a person, as one archive."""

from __future__ import annotations

import io
import json
from typing import Any
from zipfile import ZipFile

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.log.leases import alone
from games.me import export
from games.models import Token
from games.models.personal import PERSONAL
from games.notifier import game_notify
from games.play.settlement import game_settle
from rules.verify import verify
from tests.support.archives import archive_of
from tests.support.callers import Caller, chosen, drawing, opened, problem, wrong_fields
from tests.support.tables import play_on

pytestmark = pytest.mark.django_db


def test_it_has_a_file_for_each_table_and_a_log_for_each_game(ada, bob):
    path = chosen(ada, bob)
    game_notify(path.id)
    found = archive_of(ada)

    manifest = found["manifest.json"]
    assert (manifest["format"], manifest["format_version"], manifest["player"]) == (
        "signalbox-person",
        1,
        "ada",
    )
    assert manifest["tables"] == [f"{name}.json" for name in PERSONAL]
    assert manifest["games"] == [f"games/{path.id}.ndjson"]
    assert found.keys() == {"manifest.json", *manifest["tables"], *manifest["games"]}
    assert [row["name"] for row in found["account.json"]] == ["ada"]
    assert [row["number"] for row in found["seats.json"]] == [0]
    assert {row["kind"] for row in found["notices.json"]} >= {"game.started", "game.your_turn"}
    assert all(row["player_id"] == str(ada.player.pk) for row in found["notices.json"])


def test_a_log_is_as_the_player_may_read_it_and_can_be_verified(ada, bob):
    path = chosen(ada, bob, visibility="private")
    assert drawing(ada, path).status_code == 201
    log = f"games/{path.id}.ndjson"

    def drawn(caller: Caller) -> list[dict[str, Any]]:
        lines = map(json.loads, archive_of(caller)[log].splitlines())
        return [line for line in lines if line.get("type") == "card_drawn" and line["actor"] == 0]

    assert all("private" in entry for entry in drawn(ada))
    assert drawn(bob)
    assert not any("private" in entry for entry in drawn(bob))
    play_on(path.id, actions=5000)
    game_settle(path.id)
    found = archive_of(bob)
    assert {check.result for check in verify(found[log].splitlines())} == {"passed"}
    (result,) = found["results.json"]
    assert (result["seat"], result["player_id"]) == (1, str(bob.player.pk))


def test_no_secret_is_in_it(ada, bob, settings):
    settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = True
    hook = {"url": "http://127.0.0.1:9009/", "kinds": ["game.your_turn"]}
    secret = ada.done("/webhooks", hook)["secret"]
    ada.done("/me/tokens", {"name": "other", "scopes": ["games:read"]})
    opened(ada, visibility="private")
    text = json.dumps(archive_of(ada))

    assert len(json.loads(text)["tokens.json"]) == 2
    assert len(json.loads(text)["webhooks.json"]) == 1
    hidden = [secret, ada.headers["Authorization"].split()[1]]
    hidden += Token.objects.values_list("digest", flat=True)
    assert not [one for one in hidden if one in text]


def test_nothing_of_others_is_in_it(ada, bob, cleo):
    chosen(bob, cleo, visibility="private")

    found = archive_of(ada)

    assert not found["seats.json"] + found["hosted.json"] + found["manifest.json"]["games"]
    assert "bob" not in json.dumps(found)


def test_the_logs_of_many_games_are_read_while_the_archive_is_sent(
    ada, bob, monkeypatch, django_assert_num_queries
):
    monkeypatch.setattr(export, "LOGS_AT_ONCE", 2)
    games = {f"games/{opened(ada).id}.ndjson" for _ in range(5)}
    answer = ada.get("/me/export")
    pieces = iter(answer.streaming_content)
    with django_assert_num_queries(0):
        sent = [next(pieces)]  # the tables are there
    with CaptureQueriesContext(connection) as captured:
        sent.append(next(pieces))
    logs = [query for query in captured if "games_event" in query["sql"]]
    assert len(logs) == 2
    sent += pieces

    with ZipFile(io.BytesIO(b"".join(sent))) as archive:
        assert archive.testzip() is None
        assert set(archive.namelist()) >= games


@pytest.mark.django_db(transaction=True)
def test_a_client_that_goes_away_leaves_nothing_behind(ada, redis_url):
    opened(ada)
    answer = ada.get("/me/export")
    next(iter(answer.streaming_content))
    problem(ada.get("/me/export"), 409, "export_under_way")
    answer.close()

    assert archive_of(ada)


def test_a_busy_server_refuses_an_export_before_it_begins(ada, settings, redis_url):
    settings.HEAVY_READS = 0
    problem(ada.get("/me/export"), 503, "overloaded")
    settings.HEAVY_READS = 2

    assert archive_of(ada)


def test_one_export_of_a_player_is_made_at_a_time(ada, bob, redis_url):
    with alone(f"export:{ada.player.pk}", seconds=10):
        problem(ada.get("/me/export"), 409, "export_under_way")
        assert archive_of(bob)
    assert archive_of(ada)


def test_it_takes_a_token_for_the_account(ada):
    token = ada.done("/me/tokens", {"name": "reader", "scopes": ["games:read"]})["token"]
    answer = ada.api.get("/api/v1/me/export", headers={"Authorization": f"Bearer {token}"})

    assert answer.status_code == 403
    assert wrong_fields(ada.get("/me/export?all=true")) == {"all": "unknown"}
