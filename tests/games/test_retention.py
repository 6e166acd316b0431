"""What is kept for a time only goes when it is over, and nothing else does."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.utils import timezone

from games import retention
from games.accounts.models import Token
from games.accounts.services import token_create
from games.audits.models import VerificationRun
from games.retention import old_rows_forget
from tests.support.tables import people

pytestmark = pytest.mark.django_db


def test_a_token_is_forgotten_a_month_after_it_has_expired():
    (ada,) = people(1)
    now = timezone.now()
    for name, days in (("old", -31), ("ended", -29), ("good", 1)):
        token_create(ada, name=name, scopes=["games:read"], expires_at=now + timedelta(days=days))
    token_create(ada, name="endless", scopes=["games:read"])

    assert old_rows_forget() == 1
    assert "old" not in Token.objects.filter(player=ada).values_list("name", flat=True)
    assert {"ended", "good", "endless"} <= set(ada.tokens.values_list("name", flat=True))


def test_sessions_of_operators_and_runs_of_audits_are_forgotten():
    now = timezone.now()
    for key, days in (("old", -1), ("new", 1)):
        Session.objects.create(session_key=key, session_data="", expire_date=now + timedelta(days=days))
    for days in (31, 29):
        VerificationRun.objects.create(begun_at=now - timedelta(days=days))

    assert old_rows_forget() == 2
    assert Session.objects.get().session_key == "new"
    assert VerificationRun.objects.count() == 1


def test_a_kind_that_fails_does_not_keep_the_others(monkeypatch, caplog):
    def broken() -> int:
        raise RuntimeError

    VerificationRun.objects.create(begun_at=timezone.now() - timedelta(days=31))
    monkeypatch.setattr(retention, "KINDS", (broken, *retention.KINDS))

    assert old_rows_forget() == 1
    assert "broken failed" in caplog.text


def test_a_run_ends_when_its_time_is_up_and_the_next_goes_on(monkeypatch):
    monkeypatch.setattr(retention, "AT_ONCE", 1)
    for days in (31, 32):
        VerificationRun.objects.create(begun_at=timezone.now() - timedelta(days=days))
    with monkeypatch.context() as patch:
        patch.setattr(retention, "MAX_SECONDS", -1)
        assert old_rows_forget() == 0

    assert old_rows_forget() == 2
