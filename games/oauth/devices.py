"""Programs without a browser: a device code for the program, a short code for the player (RFC 8628)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import Final

from django.db import IntegrityError, transaction
from django.utils import timezone
from oauthlib.oauth2.rfc8628.grant_types import DeviceCodeGrant

from games.accounts.models import Player
from games.oauth.credentials import DEVICE_CODE, digest, secret_new, user_code_digest, user_code_new
from games.oauth.models import App, DeviceCode

LIFETIME: Final = timedelta(minutes=10)
INTERVAL: Final = 5  # seconds between polls
_LEEWAY: Final = timedelta(
    milliseconds=500
)  # a punctual program may arrive early, by what the network varies


def device_begin(app: App, scopes: Iterable[str]) -> tuple[str, str]:
    """Returns the code of the program and that of the player, neither of which is stored."""
    device = secret_new(DEVICE_CODE)
    while True:
        user = user_code_new()
        try:
            with transaction.atomic():
                DeviceCode.objects.create(
                    digest=digest(device),
                    user_digest=user_code_digest(user),
                    app=app,
                    scopes=list(scopes),
                    interval=INTERVAL,
                    expires_at=timezone.now() + LIFETIME,
                )
        except IntegrityError:  # somebody else has this code at the moment
            continue
        return device, user


def device_find(typed: str) -> DeviceCode | None:
    """What waits for this code, unless it was answered before."""
    waiting = DeviceCode.objects.filter(state=DeviceCode.State.PENDING, expires_at__gt=timezone.now())
    return waiting.filter(user_digest=user_code_digest(typed)).select_related("app").first()


def device_answer(code: DeviceCode, player: Player, *, allowed: bool) -> bool:
    """Whether the code was still waiting. It is answered once."""
    state = DeviceCode.State.ALLOWED if allowed else DeviceCode.State.DENIED
    waiting = DeviceCode.objects.filter(
        pk=code.pk, state=DeviceCode.State.PENDING, expires_at__gt=timezone.now()
    )
    return bool(waiting.update(state=state, player=player))


def device_poll(app: App, device: str) -> tuple[str | None, DeviceCode | None]:
    """The status as `oauthlib` names it, and the code once it is allowed. Locks the code."""
    mine = DeviceCode.objects.filter(digest=digest(device), app=app).select_related("player")
    code = mine.select_for_update(of=("self",)).first()
    if code is None:
        return None, None
    if code.expires_at <= timezone.now():
        return DeviceCodeGrant.DEVICE_CODE_EXPIRED, None
    if code.state == DeviceCode.State.DENIED:
        return DeviceCodeGrant.DEVICE_CODE_DENIED, None
    if code.state == DeviceCode.State.ALLOWED:
        return DeviceCodeGrant.DEVICE_CODE_AUTHORIZED, code
    return _pending(code), None


def _pending(code: DeviceCode) -> str:
    """A program that polls too often has to wait five seconds longer from now on."""
    now = timezone.now()
    last, code.polled_at = code.polled_at, now
    too_soon = last is not None and now - last + _LEEWAY < timedelta(seconds=code.interval)
    code.interval += INTERVAL if too_soon else 0
    code.save(update_fields=["polled_at", "interval"])
    return DeviceCodeGrant.DEVICE_CODE_SLOW_DOWN if too_soon else DeviceCodeGrant.DEVICE_CODE_PENDING
