"""The message board of a table: for its players, and of a public one for everybody after the end."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from games.audits.models import OperatorDeed
from games.log.models import Event
from games.messages import services
from games.messages.models import Message, Report
from games.moves.settlement import game_settle
from tests.support.callers import Caller, chosen, dealt, opened, problem, wrong_fields
from tests.support.tables import play_on

pytestmark = pytest.mark.django_db


def said(player: Caller, path: str, text: str = "hello") -> Any:
    return player.done(f"{path}/messages", {"text": text})


def board(player: Caller, path: str) -> list[str]:
    return [row["text"] for row in player.seen(f"{path}/messages")["items"]]


def told(player: Caller) -> list[Any]:
    notices = player.seen("/me/notices")["items"]
    return [notice["data"] for notice in notices if notice["kind"] == "game.message"]


def test_what_one_writes_the_others_read_and_are_told_of(ada, bob):
    path = opened(ada, bob)
    version = ada.seen(path)["version"]
    first = said(ada, path, "Good luck!\nAda")
    said(bob, path, "<b>you too</b>")

    assert (first["number"], first["player"], first["seat"]) == (1, "ada", 0)
    assert board(bob, path) == ["<b>you too</b>", "Good luck!\nAda"]
    assert (told(bob), told(ada)) == ([{"number": 1, "seat": 0}], [{"number": 2, "seat": 1}])
    assert ada.seen(path)["version"] == version  # the log knows nothing of it
    assert not Event.objects.filter(public__icontains="luck").exists()


def test_a_host_without_a_seat_writes_too(ada, bob):
    path = opened(ada, bob, sit=False)

    assert "seat" not in said(ada, path)
    assert told(bob) == [{"number": 1}]


def test_only_those_at_the_table_write_and_read_while_it_is_played(ada, bob, cleo, api):
    public, private = dealt(ada, bob), dealt(ada, bob, visibility="private")
    for path in (public, private):
        said(ada, path)

    problem(cleo.post(f"{public}/messages", {"text": "hi"}), 403, "not_seated")
    problem(cleo.get(f"{public}/messages"), 403, "not_seated")
    problem(api.get(f"/api/v1{public}/messages"), 403, "not_seated")
    problem(cleo.get(f"{private}/messages"), 404, "not_found")
    problem(cleo.post(f"{private}/messages", {"text": "hi"}), 404, "not_found")
    problem(cleo.post(f"{public}/messages/1/report", {"reason": "x"}), 403, "not_seated")
    problem(cleo.delete(f"{public}/messages/1"), 404, "not_found")


@pytest.mark.parametrize(("visibility", "status"), [("public", 200), ("unlisted", 403), ("private", 404)])
def test_after_the_end_the_board_of_a_public_table_is_for_everybody(ada, bob, cleo, visibility, status):
    path = chosen(ada, bob, visibility=visibility)
    said(ada, path, "well played")
    play_on(path.id, actions=5000)
    game_settle(path.id)

    assert cleo.get(f"{path}/messages").status_code == status
    assert board(bob, path) == ["well played"]
    assert cleo.post(f"{path}/messages", {"text": "hi"}).status_code in (403, 404)


@pytest.mark.parametrize("text", ["", " \n ", "x" * 1001, "nul\x00", "\u202eturned", 5, None])
def test_text_that_is_none_is_refused(ada, text):
    path = opened(ada)

    assert "text" in wrong_fields(ada.post(f"{path}/messages", {"text": text}))
    assert not Message.objects.exists()


def test_nobody_writes_more_than_so_many_a_minute_or_at_a_table(ada, bob, monkeypatch):
    monkeypatch.setattr(services, "MAX_IN_A_MINUTE", 1)
    path = opened(ada, bob)
    said(ada, path)
    problem(ada.post(f"{path}/messages", {"text": "again"}), 409, "too_many_messages")
    said(bob, path)
    Message.objects.update(at=timezone.now() - timedelta(minutes=2))
    said(ada, path)
    monkeypatch.setattr(services, "MAX_MESSAGES", 3)
    problem(bob.post(f"{path}/messages", {"text": "more"}), 409, "too_many_messages")


def test_nobody_writes_more_than_so_many_a_day_at_all_tables_together(ada, bob, monkeypatch):
    monkeypatch.setattr(services, "MAX_IN_A_DAY", 2)
    path, other = opened(ada, bob), opened(ada, bob)
    said(ada, path)
    said(ada, other)

    refused = problem(ada.post(f"{path}/messages", {"text": "again"}), 409, "too_many_messages")

    assert refused["detail"] == "You can write 2 messages in 24 hours, at all tables together."
    said(bob, path)
    Message.objects.update(at=timezone.now() - timedelta(hours=25))
    said(ada, path)


def test_who_is_blocked_is_not_heard_by_who_has_blocked_them(ada, bob, cleo):
    path = opened(ada, bob, cleo)
    bob.put("/me/blocks/ada")
    said(ada, path)

    assert (board(bob, path), board(cleo, path), board(ada, path)) == ([], ["hello"], ["hello"])
    assert (told(bob), len(told(cleo))) == ([], 1)


def test_one_deletes_ones_own_and_the_number_stays(ada, bob):
    path = opened(ada, bob)
    said(ada, path)
    problem(bob.delete(f"{path}/messages/1"), 404, "not_found")
    assert ada.delete(f"{path}/messages/1").status_code == 204

    (row,) = bob.seen(f"{path}/messages")["items"]
    assert (row["number"], row["text"], row["deleted"]) == (1, "", "author")
    problem(ada.delete(f"{path}/messages/1"), 404, "not_found")
    assert said(ada, path)["number"] == 2


def test_a_reported_message_is_deleted_by_the_operator(ada, bob, capsys):
    path = opened(ada, bob)
    said(ada, path, "rude words")
    assert bob.post(f"{path}/messages/1/report", {"reason": "rude"}).status_code == 204
    assert bob.post(f"{path}/messages/1/report", {"reason": "very rude"}).status_code == 204
    problem(bob.post(f"{path}/messages/2/report", {"reason": "?"}), 404, "not_found")
    assert Report.objects.count() == 1

    call_command("moderate", "reports")
    shown = capsys.readouterr().out
    assert "'rude words'" in shown
    assert "reported by bob: 'very rude'" in shown
    call_command("moderate", "unsay", str(path.id), "1", "--reason", "rude", "--operator", "olga")

    (row,) = bob.seen(f"{path}/messages")["items"]
    assert (row["text"], row["deleted"]) == ("", "operator")
    deed = OperatorDeed.objects.get()
    assert (deed.deed, deed.operator, deed.player, deed.game_id) == ("unsay", "olga", ada.player, path.id)
    with pytest.raises(CommandError):
        call_command("moderate", "unsay", str(path.id), "1", "--reason", "again")
    with pytest.raises(CommandError):
        call_command("moderate", "unsay", str(path.id), "7", "--reason", "none")


def test_a_deleted_account_leaves_no_words(ada, bob):
    path = opened(bob, ada)
    said(ada, path, "my words")
    ada.put(f"{path}/note", {"text": "mine"})
    said(bob, path, "yours")
    ada.post(f"{path}/messages/2/report", {"reason": "x"})
    ada.delete("/me")

    items = bob.seen(f"{path}/messages")["items"]
    assert [(row["text"], row.get("player")) for row in items] == [("yours", "bob"), ("", None)]
    assert not Report.objects.exists()


def test_they_come_in_pages(ada):
    path = opened(ada)
    for text in "abc":
        said(ada, path, text)

    first = ada.seen(f"{path}/messages?limit=2")
    second = ada.seen(f"{path}/messages?limit=2&cursor={first['next']}")
    assert [row["text"] for row in first["items"] + second["items"]] == ["c", "b", "a"]
    assert second["next"] is None
