"""Grants: opened by a consent, renewed by refreshes, ended by the player, the app, the operator or time."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from games.accounts.models import Player, Token
from games.accounts.services import player_lock
from games.oauth.credentials import digest, family_of, is_match
from games.oauth.models import App, Grant
from games.webhooks.models import Webhook
from games.webhooks.receivers import tokenless_pause

logger = logging.getLogger("signalbox.oauth")

ACCESS_LIFETIME: Final = timedelta(hours=1)
IDLE_LIFETIME: Final = timedelta(days=30)  # of a grant that is not refreshed
MAX_GRANTS: Final = 20  # of one player to one app: a new one ends the oldest
PRUNED_AT_ONCE: Final = 500


@transaction.atomic
def grant_open(player: Player, app: App, scopes: Iterable[str], *, access: str, refresh: str) -> Grant:
    locked, now = player_lock(player), timezone.now()
    _make_room(locked, app)
    grant = Grant.objects.create(
        player=locked,
        app=app,
        scopes=list(scopes),
        family_digest=digest(family_of(refresh)),
        refresh_digest=digest(refresh),
        created_at=now,
        expires_at=now + IDLE_LIFETIME,
    )
    Token.objects.create(
        player=locked,
        name=app.name,
        grant=grant,
        scopes=grant.scopes,
        digest=digest(access),
        expires_at=now + ACCESS_LIFETIME,
    )
    logger.info("an app acts for a player", extra={"player": str(locked.pk), "app": str(app.pk)})
    return grant


def grant_renew(grant: Grant, scopes: Iterable[str], *, access: str, refresh: str) -> None:
    """The old access token ends, the old refresh token with the first use of a new one.

    `scopes` may be fewer than those of the grant.
    """
    now = timezone.now()
    grant.refresh_digest, grant.expires_at = digest(refresh), now + IDLE_LIFETIME
    grant.save(update_fields=["refresh_digest", "previous_digest", "expires_at"])
    Token.objects.filter(grant=grant).update(
        digest=digest(access), expires_at=now + ACCESS_LIFETIME, scopes=list(scopes), last_used_at=None
    )


def grant_redeem(app: App, refresh: str) -> Grant | None:
    """The grant of this refresh token, locked; None if it has ended or belongs to another app.

    A refresh token that was used before has been copied. Nobody can say whether the thief or the app comes
    second, so the grant ends. The exception is an answer that was lost: as long as its tokens are unused, the
    app can ask for others with the same refresh token.
    """
    of_family = Grant.objects.filter(app=app, family_digest=digest(family_of(refresh)))
    grant = of_family.select_related("player").select_for_update(of=("self",)).first()
    if grant is None or grant.player.suspended_at is not None:
        return None
    if not is_match(refresh, grant.refresh_digest) and not _is_lost_answer(grant, refresh):
        logger.warning(
            "a refresh token came twice", extra={"player": str(grant.player_id), "app": str(app.pk)}
        )
        grants_end(Grant.objects.filter(pk=grant.pk))
        return None
    grant.previous_digest = digest(refresh)
    return grant if grant.expires_at > timezone.now() else None


def _is_lost_answer(grant: Grant, refresh: str) -> bool:
    unused = Token.objects.filter(grant=grant, last_used_at=None)
    return is_match(refresh, grant.previous_digest) and unused.exists()


@transaction.atomic
def grants_end(grants: QuerySet[Grant]) -> int:
    """End these grants and everything that works for them. Returns their number.

    Streams notice that their token is gone. Webhooks are paused.
    """
    found = list(grants.values_list("pk", "player_id", "app_id"))
    ending = [pk for pk, _, _ in found]
    hooks = Webhook.objects.filter(token__grant__in=ending, player=F("token__player"))
    hooked = list(
        Player.objects.filter(pk__in=hooks.values_list("player", flat=True).distinct()).order_by("id")
    )
    Grant.objects.filter(pk__in=ending).delete()
    for player in hooked:
        tokenless_pause(player)
    for _, whose, app in found:
        logger.info("an app no longer acts for a player", extra={"player": str(whose), "app": str(app)})
    return len(ending)


def idle_grants_end(now: datetime) -> int:
    """A batch of grants that were not refreshed in time. Returns its size."""
    idle = Grant.objects.filter(expires_at__lte=now).order_by("expires_at")
    return grants_end(Grant.objects.filter(pk__in=list(idle.values_list("pk", flat=True)[:PRUNED_AT_ONCE])))


def _make_room(player: Player, app: App) -> None:
    newest = Grant.objects.filter(player=player, app=app).order_by("-created_at")
    surplus = list(newest.values_list("pk", flat=True)[MAX_GRANTS - 1 :])
    if surplus:
        grants_end(Grant.objects.filter(pk__in=surplus))
