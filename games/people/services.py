"""Makes people of players, and ends their sessions."""

from __future__ import annotations

from allauth.usersessions.models import UserSession
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db import transaction

from games.accounts.services import player_add
from games.models import Person, Player


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
    Session.objects.filter(session_key__in=keys).delete()
    found.delete()
    return len(keys)


def person_delete(player: Player) -> None:
    """Forget how the player signed in: sessions, password, passkeys, addresses."""
    sessions_end(player)
    User.objects.filter(person=player.pk).delete()
