"""Reads of people: by player, by user, by name."""

from __future__ import annotations

from uuid import UUID

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import User
from django.http import HttpRequest

from games.accounts.models import Player
from games.accounts.selectors import player_get
from games.people.models import Language, NotificationChoice, Person


def person_get(player: Player | UUID) -> Person | None:
    """The person of a player with their user, or None for an account that only programs use."""
    pk = player.pk if isinstance(player, Player) else player
    return Person.objects.select_related("user").filter(pk=pk).first()


def player_of(request: HttpRequest) -> Player:
    """The player who is signed in, on a page that requires it."""
    player: Player = request.user.person.player  # type: ignore[union-attr]
    return player


def language_of(player: Player) -> Language:
    """In which to write to the player: as chosen for notifications, or else that of the pages."""
    choice = NotificationChoice.objects.filter(player=player).only("language").first()
    chosen = choice or person_get(player)
    return Language(chosen.language) if chosen and chosen.language in Language else Language.ENGLISH


def user_by_id(user_id: int) -> User | None:
    """The user of a person who may sign in, with their player."""
    found = User.objects.select_related("person__player").filter(
        pk=user_id,
        is_active=True,
        person__player__suspended_at=None,
        person__player__deleted_at=None,
    )
    return found.exclude(person=None).first()


def user_by_login(login: str) -> User | None:
    """By what a person types: a name has no @, an address has one."""
    return user_by_email(login) if "@" in login else user_by_name(login)


def user_by_name(name: str) -> User | None:
    player = player_get(name)
    person = person_get(player) if player else None
    return person.user if person else None


def user_by_email(email: str) -> User | None:
    """By a verified address only: anybody can claim one that is not."""
    found = User.objects.filter(emailaddress__email=email.lower(), emailaddress__verified=True)
    return found.exclude(person=None).first()


def verified_email(player: Player | UUID) -> str | None:
    """Where mail for this player goes: the primary address, if it is verified."""
    pk = player.pk if isinstance(player, Player) else player
    found = EmailAddress.objects.filter(user__person=pk, primary=True, verified=True)
    return found.values_list("email", flat=True).first()


def passkeys(user: User) -> list[Authenticator]:
    found = Authenticator.objects.filter(user=user, type=Authenticator.Type.WEBAUTHN)
    return list(found.order_by("created_at"))


def can_sign_in(player: Player) -> bool:
    """Whether there is a password or a passkey. Recovery codes run out, so they alone do not count."""
    person = person_get(player)
    return person is not None and (person.user.has_usable_password() or bool(passkeys(person.user)))
