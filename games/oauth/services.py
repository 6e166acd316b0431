"""Registers, changes and deletes apps."""

from __future__ import annotations

import logging
from typing import Any, Final

from django.db import transaction

from games.accounts.models import Player
from games.accounts.services import player_lock
from games.oauth.credentials import CLIENT_SECRET, digest, secret_new
from games.oauth.grants import grants_end
from games.oauth.models import App, AuthorizationCode, DeviceCode, Grant
from games.oauth.refusals import PublicApp, TooManyApps

logger = logging.getLogger("signalbox.oauth")

MAX_APPS: Final = 20


@transaction.atomic
def app_create(owner: Player, *, confidential: bool, **fields: Any) -> tuple[App, str | None]:
    """Returns the app and, if it is confidential, its secret, which is not stored."""
    locked = player_lock(owner)
    if (current := locked.apps.count()) >= MAX_APPS:
        raise TooManyApps(most=MAX_APPS, current=current)
    secret = secret_new(CLIENT_SECRET) if confidential else None
    app = App.objects.create(owner=locked, secret_digest=digest(secret) if secret else "", **fields)
    _note("registered", app)
    return app, secret


def app_update(app: App, **fields: Any) -> App:
    for name, value in fields.items():
        setattr(app, name, value)
    app.save(update_fields=list(fields))
    _note("changed", app)
    return app


def app_secret_renew(app: App) -> str:
    """The old secret ends at once."""
    if not app.is_confidential:
        raise PublicApp
    secret = secret_new(CLIENT_SECRET)
    app_update(app, secret_digest=digest(secret))
    return secret


@transaction.atomic
def app_delete(app: App) -> None:
    """Ends every grant to it, with what works for them."""
    grants_end(Grant.objects.filter(app=app))
    _note("removed", app)
    app.delete()


def _note(deed: str, app: App) -> None:
    """Of its secret only that there is a new one."""
    logger.info("an app was %s", deed, extra={"player": str(app.owner_id), "app": str(app.pk)})


def apps_forget(player: Player) -> None:
    """For an account that is deleted: its own apps, what it has allowed others, and codes on their way."""
    for app in App.objects.filter(owner=player):
        app_delete(app)
    grants_end(Grant.objects.filter(player=player))
    AuthorizationCode.objects.filter(player=player).delete()
    DeviceCode.objects.filter(player=player).delete()
