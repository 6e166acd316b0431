"""`manage.py verify` and the nightly task."""

from __future__ import annotations

import logging
from datetime import timedelta
from io import StringIO
from uuid import UUID

import pytest
import redis
from django.core.management import CommandError, call_command
from django.utils import timezone
from prometheus_client import REGISTRY

from games.audits.models import Verification, VerificationRun
from games.audits.nightly import AuditResult, game_verify
from games.log.models import Game, Seed
from games.projector import game_project
from games.tasks import verify_new
from games.transparency.sequencer import log_extend
from tests.support.roles import owner
from tests.support.tables import play_on, played_out, started, stood_still


def verify(*words: str) -> str:
    out = StringIO()
    call_command("verify", *words, stdout=out)
    return out.getvalue()


def tamper(game: Game, seq: int) -> None:
    with owner() as cursor:
        cursor.execute("UPDATE games_event SET by = 'x' WHERE game_id = %s AND seq = %s", [game.id, seq])


def counted(result: str) -> float:
    return REGISTRY.get_sample_value("signalbox_verified_games_total", {"result": result}) or 0


@pytest.mark.django_db
def test_every_game_is_proved_each_time_finished_or_running():
    played_out()
    started()

    for _ in range(2):
        assert "2 games audited, 0 failed" in verify("--all")
    assert Verification.objects.filter(sound=True).count() == 2


@pytest.mark.django_db
def test_new_ones_are_those_not_proved_as_they_now_are():
    game_project(played_out().id)
    log_extend()  # until the public log has its end, a game is audited again
    running, _ = started()

    assert "2 games audited" in verify("--new")
    assert "0 games audited" in verify("--new")
    play_on(running.id, actions=3)
    assert "1 games audited" in verify("--new")


