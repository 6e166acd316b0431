"""POST and GET /games/{id}/audits: an audit in the background, ordered and asked after."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.db import OperationalError
from django.utils import timezone

from games import tasks
from games.audits import jobs
from games.audits.jobs import MAX_ATTEMPTS, _ProgressWriter, audits_forget
from games.log.leases import Lease
from games.models import AuditRun, Game, Look
from tests.support.accounts import token_for
from tests.support.callers import Caller, chosen, drawing, problem, wrong_fields
from tests.support.roles import owner

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def sent(monkeypatch) -> list[str]:
    """The audits a task was sent for, instead of sending one."""
    messages: list[str] = []
    monkeypatch.setattr(
        "games.play.dispatch.current_app.send_task",
        lambda name, args, **_: messages.append(args[1]) if name == "games.tasks.audit_game" else None,
    )
    return messages


def ordered(player: Caller, path: str, query: str = "") -> Any:
    answer = player.post(f"{path}/audits{query}")
    assert answer.status_code == 202, answer.content
    assert answer["Location"] == answer.json()["links"]["self"]
    assert answer["Retry-After"] == "1"
    return answer.json()


def polled(player: Caller, run: Any) -> Any:
    return player.get(run["links"]["self"].removeprefix("/api/v1"))


def performed(run: Any) -> None:
    tasks.audit_game(run["links"]["game"].rsplit("/", 1)[1], run["id"])


def done(player: Caller, run: Any) -> Any:
    performed(run)
    answer = polled(player, run)
    assert (answer.status_code, answer.json()["status"]) == (200, "done"), answer.content
    assert "Retry-After" not in answer
    return answer.json()


def test_an_audit_is_ordered_done_by_a_task_and_says_what_the_direct_one_says(
    ada, bob, sent, django_capture_on_commit_callbacks
):
    path = chosen(ada, bob)
    with django_capture_on_commit_callbacks(execute=True):
        run = ordered(ada, path)

    assert sent == [run["id"]]
    assert (run["status"], run["progress"]["seq"]) == ("waiting", 0)
    found = done(ada, run)
    assert found["report"] == ada.seen(f"{path}/audit")
    assert found["progress"] == {"seq": found["version"], "of": found["version"]}


def test_the_same_order_while_one_is_under_way_is_that_one_and_later_a_new_one(ada, bob):
    path = chosen(ada, bob)
    first = ordered(ada, path)

    assert ordered(ada, path)["id"] == first["id"]
    done(ada, first)
    second = ordered(ada, path)

    assert second["id"] != first["id"]
    assert [run["id"] for run in ada.seen(f"{path}/audits")["items"]] == [second["id"], first["id"]]


def test_it_is_of_the_moment_it_was_ordered_for_however_the_table_moves_on(ada, bob):
    path = chosen(ada, bob)
    now, then = ordered(ada, path), ordered(ada, path, "?at=5")
    drawing(ada, path)

    for run in (now, then):
        report = done(ada, run)["report"]
        assert (report["version"], report["hash"], report["sound"]) == (run["version"], run["hash"], True)
    assert then["version"] == 5


def test_what_is_wrong_with_an_order_is_said_and_nothing_is_ordered(ada, bob):
    path = chosen(ada, bob)

    assert wrong_fields(ada.post(f"{path}/audits", {"fast": True})) == {"fast": "unknown"}
    assert wrong_fields(ada.post(f"{path}/audits?seat=0")) == {"seat": "unknown"}
    problem(ada.post(f"{path}/audits?at=9999"), 400, "invalid")
    assert ada.api.post(f"/api/v1{path}/audits").status_code == 401
    assert not AuditRun.objects.exists()


def test_a_player_orders_so_many_in_a_day_and_no_more_though_they_are_done(ada, bob, monkeypatch):
    monkeypatch.setattr(jobs, "MAX_IN_A_DAY", 2)
    path = chosen(ada, bob)
    for at in (1, 2):
        ordered(ada, path, f"?at={at}")
    AuditRun.objects.update(finished_at=timezone.now())

    refused = problem(ada.post(f"{path}/audits"), 409, "too_many_audits")

    assert refused["context"] == {"most": 2, "current": 2}
    assert refused["detail"] == "You can order 2 audits in 24 hours, and you have ordered 2."
    ordered(bob, path)
    AuditRun.objects.update(created_at=timezone.now() - timedelta(hours=25))
    ordered(ada, path)


def test_a_player_has_so_many_under_way_and_no_more(ada, bob):
    path = chosen(ada, bob)
    runs = [ordered(ada, path, f"?at={at}") for at in range(1, 5)]

    refused = problem(ada.post(f"{path}/audits"), 409, "too_many_audits")
    assert refused["context"]["most"] == 4
    ordered(bob, path)
    done(ada, runs[0])
    ordered(ada, path)


def test_an_audit_is_its_players_own(ada, bob, cleo):
    path = chosen(ada, bob, visibility="private")
    run = ordered(ada, path)
    done(ada, run)

    for other in (bob, cleo):
        problem(polled(other, run), 404, "not_found")
    problem(cleo.post(f"{path}/audits"), 404, "not_found")
    problem(cleo.get(f"{path}/audits"), 404, "not_found")
    assert bob.seen(f"{path}/audits")["items"] == []


def test_an_auditors_report_is_for_whoever_may_still_see_everything(ada, bob, cleo):
    path = chosen(ada, bob)
    limited, cleo.headers = cleo.headers, token_for(cleo.player, "audit")
    call_command("assign_audit", "cleo", str(path.id))
    run = ordered(cleo, path)
    report = done(cleo, run)["report"]

    assert {check["name"]: check["result"] for check in report["checks"]}["actions"] == "passed"
    assert list(Look.objects.values_list("what", flat=True)) == ["audit"]
    full, cleo.headers = cleo.headers, limited
    problem(polled(cleo, run), 404, "not_found")
    cleo.headers = full
    call_command("assign_audit", "cleo", str(path.id), "--withdraw")
    problem(polled(cleo, run), 404, "not_found")


def test_meanwhile_it_tells_how_far_it_has_come(ada, bob):
    run = ordered(ada, chosen(ada, bob))
    row = AuditRun.objects.get()
    AuditRun.objects.update(status="running")

    _ProgressWriter(row, Lease("an audit", 60))("actions", 12)

    assert polled(ada, run).json()["progress"] == {"check": "actions", "seq": 12, "of": run["version"]}


def test_a_changed_log_is_reported_with_the_seq(ada, bob):
    path = chosen(ada, bob)
    run = ordered(ada, path)
    with owner() as cursor:
        cursor.execute("UPDATE games_event SET cause = 'x' WHERE seq = 7")

    report = done(ada, run)["report"]

    assert report["sound"] is False
    assert {check["name"]: check.get("seq") for check in report["checks"]}["chain"] == 7


def test_what_was_forgotten_is_sent_for_again_until_it_is_done(ada, bob, sent):
    run = ordered(ada, chosen(ada, bob))
    assert tasks.sweep_audits() == 0  # it has only just been sent for

    for _ in range(2):
        AuditRun.objects.update(sent_at=timezone.now() - timedelta(seconds=60))
        assert tasks.sweep_audits() == 1
    assert sent == [run["id"]] * 2
    done(ada, run)
    performed(run)  # a message that came late
    AuditRun.objects.update(sent_at=timezone.now() - timedelta(seconds=60))
    assert tasks.sweep_audits() == 0


def test_an_audit_that_ends_its_workers_is_given_up(ada, bob, monkeypatch):
    run = ordered(ada, chosen(ada, bob))

    def killed(*_: Any, **__: Any) -> None:
        raise SystemExit

    monkeypatch.setattr("games.audits.jobs.game_audit", killed)
    for _ in range(MAX_ATTEMPTS):
        with pytest.raises(SystemExit):
            performed(run)
        assert polled(ada, run).json()["status"] == "running"
    performed(run)

    found = polled(ada, run).json()
    assert found["status"] == "failed"
    assert "report" not in found


def test_an_audit_that_another_worker_performs_is_left_to_it(ada, bob, redis_url):
    run = ordered(ada, chosen(ada, bob))
    other = Lease(f"audit:{run['id']}", 60)
    assert other.hold()

    performed(run)

    assert polled(ada, run).json()["status"] == "waiting"
    other.give_back()
    done(ada, run)


def test_a_failure_of_the_database_is_not_counted_against_the_audit(ada, bob, monkeypatch):
    run = ordered(ada, chosen(ada, bob))

    def full(*_: Any, **__: Any) -> None:
        raise OperationalError("No space left on device")

    with monkeypatch.context() as broken:
        broken.setattr("games.audits.jobs.game_audit", full)
        for _ in range(MAX_ATTEMPTS + 1):
            with pytest.raises(OperationalError):
                performed(run)

    done(ada, run)


def test_reports_are_forgotten_after_a_month(ada, bob):
    path = chosen(ada, bob)
    done(ada, ordered(ada, path))
    ordered(ada, path)

    assert audits_forget() == 0
    AuditRun.objects.exclude(finished_at=None).update(finished_at=timezone.now() - timedelta(days=31))
    assert audits_forget() == 1
    assert AuditRun.objects.count() == 1


def test_a_long_log_is_audited_in_the_background_alone(ada, bob, monkeypatch):
    path = chosen(ada, bob)
    version = Game.objects.get(pk=path.id).version
    monkeypatch.setattr("games.audits.views.reports.MAX_AT_ONCE", version - 1)

    refused = problem(ada.get(f"{path}/audit"), 409, "audit_too_long")

    assert ada.seen(f"{path}/audit?at={version - 1}")["sound"] is True
    assert ada.post(refused["context"]["audits"].removeprefix("/api/v1")).status_code == 202
