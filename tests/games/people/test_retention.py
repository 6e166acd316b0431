"""What nobody needs any more of sign-ins is deleted."""

from __future__ import annotations

from datetime import timedelta

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from games.accounts.models import Player
from games.people.models import Person
from games.people.services import unfinished_forget
from games.retention import old_rows_forget
from tests.support.people import is_signed_in, sign_in, sign_up

pytestmark = pytest.mark.django_db


def test_expired_sessions_are_deleted_with_where_they_were_begun():
    ada = Client()
    sign_up(ada)
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    other = Client()
    sign_in(other)

    old_rows_forget()

    assert Session.objects.count() == UserSession.objects.count() == 1
    assert is_signed_in(other)


def test_a_sign_out_leaves_nothing_of_its_session():
    ada = Client()
    sign_up(ada)
    assert UserSession.objects.exists()

    ada.post("/account/sign-out")

    assert not is_signed_in(ada)
    assert not UserSession.objects.exists()


def begin(name: str) -> None:
    Client().post("/account/sign-up/passkey", {"username": name})


def test_a_name_is_free_again_a_day_after_a_sign_up_that_was_not_finished():
    begin("ada")
    sign_up(Client(), "bob")
    assert unfinished_forget() == 0
    Person.objects.update(created_at=timezone.now() - timedelta(days=2))

    assert unfinished_forget() == 1

    assert list(Player.objects.values_list("name", flat=True)) == ["bob"]
    assert User.objects.count() == 1
