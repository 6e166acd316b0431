"""Makes people of players, and ends their sessions."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any, Final

from allauth.usersessions.models import UserSession
from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone

from games.accounts.models import Player
from games.accounts.services import player_add
from games.people.models import Person

AT_ONCE: Final = 100
SESSIONS_AT_ONCE: Final = 5_000
MAX_SESSIONS: Final = 50  # of one person


@transaction.atomic
def person_sign_up(*, name: str, password: str | None, language: str) -> Person:
    """A new player who signs in. Raises `NameTaken`."""
    return person_create(player_add(name=name), password=password, language=language)


@transaction.atomic
def person_create(player: Player, *, password: str | None, language: str) -> Person:
    """A way in for a player. Without a password, a passkey must follow."""
    user, _ = User.objects.get_or_create(username=str(player.pk))
    user.set_password(password)  # None makes it unusable
    user.save(update_fields=["password"])
    person, _ = Person.objects.update_or_create(player=player, defaults={"user": user, "language": language})
    return person


def sessions_end(player: Player, *, but: str | None = None) -> int:
    """End every session of the player except the one with this key. Returns how many there were."""
    found = UserSession.objects.filter(user__person=player.pk).exclude(session_key=but)
    keys = list(found.values_list("session_key", flat=True))
    _sessions_delete(keys)
    return len(keys)


def sessions_make_room(user: User) -> None:
    """End the oldest sessions, so that there are `MAX_SESSIONS` with the one that begins."""
    newest = UserSession.objects.filter(user=user).order_by("-created_at", "-pk")
    _sessions_delete(list(newest.values_list("session_key", flat=True)[MAX_SESSIONS - 1 :]))


def sessions_forget() -> int:
    """Delete a batch of expired sessions, of people and operators, and from where they were begun."""
    expired = Session.objects.filter(expire_date__lt=timezone.now()).order_by("expire_date")
    return _sessions_delete(list(expired.values_list("session_key", flat=True)[:SESSIONS_AT_ONCE]))


def session_forget(request: HttpRequest, **signal: Any) -> None:
    """Called at a sign-out, which deletes the session itself."""
    UserSession.objects.filter(session_key=request.session.session_key).delete()


def _sessions_delete(keys: Sequence[str]) -> int:
    UserSession.objects.filter(session_key__in=keys).delete()
    return Session.objects.filter(session_key__in=keys).delete()[0]


def person_delete(player: Player) -> None:
    """Forget how the player signed in: sessions, password, passkeys, addresses."""
    sessions_end(player)
    User.objects.filter(person=player.pk).delete()


@transaction.atomic
def unfinished_forget() -> int:
    """Free the names of those who began to sign up with a passkey, made none within a day and never came in.

    Nothing refers to such a player. One who has tokens loses no more than the attempt to claim the account.
    Who never came in is found by an index that migrations add to Django's table.
    """
    people = Person.objects.filter(
        created_at__lt=timezone.now() - timedelta(days=1),
        user__password__startswith=UNUSABLE_PASSWORD_PREFIX,
        user__authenticator=None,
        user__last_login=None,
    )
    found = list(people.select_related("player")[:AT_ONCE])
    User.objects.filter(person__in=found).delete()
    Player.objects.filter(pk__in=[person.pk for person in found], tokens=None).delete()
    return len(found)