def interrupted_after(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """As if somebody had pressed Ctrl-C."""
    left = iter(range(count))

    def prove(game_id: UUID) -> AuditResult:
        if next(left, None) is None:
            raise KeyboardInterrupt
        return game_verify(game_id)

    with monkeypatch.context() as patch:
        patch.setattr("games.management.commands.verify.game_verify", prove)
        with pytest.raises(CommandError, match="to resume") as stopped:
            verify("--all")
    assert stopped.value.returncode == 130


@pytest.mark.django_db
def test_a_run_that_was_stopped_goes_on_and_the_next_begins_anew(monkeypatch):
    games = [started()[0] for _ in range(3)]
    interrupted_after(2, monkeypatch)
    proved = {found.game_id: found.at for found in Verification.objects.all()}

    out = verify("--all")

    assert "Resuming the run begun at" in out
    assert "3 games audited, 0 failed" in out
    assert {game.id for game in games} == {found.game_id for found in Verification.objects.all()}
    assert all(Verification.objects.get(game=game).at == at for game, at in proved.items())
    assert "Resuming" not in verify("--all")
    assert all(Verification.objects.get(game=game).at > at for game, at in proved.items())


@pytest.mark.django_db
def test_what_a_run_found_before_it_was_stopped_counts_when_it_goes_on(monkeypatch):
    first, _ = started()
    started()
    tamper(first, 7)
    interrupted_after(1, monkeypatch)
    out = StringIO()

    with pytest.raises(CommandError, match="fail the audit"):
        call_command("verify", "--all", stdout=out)

    assert f"{first.id}  chain at seq 7" in out.getvalue()
    assert "2 games audited, 1 failed" in out.getvalue()


@pytest.mark.django_db
@pytest.mark.parametrize("words", [("--anew",), ("--since", "2001-01-01"), ()])
def test_another_run_or_one_of_yesterday_is_not_gone_on_with(monkeypatch, words):
    started()
    started()
    interrupted_after(1, monkeypatch)
    if not words:
        VerificationRun.objects.update(begun_at=timezone.now() - timedelta(days=2))

    assert "Resuming" not in verify("--all", *words)


@pytest.mark.django_db
def test_a_changed_log_is_named_with_its_seq_counted_and_shouted(caplog):
    game, _ = started()
    tamper(game, 7)
    before, out = counted("unsound"), StringIO()

    with caplog.at_level(logging.CRITICAL), pytest.raises(CommandError, match="fail the audit"):
        call_command("verify", "--all", stdout=out)

    assert f"{game.id}  chain at seq 7" in out.getvalue()
    assert counted("unsound") == before + 1
    assert f"ALERT: the log of game {game.id} does not hold" in caplog.text
    assert Verification.objects.get(game=game).failed[0]["seq"] == 7


@pytest.mark.django_db
def test_what_was_changed_after_it_was_proved_is_found_when_asked_again():
    game, _ = started()
    verify("--all")
    tamper(game, 7)

    assert "0 games audited" in verify("--new")
    for words in (("--all",), (str(game.id),)):
        with pytest.raises(CommandError):
            verify(*words)


@pytest.mark.django_db
def test_a_log_that_did_not_hold_is_new_every_time():
    game, _ = started()
    tamper(game, 7)

    for _ in range(2):
        with pytest.raises(CommandError):
            verify("--new")


@pytest.mark.django_db
def test_a_game_whose_seed_was_taken_away_is_named_and_the_others_are_proved():
    game, _ = started()
    started()
    Seed.objects.filter(game=game).delete()
    out = StringIO()

    with pytest.raises(CommandError):
        call_command("verify", "--all", stdout=out)

    assert f"{game.id}  seed at seq 1: the server no longer has the seed" in out.getvalue()
    assert "2 games audited, 1 failed" in out.getvalue()


@pytest.mark.django_db
def test_only_games_that_moved_since_a_day_are_wanted():
    started()

    assert "1 games audited" in verify("--all", "--since", "2001-01-01")
    assert "0 games audited" in verify("--all", "--since", "2999-01-01T00:00:00Z")


@pytest.mark.django_db
@pytest.mark.parametrize(
    "words",
    [
        (),
        ("--all", "--new"),
        ("--all", "00000000-0000-4000-8000-000000000000"),
        ("00000000-0000-4000-8000-000000000000",),
    ],
)
def test_it_wants_to_know_which_games_and_they_must_exist(words):
    with pytest.raises(CommandError):
        verify(*words)


@pytest.mark.django_db(transaction=True)
def test_several_processes_share_the_work():
    for _ in range(10):
        game, _ = started()
    tamper(game, 7)
    out = StringIO()

    with pytest.raises(CommandError):
        call_command("verify", "--all", "--jobs", "2", stdout=out)

    assert "10 games audited, 1 failed" in out.getvalue()
    assert Verification.objects.filter(sound=True).count() == 9


@pytest.mark.django_db
def test_every_night_the_new_ones_are_proved_and_an_unsound_one_does_not_keep_the_task_busy():
    game, _ = started()
    started()
    tamper(game, 7)
    begun = timezone.now()

    assert verify_new() == 2
    assert verify_new(begun.isoformat()) == 0
    assert verify_new() == 1


@pytest.mark.django_db
def test_a_night_looks_at_what_moved_since_the_last_one_and_once_a_week_at_everything():
    games = [started()[0] for _ in range(2)]
    assert verify_new() == 2
    Verification.objects.all().delete()
    stood_still(games[0], seconds=2 * 3600)

    assert verify_new() == 1
    assert Verification.objects.get().game_id == games[1].id

    VerificationRun.objects.filter(since=None).update(begun_at=timezone.now() - timedelta(days=8))
    assert verify_new() == 1
    assert Verification.objects.count() == 2


@pytest.mark.django_db
def test_a_night_that_was_interrupted_is_made_up_for_in_the_next(sent, monkeypatch):
    verify_new()
    games = [started()[0] for _ in range(2)]
    with monkeypatch.context() as patch:
        patch.setattr("games.audits.nightly.MAX_SECONDS", -1)
        assert verify_new() == 1  # and the message for the rest is lost

    for game in games:
        stood_still(game, seconds=1800)
    assert verify_new() == 1


@pytest.mark.django_db
def test_a_night_that_is_too_short_for_one_task_goes_on_in_the_next(sent, monkeypatch):
    for _ in range(2):
        started()
    monkeypatch.setattr("games.audits.nightly.MAX_SECONDS", -1)
    sent.clear()

    assert verify_new() == 1
    [(task, begun)] = sent
    assert task == "verify_new"
    assert verify_new(begun) == 1
    assert Verification.objects.filter(sound=True).count() == 2


@pytest.mark.django_db
def test_two_nights_at_once_prove_every_game_once(redis_url, monkeypatch):
    """The second begins while the first is at work, as when two schedulers send the task."""
    for _ in range(3):
        started()
    proved, second = list[UUID](), list[int]()

    def verify(game_id: UUID) -> None:
        proved.append(game_id)
        second.append(verify_new())

    monkeypatch.setattr("games.audits.nightly.game_verify", verify)

    assert verify_new() == 3
    assert sorted(proved) == sorted(Game.objects.values_list("id", flat=True))
    assert second == [0, 0, 0]


@pytest.mark.django_db
def test_a_night_whose_lease_was_lost_leaves_the_rest_to_the_other(sent, redis_url, monkeypatch):
    for _ in range(3):
        started()
    sent.clear()

    def verify(_: UUID) -> None:
        with redis.Redis.from_url(redis_url) as client:
            client.set("lease:verification", "another's")

    monkeypatch.setattr("games.audits.nightly.game_verify", verify)

    assert verify_new() == 1
    assert sent == []
