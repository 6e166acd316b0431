"""GET /me/export: all that is kept of a person, as one archive."""

from __future__ import annotations

import io
import json
import time
from secrets import token_urlsafe
from typing import Any
from uuid import uuid4
from zipfile import ZipFile

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games import counters
from games.accounts.models import Token
from games.me import archive, export
from games.me.personal import PERSONAL
from games.messages.models import Note
from games.moves.settlement import game_settle
from games.projector import game_project
from proof.verify import verify
from tests.support.archives import archive_of
from tests.support.callers import Caller, chosen, drawing, opened, problem, wrong_fields
from tests.support.tables import play_on

pytestmark = pytest.mark.django_db


def test_it_has_a_file_for_each_table_and_a_log_for_each_game(ada, bob):
    path = chosen(ada, bob)
    game_project(path.id)
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
    assert (shown := drawn(bob))
    assert not any("private" in entry for entry in shown)
    play_on(path.id, actions=5000)
    game_settle(path.id)
    counters._counters.cache_clear()  # noqa: SLF001 – ten minutes later
    found = archive_of(bob)
    assert {check.result for check in verify(found[log].splitlines())} == {"passed"}
    (result,) = found["results.json"]
    assert (result["seat"], result["player_id"]) == (1, str(bob.player.pk))


def test_no_secret_is_in_it(ada, bob, settings):
    settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = "all"
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
    monkeypatch.setattr(archive, "PIECE_BYTES", 1)
    games = {f"games/{opened(ada).id}.ndjson" for _ in range(5)}
    answer = ada.get("/me/export")
    pieces = iter(answer.streaming_content)
    with django_assert_num_queries(0):
        sent = [next(pieces)]  # the first was made before the answer began
    logs = []
    while True:
        with CaptureQueriesContext(connection) as captured:
            piece = next(pieces, None)
        if piece is None:
            break
        sent.append(piece)
        logs.append(sum("games_event" in query["sql"] for query in captured))
    assert sum(logs) == 5
    assert max(logs) == 1

    with ZipFile(io.BytesIO(b"".join(sent))) as whole:
        assert whole.testzip() is None
        assert set(whole.namelist()) >= games


def noted(caller: Caller, count: int) -> None:
    """Notes that cannot be compressed, of 10 kB each, as if on that many games."""
    now = timezone.now()
    Note.objects.bulk_create(
        Note(player=caller.player, game_id=uuid4(), text=token_urlsafe(7500), changed_at=now)
        for _ in range(count)
    )


def test_only_a_little_of_a_large_archive_is_held_at_a_time(ada):
    noted(ada, 250)
    answer = ada.get("/me/export")
    pieces = list(answer.streaming_content)

    assert sum(map(len, pieces)) > 1_500_000
    assert max(map(len, pieces)) < archive.PIECE_BYTES + 20_000  # and the line that filled it


def test_of_a_long_table_a_few_rows_are_read_at_a_time(ada, monkeypatch):
    noted(ada, 25)
    monkeypatch.setattr(export, "ROWS_AT_ONCE", 10)
    with CaptureQueriesContext(connection) as captured:
        found = archive_of(ada)

    notes = [query["sql"] for query in captured if 'FROM "games_note"' in query["sql"]]
    assert len(notes) == 1 + 3  # the keys, and the rows of ten at a time
    assert len({note["game_id"] for note in found["notes.json"]}) == 25


def test_a_player_can_export_once_in_ten_minutes(ada, bob, redis_url):
    assert archive_of(ada)
    answer = ada.get("/me/export")
    problem(answer, 429, "throttled")

    assert 590 < int(answer["Retry-After"]) <= 600
    assert answer.json()["context"]["policies"] == [{"name": "exports", "quota": 1, "window_seconds": 600}]
    assert archive_of(bob)


@pytest.mark.django_db(transaction=True)
def test_an_export_that_nobody_reads_counts(ada, redis_url):
    opened(ada)
    answer = ada.get("/me/export")
    next(iter(answer.streaming_content))
    problem(ada.get("/me/export"), 429, "throttled")
    answer.close()  # as the web server does when the client has gone

    problem(ada.get("/me/export"), 429, "throttled")


def test_an_export_that_could_not_be_made_does_not_count(ada, settings, redis_url, monkeypatch):
    settings.HEAVY_READS = 0
    problem(ada.get("/me/export"), 503, "overloaded")
    settings.HEAVY_READS = 2
    with monkeypatch.context() as broken:
        broken.setattr(archive, "PIECE_BYTES", 1)
        broken.setattr(export, "export_lines", lambda *_, **__: 1 / 0)  # after the answer has begun
        opened(ada)
        with pytest.raises(ZeroDivisionError):
            list(ada.get("/me/export").streaming_content)

    assert archive_of(ada)


@pytest.mark.django_db(transaction=True)
def test_few_exports_are_sent_at_a_time(ada, bob, settings, redis_url):
    """Each may keep a thread for as long as its client reads."""
    settings.HEAVY_READS = 1
    unread = ada.get("/me/export")
    assert unread.status_code == 200
    problem(bob.get("/me/export"), 503, "overloaded")
    unread.close()

    assert archive_of(bob)


def test_an_export_ends_when_the_next_may_begin(ada, monkeypatch):
    noted(ada, 20)
    pieces = iter(ada.get("/me/export").streaming_content)
    next(pieces)
    hours = time.monotonic() + 3600
    monkeypatch.setattr("games.me.export_views.time.monotonic", lambda: hours)

    assert len(list(pieces)) == 0


def test_it_takes_a_token_for_the_account(ada):
    token = ada.done("/me/tokens", {"name": "reader", "scopes": ["games:read"]})["token"]
    answer = ada.api.get("/api/v1/me/export", headers={"Authorization": f"Bearer {token}"})

    assert answer.status_code == 403
    assert wrong_fields(ada.get("/me/export?all=true")) == {"all": "unknown"}
