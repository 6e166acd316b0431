"""Reads of apps and grants."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet

from games.accounts.models import Player
from games.oauth.models import App, Grant
from games.oauth.refusals import NoSuchApp
from games.oauth.scopes import in_order
from games.oauth.web_app import ID as WEB_APP
from games.oauth.web_app import web_app


def app_get(client_id: str) -> App | None:
    try:
        app_id = UUID(client_id)
    except ValueError:
        return None
    return web_app() if app_id == WEB_APP else App.objects.filter(pk=app_id).first()


def app_list(owner: Player) -> QuerySet[App]:
    return App.objects.filter(owner=owner)


def app_of(owner: Player, app_id: UUID) -> App:
    app = app_list(owner).filter(pk=app_id).first()
    if app is None:
        raise NoSuchApp
    return app


def grants_of(player: Player) -> QuerySet[Grant]:
    return Grant.objects.filter(player=player).select_related("app", "token")


@dataclass(frozen=True, slots=True)
class AllowedApp:
    """An app as the player sees it who has allowed it, with all their grants taken together."""

    id: UUID
    name: str
    homepage: str
    owner: str | None
    scopes: list[str]
    allowed_at: datetime
    last_used_at: datetime | None


def allowed_apps(player: Player) -> QuerySet[App]:
    mine = Grant.objects.filter(player=player, app=OuterRef("pk"))
    return App.objects.filter(Exists(mine)).select_related("owner")


def allowed_of(player: Player, apps: Iterable[App]) -> list[AllowedApp]:
    by_app: dict[UUID, list[Grant]] = {}
    listed = list(apps)
    for grant in grants_of(player).filter(app__in=[app.pk for app in listed]):
        by_app.setdefault(grant.app_id, []).append(grant)
    return [_allowed(app, by_app[app.pk]) for app in listed if app.pk in by_app]


def _allowed(app: App, grants: list[Grant]) -> AllowedApp:
    return AllowedApp(
        id=app.id,
        name=app.name,
        homepage=app.homepage,
        owner=app.owner.name if app.owner else None,
        scopes=in_order({scope for grant in grants for scope in grant.scopes}),
        allowed_at=min(grant.created_at for grant in grants),
        last_used_at=max((used for grant in grants if (used := grant.token.last_used_at)), default=None),
    )
