"""Recovery codes: each signs its person in once, without anything else."""

from __future__ import annotations

from allauth.mfa.models import Authenticator
from cryptography.fernet import InvalidToken
from django.contrib.auth.models import User
from django.db import transaction

from games.internals.allauth import RecoveryCodes


@transaction.atomic
def codes_make(user: User) -> list[str]:
    """New codes; the old ones end."""
    User.objects.select_for_update().get(pk=user.pk)
    _stored(user).delete()
    found: list[str] = RecoveryCodes.activate(user).get_unused_codes()
    return found


def codes_left(user: User) -> list[str]:
    """None if their sealing key is no longer known: then new ones have to be made."""
    stored = _stored(user).first()
    try:
        return RecoveryCodes(stored).get_unused_codes() if stored else []
    except InvalidToken:
        return []


def code_use(user: User, code: str) -> bool:
    """Whether it is an unused code of this user; from now on it is used."""
    if not codes_left(user):
        return False
    plain = "".join(filter(str.isdigit, code))
    return bool(RecoveryCodes(_stored(user).get()).validate_code(plain))


def _stored(user: User):  # type: ignore[no-untyped-def]  # noqa: ANN202 – a QuerySet of an untyped model
    return Authenticator.objects.filter(user=user, type=Authenticator.Type.RECOVERY_CODES)
