"""A line in the log for everything that happens to a sign-in. It names the player's id and no secret."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any, Final

from allauth.account import signals as account
from allauth.mfa import signals as mfa
from django.contrib.auth.models import User
from django.dispatch import Signal
from django.http import HttpRequest

from games.http.rate_limits import client_address

logger = logging.getLogger("signalbox.people")

DEEDS: Final[dict[str, Signal]] = {
    "signed up": account.user_signed_up,
    "signed in": account.user_logged_in,
    "signed out": account.user_logged_out,
    "set a password": account.password_set,
    "changed the password": account.password_changed,
    "reset the password": account.password_reset,
    "added an e-mail address": account.email_added,
    "confirmed an e-mail address": account.email_confirmed,
    "removed an e-mail address": account.email_removed,
    "chose the primary e-mail address": account.email_changed,
    "added a passkey": mfa.authenticator_added,
    "removed a passkey": mfa.authenticator_removed,
}


def note(deed: str, user: User | None, request: HttpRequest | None = None) -> None:
    player = str(user.person.pk) if user is not None and hasattr(user, "person") else None
    address = client_address(request) if request is not None else None
    logger.info("a person %s", deed, extra={"player": player, "address": address})


def note_failure(request: HttpRequest | None, means: str) -> None:
    """The name that was tried is not written: people type passwords there."""
    address = client_address(request) if request is not None else None
    logger.warning("a sign-in failed", extra={"means": means, "address": address})


def connect() -> None:
    for deed, signal in DEEDS.items():
        signal.connect(_noting(deed), weak=False, dispatch_uid=f"journal: {deed}")


def _noting(deed: str) -> Callable[..., None]:
    def receive(request: HttpRequest | None = None, user: User | None = None, **more: Any) -> None:
        address = more.get("email_address")
        note(deed, address.user if address is not None and user is None else user, request)

    return receive
